import { Download } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { sentenceOf } from '#web/app/api.ts'
import { useApi } from '#web/app/session.tsx'
import { Button } from '#web/ui/Button.tsx'
import { RefusedState } from '#web/ui/RefusedState.tsx'

/** Fetches what was bought; a link is made at the press, and how many are left today is said afterwards. */
export function DownloadButton({ productId }: { productId: string }) {
  const { t } = useTranslation()
  const api = useApi()
  const [busy, setBusy] = useState(false)
  const [left, setLeft] = useState<number>()
  const [refused, setRefused] = useState<string>()
  const download = async () => {
    setBusy(true)
    setRefused(undefined)
    try {
      const { url, leftToday } = await api.shop.downloadLink({ id: productId })
      setLeft(leftToday)
      const { ok } = await fetch(url, { method: 'HEAD' })
      if (!ok) setRefused(t('orders.download.broken'))
      // It answers as an attachment, so the page stays.
      else window.location.assign(url)
    } catch (error) {
      setRefused(sentenceOf(error, t('shell.tryLater')))
    }
    setBusy(false)
  }
  return (
    <div className="grid gap-2">
      <Button size="wide" icon={<Download className="size-5" />} loading={busy} disabled={left === 0} onClick={() => void download()}>
        {t('orders.download')}
      </Button>
      {left !== undefined && (
        <p role="status" className="num text-center text-13 text-muted">
          {t('orders.download.left', { count: left })}
        </p>
      )}
      {refused !== undefined && <RefusedState look="inline" what={t('orders.download.refused')} why={refused} />}
    </div>
  )
}
