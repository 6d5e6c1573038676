import { useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { Order } from '#contract/catalogue/shop.ts'
import { requirePerformer } from '#web/app/guard.ts'
import { load, useQuery } from '#web/app/query.ts'
import { useNow } from '#web/app/session.tsx'
import { StudioShell } from '#web/app/shell/StudioShell.tsx'
import { useMoving } from '#web/catalogue/shop/orders/moving.ts'
import { OrderAddress, OrderGoods, OrderWords } from '#web/catalogue/shop/orders/OrderParts.tsx'
import { OrderState } from '#web/catalogue/shop/orders/OrderState.tsx'
import { OrderSteps } from '#web/catalogue/shop/orders/OrderSteps.tsx'
import { order as orderOf } from '#web/catalogue/shop/queries.ts'
import { ParcelSheet } from '#web/catalogue/shop/studio/ParcelSheet.tsx'
import { usePageTitle } from '#web/app/page-title.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { Columns } from '#web/ui/layout/Columns.tsx'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'
import { Name } from '#web/ui/Name.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'

export const handle = { auth: true, inClosedCountry: true }

export async function loader(args: LoaderFunctionArgs) {
  requirePerformer(args)
  return load(args, orderOf(args.params['orderId'] ?? ''))
}

/** One order of a buyer's: accept, send, deliver, or give the money back. */
export function Component() {
  const { t } = useTranslation()
  const loaded = useLoaderData<typeof loader>()
  const { data: order = loaded } = useQuery(orderOf(loaded._id), loaded)
  const title = t('orders.one', { number: order.number })
  return (
    <StudioShell hasAct below place="orders" title={title}>
      <title>{usePageTitle(title)}</title>
      <PageTitle aside={<OrderState status={order.deliveryStatus} />}>{title}</PageTitle>
      <Columns
        side={
          <>
            <OrderGoods order={order} />
            <Buyer order={order} />
          </>
        }
      >
        <Panel title={t('orders.steps')}>
          <Lead order={order} />
          <OrderSteps order={order} />
          <Acts order={order} />
        </Panel>
        <OrderAddress order={order} />
        <OrderWords order={order} />
      </Columns>
    </StudioShell>
  )
}

function Lead({ order: { acceptBy, product } }: { order: Order }) {
  const { t } = useTranslation()
  const now = useNow()
  if (product.type === 'digital') return <p className="mb-5 text-14 text-muted">{t('orders.lead.digital')}</p>
  if (!acceptBy) return null
  return (
    <p className="mb-5 text-14 text-muted">
      {t('orders.lead.accept')}
      <RelativeTime at={acceptBy} now={now} show="moment" />
    </p>
  )
}

/** What the seller can do now: one step ahead, the parcel's words, and giving up. */
function Acts({ order }: { order: Order }) {
  const { t } = useTranslation()
  const { move, busy } = useMoving(order)
  const [sheet, setSheet] = useState<'shipping' | 'parcel'>()
  const [asking, setAsking] = useState<'delivered' | 'cancelled'>()
  const [reason, setReason] = useState('')
  const can = (status: Order['deliveryStatus']) => order.nextStatuses.includes(status)
  if (order.nextStatuses.length === 0) return null
  return (
    <div className="mt-6 flex flex-wrap gap-2">
      {can('processing') && (
        <Button loading={busy === 'processing'} onClick={() => void move('processing')}>
          {t('orders.accept')}
        </Button>
      )}
      {can('shipping') && <Button onClick={() => setSheet('shipping')}>{t('orders.ship')}</Button>}
      {can('delivered') && <Button onClick={() => setAsking('delivered')}>{t('orders.deliver')}</Button>}
      {order.deliveryStatus === 'shipping' && (
        <Button rank="second" onClick={() => setSheet('parcel')}>
          {t('orders.parcel.edit')}
        </Button>
      )}
      {can('cancelled') && (
        <Button rank="second" onClick={() => setAsking('cancelled')}>
          {t('orders.cancelAndRefund')}
        </Button>
      )}
      {sheet && (
        <ParcelSheet
          order={order}
          title={t(sheet === 'shipping' ? 'orders.ship' : 'orders.parcel.edit')}
          busy={busy !== undefined}
          onClose={() => setSheet(undefined)}
          onSend={(parcel) =>
            void move(sheet === 'shipping' ? 'shipping' : undefined, parcel).then((isDone) => isDone && setSheet(undefined))
          }
        />
      )}
      <ConfirmDialog
        open={asking !== undefined}
        onOpenChange={(open) => !open && busy === undefined && setAsking(undefined)}
        title={t(`orders.sellerAsk.${asking ?? 'delivered'}`)}
        confirm={t(asking === 'cancelled' ? 'orders.cancelAndRefund' : 'orders.deliver')}
        cancel={t('orders.notYet')}
        danger={asking === 'cancelled'}
        loading={busy !== undefined}
        onConfirm={() =>
          asking &&
          void move(asking, asking === 'cancelled' && reason.trim() ? { note: reason.trim() } : {}).then(() => setAsking(undefined))
        }
      >
        <p>{t(`orders.sellerAsk.${asking ?? 'delivered'}.lead`)}</p>
        {asking === 'cancelled' && (
          <TextArea
            className="mt-4 text-text"
            label={t('orders.reason')}
            maxLetters={500}
            rows={2}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        )}
      </ConfirmDialog>
    </div>
  )
}

function Buyer({ order: { buyer } }: { order: Order }) {
  const { t } = useTranslation()
  return (
    <Panel title={t('orders.buyer')}>
      <div className="flex items-center gap-3">
        <Avatar src={buyer.avatar ?? null} name={buyer.name} size={40} />
        <span className="min-w-0">
          <Name size={15}>{buyer.name}</Name>
          <span className="block truncate text-13 text-muted">@{buyer.username}</span>
        </span>
      </div>
    </Panel>
  )
}
