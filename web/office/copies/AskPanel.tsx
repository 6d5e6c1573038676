import { useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import { useNavigate } from 'react-router'
import { useAct } from '#web/app/act.ts'
import { FoundPicture } from '#web/office/copies/FoundPicture.tsx'
import { type Subject, SubjectField } from '#web/office/copies/SubjectField.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Progress } from '#web/ui/Progress.tsx'

/** Drops a found picture, and leads to its look-up. */
export function AskPanel() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [file, setFile] = useState<File | null>(null)
  const [subject, setSubject] = useState<Subject>()
  const [percent, setPercent] = useState(0)
  const { act, busy, problem, forgive } = useAct(
    (api, _once, picture: File, about: Subject | undefined) => {
      const question = about?.kind === 'work' ? { workId: about._id } : about ? { performerId: about._id } : {}
      return api.copies.ask({ picture, ...question }, { onProgress: (share: number) => setPercent(share * 100) })
    },
    { refreshes: ['copies.list', 'admin.audit'], noIn: 'screen', done: ({ _id }) => void navigate(`/admin/copies/${_id}`) },
  )
  return (
    <Panel>
      <p className="mb-4 max-w-[68ch] text-15 text-muted">{t('copies.lead')}</p>
      <div className="grid gap-5">
        <FoundPicture value={file} onChange={(next) => (setFile(next), forgive())} error={problem} />
        <SubjectField value={subject} onChange={(next) => (setSubject(next), forgive())} />
        {busy && <Progress percent={percent} label={t('copies.sending')} />}
        <Button className="justify-self-start" disabled={!file} loading={busy} onClick={() => file && void act(file, subject)}>
          {t('copies.ask')}
        </Button>
      </div>
    </Panel>
  )
}
