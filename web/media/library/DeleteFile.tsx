import { useTranslation } from '#web/app/say.ts'
import type { LibraryFile } from '#contract/media/uploads.ts'
import { useAct } from '#web/app/act.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { useFileName } from '#web/media/library/file-name.ts'

/** Asks, then deletes; one that a work uses stays, and the server's sentence says so. */
export function DeleteFile({ file, onClose }: { file: LibraryFile | undefined; onClose: () => void }) {
  const { t } = useTranslation()
  const nameOf = useFileName()
  const { act: remove, busy } = useAct((api, _once, { _id }: LibraryFile) => api.uploads.remove({ id: _id }), {
    refreshes: ['uploads.library'],
    said: () => t('library.deleted'),
  })
  return (
    <ConfirmDialog
      open={file !== undefined}
      onOpenChange={(open) => !open && !busy && onClose()}
      title={t('library.delete.title', { name: file ? nameOf(file) : '' })}
      confirm={t('library.delete')}
      cancel={t('library.keep')}
      danger
      loading={busy}
      onConfirm={() => file && void remove(file).then(onClose)}
    >
      {t('library.delete.lead')}
    </ConfirmDialog>
  )
}
