import { Download } from 'lucide-react'
import { useTranslation } from '#web/app/say.ts'
import { useAct } from '#web/app/act.ts'
import { useQuery } from '#web/app/query.ts'
import { saveFile } from '#web/app/saving-files.ts'
import { useBoot, useNow } from '#web/app/session.tsx'
import { papersOf, type Papers as Found } from '#web/money/invoices/queries.ts'
import { Button } from '#web/ui/Button.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'

/** The receipt of a payment, and a credit note for each time that money went back. Nothing while there is none. */
export function Papers({ paymentId, isPaid }: { paymentId: string; isPaid: boolean }) {
  const { t } = useTranslation()
  const { data } = useQuery(isPaid ? papersOf(paymentId) : null)
  if (!data || data.total === 0) return null
  return (
    <Panel title={t('purse.papers')}>
      <ul>
        {data.data.map((paper) => (
          <Paper key={paper._id} paper={paper} />
        ))}
      </ul>
    </Panel>
  )
}

function Paper({ paper: { kind, code, amount, currency, issuedAt, url } }: { paper: Found['data'][number] }) {
  const { t } = useTranslation()
  const boot = useBoot()
  const now = useNow()
  const { act: save, busy } = useAct(() => saveFile(boot, url.replace(/^\/api/, ''), `${code}.pdf`))
  return (
    <li className="flex items-center justify-between gap-4 border-t border-line py-3 first:border-t-0">
      <div className="min-w-0">
        <p className="text-15">
          {t(`purse.papers.${kind}`)} <Money value={kind === 'invoice' ? amount : -amount} currency={currency} className="font-semibold" />
        </p>
        <p className="num text-13 text-muted">
          {code} · <RelativeTime at={issuedAt} now={now} show="moment" />
        </p>
      </div>
      <Button
        rank="second"
        size="sm"
        loading={busy}
        icon={<Download className="size-4" />}
        aria-label={t('purse.papers.save', { code })}
        onClick={() => void save()}
      >
        PDF
      </Button>
    </li>
  )
}
