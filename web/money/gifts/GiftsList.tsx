import { Gift } from 'lucide-react'
import { useTranslation } from '#web/app/say.ts'
import { useBoot, useMember, useNow } from '#web/app/session.tsx'
import type { Gifts } from '#web/money/subscriptions/mine.ts'
import { Card } from '#web/ui/Card.tsx'
import { writeDay } from '#web/ui/relative-time.ts'
import { useSpeech } from '#web/ui/UiWords.tsx'

/** What somebody gave and was given, with the words that came with it. */
export function GiftsList({ gifts }: { gifts: Gifts['data'] }) {
  const { t } = useTranslation()
  const { locale } = useSpeech()
  const { timeZone } = useBoot()
  const now = useNow()
  const me = useMember()
  return (
    <section className="grid gap-2">
      <h2 className="px-4 text-14 md:px-1">{t('mysubscriptions.gifts')}</h2>
      <Card>
        <ul>
          {gifts.map(({ _id, giver, recipient, performer, type, tier, message, endsAt }) => {
            const isMine = giver._id === me._id
            const length = [t(`mysubscriptions.type.${type}`), ...(tier ? [tier.name] : [])].join(' · ')
            return (
              <li key={_id} className="grid grid-cols-[auto_1fr] gap-3 border-t border-line p-4 text-15 first:border-t-0">
                <Gift aria-hidden="true" className="mt-0.5 size-5 text-muted" />
                <div className="grid min-w-0 gap-0.5">
                  <p>
                    {t(isMine ? 'mysubscriptions.gifts.given' : 'mysubscriptions.gifts.received', {
                      name: isMine ? recipient.name : giver.name,
                      length,
                      performer: performer.name,
                    })}
                  </p>
                  {message && <p className="break-words text-14">{message}</p>}
                  <p className="num text-14 text-muted">
                    {t('mysubscriptions.gifts.until', { day: writeDay(Date.parse(endsAt), now, locale, timeZone) })}
                  </p>
                </div>
              </li>
            )
          })}
        </ul>
      </Card>
    </section>
  )
}
