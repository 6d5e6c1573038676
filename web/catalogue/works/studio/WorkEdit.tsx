import { ExternalLink, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import { useNavigate } from 'react-router'
import { useSettings } from '#web/app/session.tsx'
import { StudioShell } from '#web/app/shell/StudioShell.tsx'
import { DeleteWorks } from '#web/catalogue/works/studio/DeleteWorks.tsx'
import type { Kind } from '#web/catalogue/works/studio/kinds.ts'
import { Button } from '#web/ui/Button.tsx'
import { RefusedState } from '#web/ui/RefusedState.tsx'

type WorkEditProps = {
  kind: Kind
  title: string
  /** Absent while it is a new one. */
  work: { _id: string; rejectionReason?: string | undefined } | undefined
  look: { label: string; to: string }
  /** Nothing of the form is needed any more. */
  onForget?: () => void
  children: ReactNode
}

/** The page around a work's form: why it was refused, a look at it, and its end. */
export function WorkEdit({ kind, title, work, look, onForget, children }: WorkEditProps) {
  const { t } = useTranslation()
  const { siteName } = useSettings()
  const navigate = useNavigate()
  const [deleting, setDeleting] = useState(false)
  return (
    <StudioShell hasAct below place={kind.place} title={title}>
      <title>{`${title} · ${siteName}`}</title>
      {work?.rejectionReason && (
        <RefusedState look="inline" className="mb-4 max-md:m-4" what={t('composer.rejected')} why={work.rejectionReason} />
      )}
      {children}
      {work && (
        <>
          <div className="mt-6 flex flex-wrap gap-2 max-md:px-4">
            <Button rank="second" size="sm" icon={<ExternalLink className="size-4" />} to={look.to}>
              {look.label}
            </Button>
            <Button rank="second" size="sm" icon={<Trash2 className="size-4" />} onClick={() => setDeleting(true)}>
              {t('studio.delete')}
            </Button>
          </div>
          <DeleteWorks
            kind={kind}
            ids={deleting ? [work._id] : []}
            onClose={() => setDeleting(false)}
            onDeleted={() => {
              onForget?.()
              void navigate(`/creator/${kind.place}`)
            }}
          />
        </>
      )}
    </StudioShell>
  )
}
