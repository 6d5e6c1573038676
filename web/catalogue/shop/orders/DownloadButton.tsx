import { Download } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import { useAct } from '#web/app/act.ts'
import { Button } from '#web/ui/Button.tsx'
import { RefusedState } from '#web/ui/RefusedState.tsx'

/** Fetches what was bought; a link is made at the press, and how many are left today is said afterwards. */
export function DownloadButton({ productId }: { productId: string }) {
  const { t } = useTranslation()
  const [left, setLeft] = useState<number>()
  const [isBroken, setBroken] = useState(false)
  const {
    act: download,
    busy,
    problem,
  } = useAct((api) => api.shop.downloadLink({ id: productId }), {
    noIn: 'screen',
    async done({ url, leftToday }) {
      setLeft(leftToday)
      const { ok } = await fetch(url, { method: 'HEAD' })
      setBroken(!ok)
      // It answers as an attachment, so the page stays.
      if (ok) window.location.assign(url)
    },
  })
  const refused = problem ?? (isBroken ? t('orders.download.broken') : undefined)
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
