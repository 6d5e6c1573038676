import { useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import { useNow } from '#web/app/session.tsx'
import { ReasonSheet } from '#web/app/ReasonSheet.tsx'
import { deviceOf } from '#web/people/accounts/device.ts'
import type { Person } from '#web/office/admin/queries.ts'
import { Button } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'

/** Where somebody is signed in, and the way to end that. */
export function Sessions({ person: { _id, name, sessions, hasTwoFactor } }: { person: Person }) {
  const { t } = useTranslation()
  const now = useNow()
  const [asking, setAsking] = useState<'sessions' | 'twoFactor'>()
  const onClose = () => setAsking(undefined)
  return (
    <Panel title={t('office.people.signedIn')}>
      {sessions.length === 0 ? (
        <p className="text-15 text-muted">{t('office.people.signedIn.none')}</p>
      ) : (
        <ul>
          {sessions.map((session) => (
            <li key={session._id} className="border-t border-line py-2.5 first:border-t-0">
              <p className="text-15" title={session.userAgent}>
                {session.byStaff ? t('office.people.signedIn.byStaff') : deviceOf(session.userAgent)}
              </p>
              <p className="num text-13 break-all text-muted">
                {session.ip && `${session.ip} · `}
                <RelativeTime at={session.seenAt} now={now} />
              </p>
            </li>
          ))}
        </ul>
      )}
      <div className="mt-3 flex flex-wrap gap-2 empty:hidden">
        {sessions.length > 0 && (
          <Button rank="second" size="sm" onClick={() => setAsking('sessions')}>
            {t('office.people.endSessions')}
          </Button>
        )}
        {hasTwoFactor && (
          <Button rank="second" size="sm" onClick={() => setAsking('twoFactor')}>
            {t('office.people.resetTwoFactor')}
          </Button>
        )}
      </div>
      <ReasonSheet
        open={asking === 'twoFactor'}
        onClose={onClose}
        title={t('office.people.resetTwoFactor.title', { name })}
        lead={t('office.people.resetTwoFactor.lead')}
        examples={[t('office.people.resetTwoFactor.example1'), t('office.people.resetTwoFactor.example2')]}
        act={t('office.people.resetTwoFactor')}
        danger
        about={_id}
        onSend={(api, _once, reason) => api.admin.resetTwoFactor({ id: _id, reason })}
        refreshes={['admin.person', 'admin.audit']}
        said={() => t('office.people.resetTwoFactor.done', { name })}
      />
      <ReasonSheet
        open={asking === 'sessions'}
        onClose={onClose}
        title={t('office.people.endSessions.title', { name })}
        lead={t('office.people.endSessions.lead')}
        examples={[t('office.people.endSessions.example1'), t('office.people.endSessions.example2')]}
        act={t('office.people.endSessions')}
        danger
        about={_id}
        onSend={(api, _once, reason) => api.admin.endSessions({ id: _id, reason })}
        refreshes={['admin.person', 'admin.audit']}
        said={() => t('office.people.endSessions.done', { name })}
      />
    </Panel>
  )
}
