import { Link } from 'react-router'
import type { PerformerProfile } from '#contract/windows/directory.ts'
import { useTranslation } from '#web/app/say.ts'
import { useBoot, useNow } from '#web/app/session.tsx'
import { cx } from '#web/ui/cx.ts'
import { LiveBadge } from '#web/ui/LiveBadge.tsx'
import { writeComing } from '#web/ui/relative-time.ts'
import { useSpeech } from '#web/ui/UiWords.tsx'

/** The way to what a performer shows now, or what they announced next. On a phone works come before what is only announced. */
export function ShowLine({ profile: { liveId, nextShow } }: { profile: PerformerProfile }) {
  const { t } = useTranslation()
  const { locale } = useSpeech()
  const { timeZone } = useBoot()
  const now = useNow()
  const id = liveId ?? nextShow?._id
  if (id === undefined) return null
  return (
    <Link
      to={`/live/${id}`}
      className={cx(
        'num flex min-h-11 items-center gap-2.5 rounded-tile bg-surface px-3 py-2 text-14 shadow-card hover:bg-hover',
        liveId === undefined && 'max-md:hidden',
      )}
    >
      {liveId !== undefined ? (
        <>
          <LiveBadge />
          <span className="font-semibold">{t('profilePage.live')}</span>
        </>
      ) : (
        nextShow && (
          <>
            <span className="flex-none text-muted">
              {t('profilePage.next', { when: writeComing(Date.parse(nextShow.scheduledAt), now, locale, timeZone) })}
            </span>
            <span className="min-w-0 truncate font-semibold">{nextShow.title}</span>
          </>
        )
      )}
    </Link>
  )
}
