import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { LibraryFile } from '#contract/media/uploads.ts'
import { sentenceOf } from '#web/app/api.ts'
import { refresh } from '#web/app/query.ts'
import { useApi } from '#web/app/session.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { useToast } from '#web/ui/Toast.tsx'
import { useFileName } from '#web/media/library/file-name.ts'

/** Asks, then deletes; one that a work uses stays, and the server's sentence says so. */
export function DeleteFile({ file, onClose }: { file: LibraryFile | undefined; onClose: () => void }) {
  const { t } = useTranslation()
  const nameOf = useFileName()
  const api = useApi()
  const toast = useToast()
  const [busy, setBusy] = useState(false)
  const remove = async () => {
    if (!file) return
    setBusy(true)
    try {
      await api.uploads.remove({ id: file._id })
      toast.show(t('library.deleted'))
    } catch (error) {
      toast.show(sentenceOf(error, t('shell.tryLater')), { failed: true })
    }
    await refresh('uploads.library')
    setBusy(false)
    onClose()
  }
  return (
    <ConfirmDialog
      open={file !== undefined}
      onOpenChange={(open) => !open && !busy && onClose()}
      title={t('library.delete.title', { name: file ? nameOf(file) : '' })}
      confirm={t('library.delete')}
      cancel={t('library.keep')}
      danger
      loading={busy}
      onConfirm={() => void remove()}
    >
      {t('library.delete.lead')}
    </ConfirmDialog>
  )
}
