import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { refresh } from '#web/app/query.ts'
import { useApi } from '#web/app/session.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { useToast } from '#web/ui/Toast.tsx'

/** Asks, then deletes one after the other; what could not be deleted is counted and said. */
export function DeleteProducts({ ids, onClose, onDeleted }: { ids: string[]; onClose: () => void; onDeleted?: () => void }) {
  const { t } = useTranslation()
  const api = useApi()
  const toast = useToast()
  const [busy, setBusy] = useState(false)
  const remove = async () => {
    setBusy(true)
    let failed = 0
    for (const id of ids) await api.shop.removeProduct({ id }).catch(() => failed++)
    await refresh('shop.ownProducts', 'shop.products', 'shop.product')
    setBusy(false)
    if (failed > 0) toast.show(t('products.delete.failed', { count: failed }), { failed: true })
    else toast.show(t('products.delete.done', { count: ids.length }))
    onClose()
    if (failed < ids.length) onDeleted?.()
  }
  return (
    <ConfirmDialog
      open={ids.length > 0}
      onOpenChange={(open) => !open && !busy && onClose()}
      title={t('products.delete.title', { count: ids.length })}
      confirm={t('products.delete')}
      cancel={t('products.delete.keep')}
      danger
      loading={busy}
      onConfirm={() => void remove()}
    >
      {t('products.delete.lead')}
    </ConfirmDialog>
  )
}
