import { useTranslation } from '#web/app/say.ts'
import type { OwnProfile } from '#contract/windows/me.ts'
import { useNow } from '#web/app/session.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { StateDot } from '#web/ui/StateDot.tsx'

const tones = { approved: 'ok', pending: 'waiting', rejected: 'bad' } as const

/** Whether one's identity is confirmed, and which papers are here. They can never be read back. */
export function DocumentsPanel({ profile }: { profile: OwnProfile }) {
  const { t } = useTranslation()
  const now = useNow()
  const state = (['approved', 'pending', 'rejected'] as const).find((each) => each === profile.kycStatus)
  return (
    <Panel
      title={t('creatorAccount.documents')}
      action={
        <span className="text-text">
          <StateDot tone={state ? tones[state] : 'quiet'}>{t(`creatorAccount.kyc.${state ?? 'none'}`)}</StateDot>
        </span>
      }
    >
      {profile.documents.length === 0 ? (
        <p className="text-14 text-muted">{t('creatorAccount.documents.none')}</p>
      ) : (
        <ul>
          {profile.documents.map((document) => (
            <li
              key={document.type}
              className="flex min-h-11 items-center justify-between gap-4 border-t border-line text-14 first:border-t-0"
            >
              {t(`creatorAccount.document.${document.type}`)}
              <RelativeTime at={document.sentAt} now={now} className="text-muted" />
            </li>
          ))}
        </ul>
      )}
      <p className="mt-3 text-13 text-muted">{t('creatorAccount.documents.hint')}</p>
    </Panel>
  )
}
