import { useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { Order } from '#contract/catalogue/shop.ts'
import { requireMember } from '#web/app/guard.ts'
import { load, useQuery } from '#web/app/query.ts'
import { useNow } from '#web/app/session.tsx'
import { MainFrame } from '#web/app/shell/MainFrame.tsx'
import { ChangeAddress } from '#web/catalogue/shop/orders/ChangeAddress.tsx'
import { DownloadButton } from '#web/catalogue/shop/orders/DownloadButton.tsx'
import { useMoving } from '#web/catalogue/shop/orders/moving.ts'
import { OrderAddress, OrderGoods, OrderWords } from '#web/catalogue/shop/orders/OrderParts.tsx'
import { OrderSteps } from '#web/catalogue/shop/orders/OrderSteps.tsx'
import { order as orderOf } from '#web/catalogue/shop/queries.ts'
import { usePageTitle } from '#web/app/page-title.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { Columns } from '#web/ui/layout/Columns.tsx'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'
import { Name } from '#web/ui/Name.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'

export const handle = { auth: true, inClosedCountry: true }

export async function loader(args: LoaderFunctionArgs) {
  requireMember(args)
  return load(args, orderOf(args.params['orderId'] ?? ''))
}

/** One order of mine: how far it is, what I can do now, where it goes and what it came to. */
export function Component() {
  const { t } = useTranslation()
  const loaded = useLoaderData<typeof loader>()
  const { data: order = loaded } = useQuery(orderOf(loaded._id), loaded)
  const [changing, setChanging] = useState(false)
  const title = t('orders.one', { number: order.number })
  return (
    <MainFrame place="me" wide top={{ title, back: '/orders' }}>
      <title>{usePageTitle(title)}</title>
      <PageTitle up={{ to: '/orders', label: t('orders.mine') }}>{title}</PageTitle>
      <Columns
        side={
          <>
            <OrderGoods order={order} />
            <Seller order={order} />
          </>
        }
      >
        <Panel
          title={t(
            `orders.head.${order.product.type === 'digital' && order.deliveryStatus === 'delivered' ? 'digital' : order.deliveryStatus}`,
          )}
        >
          <Lead order={order} />
          <OrderSteps order={order} />
          <Acts order={order} />
        </Panel>
        <OrderWords order={order} />
        <OrderAddress
          order={order}
          action={
            order.canChangeAddress && (
              <Button rank="text" size="sm" onClick={() => setChanging(true)}>
                {t('orders.address.change')}
              </Button>
            )
          }
        />
      </Columns>
      {changing && <ChangeAddress order={order} onClose={() => setChanging(false)} />}
    </MainFrame>
  )
}

function Lead({ order: { deliveryStatus, acceptBy, seller } }: { order: Order }) {
  const { t } = useTranslation()
  const now = useNow()
  if (deliveryStatus === 'created' && acceptBy) {
    return (
      <p className="mb-5 text-14 text-muted">
        {t('orders.lead.created', { name: seller.name })} <RelativeTime at={acceptBy} now={now} show="moment" />
      </p>
    )
  }
  return deliveryStatus === 'shipping' ? <p className="mb-5 text-14 text-muted">{t('orders.lead.shipping')}</p> : null
}

/** What the buyer can do now: nothing is offered that would be refused. */
function Acts({ order }: { order: Order }) {
  const { t } = useTranslation()
  const { move, busy } = useMoving(order)
  const [asking, setAsking] = useState<'delivered' | 'cancelled'>()
  const can = (status: Order['deliveryStatus']) => order.nextStatuses.includes(status)
  if (order.product.type === 'digital') {
    return order.deliveryStatus === 'delivered' ? (
      <div className="mt-6">
        <DownloadButton productId={order.product._id} />
      </div>
    ) : null
  }
  if (!can('delivered') && !can('cancelled')) return null
  return (
    <div className="mt-6 grid gap-2">
      {can('delivered') && (
        <Button size="wide" onClick={() => setAsking('delivered')}>
          {t('orders.received')}
        </Button>
      )}
      {can('cancelled') && (
        <Button size="wide" rank="second" onClick={() => setAsking('cancelled')}>
          {t('orders.cancel')}
        </Button>
      )}
      <ConfirmDialog
        open={asking !== undefined}
        onOpenChange={(open) => !open && busy === undefined && setAsking(undefined)}
        title={t(`orders.ask.${asking ?? 'delivered'}`)}
        confirm={t(asking === 'cancelled' ? 'orders.cancel' : 'orders.received')}
        cancel={t('orders.notYet')}
        danger={asking === 'cancelled'}
        loading={busy !== undefined}
        onConfirm={() => asking && void move(asking).then(() => setAsking(undefined))}
      >
        {t(`orders.ask.${asking ?? 'delivered'}.lead`)}
      </ConfirmDialog>
    </div>
  )
}

function Seller({ order: { seller } }: { order: Order }) {
  const { t } = useTranslation()
  return (
    <Panel title={t('orders.seller')}>
      <div className="flex items-center gap-3">
        <Avatar src={seller.avatar ?? null} name={seller.name} size={40} />
        <span className="min-w-0">
          <Name size={15} to={`/${seller.username}`}>
            {seller.name}
          </Name>
          <span className="block truncate text-13 text-muted">@{seller.username}</span>
        </span>
      </div>
    </Panel>
  )
}
