import { Package } from 'lucide-react'
import { useTranslation } from '#web/app/say.ts'
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { Order } from '#contract/catalogue/shop.ts'
import { requireMember } from '#web/app/guard.ts'
import { load } from '#web/app/query.ts'
import { useNow } from '#web/app/session.tsx'
import { MainFrame } from '#web/app/shell/MainFrame.tsx'
import { OrderState } from '#web/catalogue/shop/orders/OrderState.tsx'
import { Picture } from '#web/catalogue/shop/Picture.tsx'
import { bought, orderStatuses } from '#web/catalogue/shop/queries.ts'
import { usePageTitle } from '#web/app/page-title.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'
import { Pills } from '#web/ui/Pills.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { RowsSkeleton } from '#web/ui/Skeleton.tsx'
import { Tokens } from '#web/ui/Tokens.tsx'
import { useIsViewPending } from '#web/app/view-pending.ts'
import { Pages } from '#web/app/Pages.tsx'

export const handle = { auth: true, inClosedCountry: true }

export async function loader(args: LoaderFunctionArgs) {
  requireMember(args)
  const asked = new URL(args.request.url).searchParams
  const status = orderStatuses.find((each) => each === asked.get('status'))
  return { status, first: await load(args, bought(status, { offset: 0 })) }
}

/** What I bought, by how far it is. */
export function Component() {
  const { t } = useTranslation()
  const { status, first } = useLoaderData<typeof loader>()
  const isPending = useIsViewPending()
  const title = t('orders.mine')
  return (
    <MainFrame place="me" top={{ title, back: '/me' }}>
      <title>{usePageTitle(title)}</title>
      <PageTitle up={{ to: '/me', label: t('shell.me') }}>{title}</PageTitle>
      <Pills
        className="mb-2 max-md:pt-2"
        label={t('orders.byStatus')}
        pills={[
          { label: t('orders.all'), to: '/orders', current: status === undefined },
          ...orderStatuses.map((each) => ({ label: t(`orders.status.${each}`), to: `/orders?status=${each}`, current: each === status })),
        ]}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
        {isPending ? (
          <RowsSkeleton />
        ) : (
          <Pages
            key={status}
            query={(after) => bought(status, after)}
            loaded={first}
            waiting={<RowsSkeleton />}
            empty={
              <EmptyState
                {...(status ? { icon: Package } : { scene: 'booth', title: t('scenes.booth') })}
                action={
                  <Button rank="second" size="sm" to={status ? '/orders' : '/shop'}>
                    {t(status ? 'orders.showAll' : 'orders.toShop')}
                  </Button>
                }
              >
                {t(status ? 'orders.noneFiltered' : 'orders.none')}
              </EmptyState>
            }
            draw={(orders) => <Rows orders={orders} />}
          />
        )}
      </div>
    </MainFrame>
  )
}

function Rows({ orders }: { orders: Order[] }) {
  const { t } = useTranslation()
  const now = useNow()
  return (
    <ul className="grid gap-2">
      {orders.map(({ _id, number, product, seller, quantity, totalPrice, deliveryStatus, createdAt }) => (
        <li key={_id}>
          <Card className="relative flex gap-3 p-4 transition-colors hover:bg-hover">
            <Picture url={product.image} size={64} />
            <div className="min-w-0 flex-1">
              <Link to={`/orders/${_id}`} className="line-clamp-2 text-15 font-semibold after:absolute after:inset-0 md:after:rounded-card">
                {product.title}
                {quantity > 1 && <span className="num"> × {quantity}</span>}
              </Link>
              <p className="num truncate text-13 text-muted">
                {seller.name} · {t('orders.number', { number })} · <RelativeTime at={createdAt} now={now} />
              </p>
              <p className="mt-1.5">
                <OrderState status={deliveryStatus} />
              </p>
            </div>
            <p className="num flex-none text-15 font-semibold">
              <Tokens value={totalPrice} unit="muted" />
            </p>
          </Card>
        </li>
      ))}
    </ul>
  )
}
