import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { refresh } from '#web/app/query.ts'
import { useApi } from '#web/app/session.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { useToast } from '#web/ui/Toast.tsx'

/** Asks, then deletes one after the other; what could not be deleted is counted and said. */
export function DeleteVideos({ ids, onClose, onDeleted }: { ids: string[]; onClose: () => void; onDeleted?: () => void }) {
  const { t } = useTranslation()
  const api = useApi()
  const toast = useToast()
  const [busy, setBusy] = useState(false)
  const remove = async () => {
    setBusy(true)
    let failed = 0
    for (const id of ids) await api.videos.remove({ id }).catch(() => failed++)
    await refresh('videos.own')
    setBusy(false)
    if (failed > 0) toast.show(t('videoStudio.delete.failed', { count: failed }), { failed: true })
    else toast.show(t('videoStudio.delete.done', { count: ids.length }))
    onClose()
    if (failed < ids.length) onDeleted?.()
  }
  return (
    <ConfirmDialog
      open={ids.length > 0}
      onOpenChange={(open) => !open && !busy && onClose()}
      title={ids.length > 1 ? t('videoStudio.delete.title', { count: ids.length }) : t('videoStudio.delete.titleOne')}
      confirm={t('studio.delete')}
      cancel={t('studio.keep')}
      danger
      loading={busy}
      onConfirm={() => void remove()}
    >
      {t('videoStudio.delete.lead')}
    </ConfirmDialog>
  )
}
