import { Suspense, useEffect, useEffectEvent, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { useQuery } from '#web/app/query.ts'
import { useMember } from '#web/app/session.tsx'
import { forget, recall, type Unfinished } from '#web/money/payments/finishing.ts'
import { offer } from '#web/money/offers/queries.ts'
import { isPlan } from '#web/money/offers/offer.ts'
import { useUnpaid } from '#web/money/payments/unpaid.ts'
import { TipSheet } from '#web/money/payments/TipSheet.tsx'
import { SubscribedSheet } from '#web/money/subscriptions/SubscribedSheet.tsx'
import { SubscribeSheet } from '#web/money/subscriptions/SubscribeSheet.tsx'

/** Back from the payment page, on whatever page that was begun: `?finish=` says so once, and leaves the address. */
export function Finishing() {
  const { pathname } = useLocation()
  const [search, setSearch] = useSearchParams()
  const asked = search.get('finish')
  const [last, setLast] = useState({ what: '', at: '', count: 0, isAsked: false })
  if (asked !== null && !last.isAsked) setLast({ what: asked, at: pathname, count: last.count + 1, isAsked: true })
  if (asked === null && last.isAsked) setLast({ ...last, isAsked: false })
  const clear = useEffectEvent(() => {
    const rest = new URLSearchParams(search)
    rest.delete('finish')
    setSearch(rest, { replace: true, preventScrollReset: true })
  })
  useEffect(() => {
    if (asked !== null) clear()
  }, [asked])
  // It belongs to the page that it came back to, and goes with it: to the payment page, too.
  return last.at === pathname && <Begun key={last.count} what={last.what} />
}

/** The sheet is there again, and goes on by itself with what was agreed to. */
function Begun({ what }: { what: string }) {
  const me = useMember()
  const [unfinished] = useState(() => recall(me._id))
  if (unfinished?.kind !== what) return null
  return (
    <Suspense fallback={null}>
      <Sheet unfinished={unfinished} />
    </Suspense>
  )
}

function Sheet({ unfinished }: { unfinished: Unfinished }) {
  const [open, onOpenChange] = useState(true)
  const { performer } = unfinished
  if (unfinished.kind === 'tip')
    return (
      <TipSheet
        performer={performer}
        feedId={unfinished.feedId}
        during={unfinished.streamId === undefined ? undefined : { streamId: unfinished.streamId }}
        unfinished={unfinished}
        open={open}
        onOpenChange={onOpenChange}
      />
    )
  if (unfinished.kind === 'subscribe')
    return (
      <SubscribeSheet
        performer={performer}
        place={performer._id}
        plan={isPlan(unfinished.plan) ? unfinished.plan : undefined}
        tierId={unfinished.tierId}
        unfinished={unfinished}
        open={open}
        onOpenChange={onOpenChange}
      />
    )
  return <Paid unfinished={unfinished} open={open} onOpenChange={onOpenChange} />
}

type PaidProps = { unfinished: Extract<Unfinished, { kind: 'subscribed' }>; open: boolean; onOpenChange: (open: boolean) => void }

/** By card: said once it is so, and not because somebody came back. */
function Paid({ unfinished, open, onOpenChange }: PaidProps) {
  const { performer, plan = '', tierId } = unfinished
  const me = useMember()
  const [unpaid] = useUnpaid()
  const { data } = useQuery(offer(performer.username))
  if (unpaid !== undefined && !data?.isSubscribed)
    return (
      <SubscribeSheet
        performer={performer}
        place={performer._id}
        plan={isPlan(plan) ? plan : undefined}
        tierId={tierId}
        open={open}
        onOpenChange={onOpenChange}
      />
    )
  if (!data?.isSubscribed) return null
  return (
    <SubscribedSheet
      performer={performer}
      open={open}
      onOpenChange={(isOpen) => {
        forget(me._id)
        onOpenChange(isOpen)
      }}
    />
  )
}
