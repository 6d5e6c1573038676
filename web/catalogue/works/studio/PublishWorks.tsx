import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { refresh } from '#web/app/query.ts'
import { useApi } from '#web/app/session.tsx'
import type { PublishableKind } from '#web/catalogue/works/studio/kinds.ts'
import { Button } from '#web/ui/Button.tsx'
import { useToast } from '#web/ui/Toast.tsx'

type PublishWorksProps = {
  kind: PublishableKind
  works: readonly { _id: string; status: string }[]
  selected: readonly string[]
  onDone: () => void
}

/** Of those selected, the drafts, all at once; those that are not ready stay drafts, and are counted. */
export function PublishWorks({ kind: { words, lists, publish }, works, selected, onDone }: PublishWorksProps) {
  const { t } = useTranslation()
  const api = useApi()
  const toast = useToast()
  const [busy, setBusy] = useState(false)
  const drafts = works.filter(({ _id, status }) => status === 'inactive' && selected.includes(_id))
  if (drafts.length === 0) return null
  const publishAll = async () => {
    setBusy(true)
    let [failed, waiting] = [0, 0]
    for (const { _id } of drafts) {
      const sent = await publish(api, _id).catch(() => undefined)
      if (!sent) failed++
      else if (sent.status === 'pending_review') waiting++
    }
    await refresh(...lists)
    setBusy(false)
    if (failed > 0) toast.show(t(`${words}.publish.failed`, { count: failed }), { failed: true })
    else toast.show(waiting > 0 ? t('studio.publish.review', { count: waiting }) : t(`${words}.publish.done`, { count: drafts.length }))
    onDone()
  }
  return (
    <Button rank="second" size="sm" loading={busy} onClick={() => void publishAll()}>
      {t(`${words}.publish`)}
    </Button>
  )
}
