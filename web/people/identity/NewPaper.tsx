import { useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import { useAct } from '#web/app/act.ts'
import { DocumentPicker } from '#web/people/identity/DocumentPicker.tsx'
import { Button } from '#web/ui/Button.tsx'

/** Another picture in the place of one that was sent: somebody looks at it anew. */
export function NewPaper({ kind }: { kind: 'idVerification' | 'documentVerification' }) {
  const { t } = useTranslation()
  const [file, setFile] = useState<File | null>(null)
  const { act, busy, problem } = useAct((api, _once, sent: File) => api.identity.uploadDocument({ type: kind, file: sent }), {
    refreshes: ['identity.becoming'],
    noIn: 'screen',
    said: () => t('apply.own.paperSent'),
    done: () => setFile(null),
  })
  return (
    <div className="grid gap-2">
      <DocumentPicker label={t(`apply.${kind}`)} hint={t(`apply.${kind}.hint`)} value={file} onChange={setFile} error={problem} />
      {file && (
        <Button rank="second" size="sm" loading={busy} onClick={() => void act(file)}>
          {t('apply.own.paperSend')}
        </Button>
      )}
    </div>
  )
}
