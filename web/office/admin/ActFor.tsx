import { useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import { ReasonSheet } from '#web/app/ReasonSheet.tsx'
import { leaveFor } from '#web/app/switching.ts'
import { Button } from '#web/ui/Button.tsx'

/** Seeing what somebody sees, for an hour, with a reason that the audit log keeps. */
export function ActFor({ about, name }: { about: string; name: string }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  return (
    <div className="mt-5">
      <Button rank="second" size="sm" onClick={() => setOpen(true)}>
        {t('office.people.act')}
      </Button>
      <ReasonSheet
        open={open}
        onClose={() => setOpen(false)}
        title={t('office.people.act.title', { name })}
        lead={t('office.people.act.lead')}
        examples={[t('office.people.act.example1'), t('office.people.act.example2')]}
        act={t('office.people.act')}
        about={about}
        onSend={async (api, _once, reason) => {
          await api.switching.go({ accountId: about, reason })
          leaveFor('/home')
        }}
        refreshes={[]}
      />
    </div>
  )
}
