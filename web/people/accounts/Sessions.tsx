import { dateTag } from '#contract/locales.ts'
import { Headset, Laptop, Smartphone } from 'lucide-react'
import { useState } from 'react'
import type { ReplyTo } from '#contract/client.ts'
import { useAct } from '#web/app/act.ts'
import { CountryName } from '#web/app/CountryName.tsx'
import { useQuery } from '#web/app/query.ts'
import { useTranslation } from '#web/app/say.ts'
import { useBoot, useNow } from '#web/app/session.tsx'
import { deviceOf } from '#web/people/accounts/device.ts'
import { mySessions } from '#web/people/accounts/queries.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'

type Loaded = ReplyTo<'accounts.sessions'>

/** Where I am signed in: this device first, and each of the others with a way to end it. */
export function Sessions({ loaded }: { loaded: Loaded }) {
  const { t } = useTranslation()
  const { data = loaded } = useQuery(mySessions(), loaded)
  const [isAsking, setAsking] = useState(false)
  const { act, busy } = useAct((api) => api.accounts.endOtherSessions({}), {
    refreshes: ['accounts.sessions'],
    said: () => t('mysettings.sessions.endOthers.done'),
    done: () => setAsking(false),
  })
  const sessions = data.sessions.toSorted((one, other) => Number(other.isThis) - Number(one.isThis))
  return (
    <>
      <p className="mb-2 text-14 leading-relaxed! text-muted">
        {t(sessions.length > 1 ? 'mysettings.sessions.lead' : 'mysettings.sessions.alone')}
      </p>
      <ul>
        {sessions.map((session) => (
          <Session key={session._id} session={session} />
        ))}
      </ul>
      {sessions.length > 1 && (
        <Button rank="second" className="mt-4" onClick={() => setAsking(true)}>
          {t('mysettings.sessions.endOthers')}
        </Button>
      )}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={t('mysettings.sessions.endOthers.title')}
        confirm={t('mysettings.sessions.endOthers')}
        cancel={t('mysettings.sessions.cancel')}
        loading={busy}
        onConfirm={() => void act()}
      >
        {t('mysettings.sessions.endOthers.lead')}
      </ConfirmDialog>
    </>
  )
}

type Session = Loaded['sessions'][number]

function Session({ session: { _id, userAgent, country, createdAt, seenAt, isThis, byStaff } }: { session: Session }) {
  const { t } = useTranslation()
  const now = useNow()
  const { locale, timeZone } = useBoot()
  const { act, busy } = useAct((api) => api.accounts.endSession({ id: _id }), {
    refreshes: ['accounts.sessions'],
    said: () => t('mysettings.sessions.ended'),
  })
  const device = byStaff ? t('mysettings.sessions.byStaff') : userAgent ? deviceOf(userAgent) : t('mysettings.sessions.unknown')
  const Icon = byStaff ? Headset : /iPhone|iPad|Android/.test(userAgent) ? Smartphone : Laptop
  return (
    <li className="flex items-center gap-3 border-t border-line py-3 first:border-t-0">
      <Icon aria-hidden="true" className="flex-none text-muted" />
      <div className="min-w-0 flex-1">
        <p className="text-15 font-semibold wrap-anywhere">{device}</p>
        <p className="num text-13 text-muted">
          {country && (
            <>
              <CountryName code={country} />
              {' · '}
            </>
          )}
          {t('mysettings.sessions.since', {
            date: new Intl.DateTimeFormat(dateTag(locale), { dateStyle: 'medium', timeZone }).format(new Date(createdAt)),
          })}
        </p>
        <p className="num text-13 text-muted">
          {isThis ? (
            t('mysettings.sessions.this')
          ) : (
            <>
              {t('mysettings.sessions.seen')}
              <RelativeTime at={seenAt} now={now} />
            </>
          )}
        </p>
      </div>
      {!isThis && (
        <Button rank="second" size="sm" loading={busy} aria-label={t('mysettings.sessions.endOf', { device })} onClick={() => void act()}>
          {t('mysettings.sessions.end')}
        </Button>
      )}
    </li>
  )
}
