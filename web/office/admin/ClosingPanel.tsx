import { useState } from 'react'
import { ReasonSheet } from '#web/app/ReasonSheet.tsx'
import { useTranslation } from '#web/app/say.ts'
import { useNow } from '#web/app/session.tsx'
import type { Person } from '#web/office/admin/queries.ts'
import { Button } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { StateDot } from '#web/ui/StateDot.tsx'

/** Somebody closes their account: since when, until when, and staff's word that it has to wait. */
export function ClosingPanel({ person: { _id, name, closing } }: { person: Person }) {
  const { t } = useTranslation()
  const now = useNow()
  const [asking, setAsking] = useState(false)
  if (!closing) return null
  const { askedAt, until, erasedAt, held } = closing
  const act = held ? 'letGo' : 'hold'
  const lines = [
    { label: t('office.people.closing.asked'), at: askedAt },
    erasedAt ? { label: t('office.people.closing.erased'), at: erasedAt } : { label: t('office.people.closing.until'), at: until },
  ]
  return (
    <Panel title={t('office.people.closing')}>
      <dl className="grid gap-2.5 text-15">
        {lines.map(({ label, at }) => (
          <div key={label}>
            <dt className="text-13 text-muted">{label}</dt>
            <dd>
              <RelativeTime at={at} now={now} show="moment" />
            </dd>
          </div>
        ))}
      </dl>
      {held && (
        <p className="mt-3 text-15 wrap-anywhere">
          <StateDot tone="waiting">
            <span className="whitespace-normal">{t('office.people.closing.held', { name: held.by, reason: held.reason })}</span>
          </StateDot>
        </p>
      )}
      {!erasedAt && (
        <Button rank="second" size="sm" className="mt-4" onClick={() => setAsking(true)}>
          {t(`office.people.closing.${act}`)}
        </Button>
      )}
      <ReasonSheet
        open={asking}
        onClose={() => setAsking(false)}
        title={t(`office.people.closing.${act}.title`, { name })}
        lead={t(`office.people.closing.${act}.lead`)}
        examples={[t(`office.people.closing.${act}.example1`), t(`office.people.closing.${act}.example2`)]}
        act={t(`office.people.closing.${act}`)}
        danger={act === 'letGo'}
        about={`${_id} ${act}`}
        onSend={(api, _once, reason) => api.closing[act]({ id: _id, reason })}
        refreshes={['admin.person', 'admin.audit']}
        said={({ isHeld }) => t(`office.people.closing.${isHeld ? 'hold' : 'letGo'}.done`, { name })}
      />
    </Panel>
  )
}
