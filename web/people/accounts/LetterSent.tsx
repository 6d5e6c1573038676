import { MailOpen } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from '#web/app/say.ts'
import { DoorFrame } from '#web/people/accounts/DoorFrame.tsx'
import { Button } from '#web/ui/Button.tsx'

/** The form is done; what goes on waits in a mailbox. */
export function LetterSent({ title, said, email, children }: { title: string; said: string; email: string; children?: ReactNode }) {
  const { t } = useTranslation()
  return (
    <DoorFrame title={title}>
      <div role="status" className="grid gap-3">
        <p className="flex min-h-12 items-center gap-3 rounded-control bg-well px-4 py-2 text-15">
          <MailOpen aria-hidden="true" className="text-muted" />
          <span className="min-w-0 font-semibold">{email}</span>
        </p>
        <p className="text-15 leading-relaxed! text-muted">{said}</p>
        <p className="text-15 leading-relaxed! text-muted">{t('auth.letter.spam')}</p>
      </div>
      {children}
      <Button rank="second" size="wide" to="/auth/login">
        {t('auth.backToLogin')}
      </Button>
    </DoorFrame>
  )
}
