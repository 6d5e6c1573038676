import { useTranslation } from '#web/app/say.ts'
import { Link } from 'react-router'
import { useQuery } from '#web/app/query.ts'
import { useBoot, useNow, useSettings } from '#web/app/session.tsx'
import { type Mine, mySubscriptions } from '#web/money/subscriptions/mine.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Name } from '#web/ui/Name.tsx'
import { writeDay } from '#web/ui/relative-time.ts'
import { useSpeech } from '#web/ui/UiWords.tsx'

/** What will be paid again by itself, and what is about to end. Managed on a page of its own. */
export function Recurring({ loaded }: { loaded: Mine }) {
  const { t } = useTranslation()
  const { locale } = useSpeech()
  const { timeZone } = useBoot()
  const { currency } = useSettings()
  const now = useNow()
  const { data = loaded } = useQuery(mySubscriptions(), loaded)
  const running = data.data.filter(({ status, expiredAt }) => status !== 'expired' && Date.parse(expiredAt) > now).slice(0, 5)
  if (running.length === 0) return null
  const day = (at: string) => writeDay(Date.parse(at), now, locale, timeZone)
  return (
    <section>
      <header className="flex min-h-11 items-center justify-between gap-4">
        <h2 className="text-16">{t('purse.recurring')}</h2>
        <Link to="/subscriptions" className="text-14 text-link underline-offset-4 hover:underline">
          {t('purse.recurring.manage')}
        </Link>
      </header>
      <ul className="mt-1 grid gap-4">
        {running.map(({ _id, performer, price, status, expiredAt, nextRecurringDate }) => {
          const renews = status !== 'cancelled' && nextRecurringDate
          return (
            <li key={_id} className="flex items-center gap-3">
              <Avatar src={performer.avatar ?? null} name={performer.name} size={40} to={`/${performer.username}`} />
              <span className="min-w-0 flex-1">
                <Name size={14} to={`/${performer.username}`}>
                  {performer.name}
                </Name>
                <span className="num block truncate text-13 text-muted">
                  {renews
                    ? t('purse.recurring.renews', { day: day(nextRecurringDate) })
                    : t('purse.recurring.ends', { day: day(expiredAt) })}
                </span>
              </span>
              <Money value={price} currency={currency} className={renews ? 'text-14 font-semibold' : 'text-14 text-muted'} />
            </li>
          )
        })}
      </ul>
    </section>
  )
}
