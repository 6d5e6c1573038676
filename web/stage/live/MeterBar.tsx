import { useState } from 'react'
import type { Stream } from '#contract/stage/live.ts'
import { useAct } from '#web/app/act.ts'
import { useAmounts } from '#web/app/amounts.ts'
import { useTranslation } from '#web/app/say.ts'
import { useMe } from '#web/app/session.tsx'
import type { Meter } from '#web/stage/live/use-meter.ts'
import { aboutStreams } from '#web/stage/live/queries.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'

/** What it has cost so far and what is left, over the picture; and the way out, which is asked about once. */
export function MeterBar({ stream, meter, onLeft }: { stream: Stream; meter: Meter; onLeft: () => void }) {
  const { t } = useTranslation()
  const { number } = useAmounts()
  const { price, minutes, total, balance, minutesLeft } = meter
  return (
    <section
      aria-label={t('privateShow.meter.label')}
      className="grid gap-2 rounded-card bg-media-chip px-4 py-2 text-on-media backdrop-blur-md"
    >
      <div className="flex items-center justify-between gap-4">
        <p className="num text-13">
          <b className="block text-15">
            {minutes > 0
              ? `${t('privateShow.meter.minutes', { count: minutes })} · ${t('privateShow.meter.total', { amount: number(total) })}`
              : t('privateShow.meter.free')}
          </b>
          {t('privateShow.meter.each', { amount: number(price) })}
          {balance !== undefined && ` · ${t('privateShow.meter.balance', { amount: number(balance) })}`}
        </p>
        <Leave stream={stream} onLeft={onLeft} />
      </div>
      {minutesLeft !== undefined && (
        <p role="status" className="num flex items-center justify-between gap-4 border-t border-on-media/20 pt-2 text-13">
          <span>
            <b>{t('privateShow.meter.low', { count: minutesLeft })}</b> {t('privateShow.meter.low.lead')}
          </span>
          {/* Another window: the show goes on in this one. */}
          <Button size="sm" to="/wallet" target="_blank" rel="noopener">
            {t('privateShow.meter.topUp')}
          </Button>
        </p>
      )}
    </section>
  )
}

function Leave({ stream: { _id: id, type, performerId }, onLeft }: { stream: Stream; onLeft: () => void }) {
  const { t } = useTranslation()
  const me = useMe()
  const [asks, setAsks] = useState(false)
  const isOwn = me?.performerId === performerId
  const endsIt = type === 'private'
  const leave = useAct((api, once) => (isOwn ? api.live.edit({ id, status: 'ended' }) : api.live.leave({ id }, once)), {
    refreshes: [...aboutStreams, 'live.receipts'],
    done: () => (setAsks(false), onLeft()),
  })
  return (
    <>
      <Button size="sm" rank="danger" onClick={() => setAsks(true)}>
        {t('privateShow.meter.leave')}
      </Button>
      <ConfirmDialog
        open={asks}
        onOpenChange={setAsks}
        title={t(endsIt ? 'privateShow.leave.title' : 'privateShow.leave.group.title')}
        confirm={t(endsIt ? 'privateShow.leave.act' : 'privateShow.leave.group.act')}
        cancel={t('privateShow.leave.stay')}
        onConfirm={() => void leave.act()}
        loading={leave.busy}
        danger={endsIt}
      >
        {t(endsIt ? 'privateShow.leave.lead' : 'privateShow.leave.group.lead')}
      </ConfirmDialog>
    </>
  )
}
