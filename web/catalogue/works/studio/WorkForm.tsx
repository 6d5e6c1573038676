import type { ClipboardEvent, ReactNode, RefObject } from 'react'
import { useTranslation } from '#web/app/say.ts'
import type { Stands } from '#web/catalogue/works/studio/WorkState.tsx'
import { Button } from '#web/ui/Button.tsx'
import { FormCard } from '#web/ui/FormCard.tsx'
import { Columns } from '#web/ui/layout/Columns.tsx'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'
import { StayingActs, StayingTitle } from '#web/ui/layout/Staying.tsx'

type WorkFormProps = {
  form: RefObject<HTMLFormElement | null>
  title: string
  /** The work that is edited. */
  before: Pick<Stands, 'status'> | undefined
  isScheduled: boolean
  busy: 'active' | 'inactive' | undefined
  onSave: (status: 'active' | 'inactive') => Promise<void>
  /** At the left of the buttons: when the draft was kept, or where the work stands. */
  note?: ReactNode
  onPaste?: (event: ClipboardEvent) => void
  /** What a stranger will see. */
  side: ReactNode
  children: ReactNode
}

/** The frame in which works of every kind are written. */
export function WorkForm(props: WorkFormProps) {
  const { form, title, before, isScheduled, busy, onSave, note, onPaste, side, children } = props
  const { t } = useTranslation()
  const isPublished = before !== undefined && before.status !== 'inactive'
  const act = isPublished ? 'composer.save' : isScheduled ? 'composer.scheduleIt' : 'composer.publish'
  return (
    <form
      ref={form}
      noValidate
      aria-busy={busy !== undefined}
      onSubmit={(event) => {
        event.preventDefault()
        void onSave('active')
      }}
      onPaste={onPaste}
    >
      <StayingTitle>
        <PageTitle
          aside={
            <StayingActs>
              <span aria-live="polite" className="num text-13 max-lg:hidden">
                {note}
              </span>
              {!isPublished && (
                <Button rank="second" className="max-md:my-2" loading={busy === 'inactive'} onClick={() => void onSave('inactive')}>
                  {t('composer.keepDraft')}
                </Button>
              )}
              <Button type="submit" className="max-md:my-2" loading={busy === 'active'}>
                {t(act)}
              </Button>
            </StayingActs>
          }
        >
          {title}
        </PageTitle>
      </StayingTitle>
      <Columns className="max-md:mt-2" side={side}>
        <FormCard>{children}</FormCard>
        {note && <p className="num px-4 text-13 text-muted lg:hidden">{note}</p>}
      </Columns>
    </form>
  )
}
