import { useTranslation } from '#web/app/say.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'

type BlockDialogProps = {
  name: string
  /** A subscription ends with it, and its unused time comes back. */
  endsSubscription: boolean
  open: boolean
  onOpenChange: (open: boolean) => void
  loading: boolean
  onConfirm: () => void
}

/** Asks before somebody is blocked, and says what comes of it. */
export function BlockDialog({ name, endsSubscription, ...dialog }: BlockDialogProps) {
  const { t } = useTranslation()
  return (
    <ConfirmDialog {...dialog} danger title={t('blocks.title', { name })} confirm={t('blocks.block')} cancel={t('blocks.keep')}>
      <span className="grid gap-3">
        {endsSubscription && <span>{t('blocks.endsSubscription')}</span>}
        <span>{t('blocks.what')}</span>
      </span>
    </ConfirmDialog>
  )
}
