// The screens of the house by who sees them: `browser/looks.spec.ts` visits each, `npm run shots` draws each in every size, theme and language.
import { expect } from '@playwright/test'
import type { Person } from './people.ts'

export type Who = keyof typeof screens

export const screens = {
  visitor: [
    '/',
    '/home',
    '/explore',
    '/galleries',
    '/live',
    '/videos',
    '/shop',
    '/search',
    '/search?q=雨',
    '/papertheatre',
    '/auth/login',
    '/auth/register',
    '/auth/register/performer',
    '/terms',
    '/contact',
    '/blog',
    '/ledger',
    '/unsubscribe/none',
  ],
  'fan@stagedoor.example': [
    '/home',
    '/papertheatre',
    '/nightradio',
    '/wallet',
    '/wallet/auto',
    '/wallet/cards',
    '/wallet/payments',
    '/wallet/payments?status=fail',
    '/subscriptions',
    '/unlocked',
    '/bookmarks',
    '/following',
    '/settings',
    '/settings/addresses',
    '/settings/reports',
    '/report',
    '/settings/notifications',
    '/notifications',
    '/notifications?show=unread',
    '/orders',
    '/messages',
    '/requests',
    '/me',
  ],
  'creator@stagedoor.example': [
    '/creator',
    '/creator/publish',
    '/creator/posts',
    '/creator/galleries',
    '/creator/galleries/new',
    '/creator/videos',
    '/creator/videos/new',
    '/creator/tagged',
    '/creator/library',
    '/creator/products',
    '/creator/products/new',
    '/creator/orders',
    '/creator/earnings',
    '/creator/earnings/statements',
    '/creator/payouts',
    '/creator/payouts/bank',
    '/creator/payouts/ccbill',
    '/creator/subscribers',
    '/creator/campaigns',
    '/creator/campaigns/new',
    '/creator/automations',
    '/creator/replies',
    '/creator/live',
    '/creator/requests',
    '/creator/requests?show=ended',
    '/creator/fans',
    '/creator/subscriptions-offer',
    '/creator/account',
    '/notifications',
    '/settings/notifications',
  ],
  'admin@stagedoor.example': [
    '/admin',
    '/admin/performers',
    '/admin/people',
    '/admin/people?frozen=true',
    '/admin/works',
    '/admin/works?status=active',
    '/admin/reports',
    '/admin/reports?state=open&isOverdue=true',
    '/admin/copies',
    '/admin/recordings',
    '/admin/inbox',
    '/admin/automations',
    '/admin/payments',
    '/admin/payments?status=chargeback',
    '/admin/payments/differences?show=all',
    '/admin/transfers',
    '/admin/payouts',
    '/admin/payouts?status=pending',
    '/admin/coupons',
    '/admin/packages',
    '/admin/pages',
    '/admin/pages/new',
    '/admin/promos',
    '/admin/settings',
    '/admin/letters',
    '/admin/audit',
  ],
} as const satisfies Record<string, readonly string[]>

/** One of each kind, as they come: its page, and to its creator the page where it is changed. */
export async function detailsOf({ page }: Person, who: Who): Promise<string[]> {
  const first = async (list: string) => {
    const { data } = (await (await page.request.get(`/api${list}`)).json()) as { data: { data: { _id: string; slug?: string }[] } }
    const [work] = data.data
    expect(work, list).toBeDefined()
    return { id: work?._id ?? '', name: work?.slug ?? work?._id ?? '' }
  }
  if (who === 'creator@stagedoor.example') {
    const [post, gallery, video, product, order, payout] = [
      await first('/performer/feeds'),
      await first('/performer/performer-assets/galleries/search'),
      await first('/performer/performer-assets/videos/search'),
      await first('/performer/performer-assets/products/search'),
      await first('/orders/search'),
      await first('/payout-requests/search'),
    ]
    return [
      `posts/${post.id}`,
      `galleries/${gallery.id}`,
      `videos/${video.id}`,
      `products/${product.id}`,
      `orders/${order.id}`,
      `payouts/${payout.id}`,
    ].map((path) => `/creator/${path}`)
  }
  if (who === 'admin@stagedoor.example') {
    const [payout, person, payment] = [
      await first('/payout-requests/search'),
      await first('/admin/people?frozen=true'),
      await first('/admin/payments'),
    ]
    return [`/admin/payouts/${payout.id}`, `/admin/people/${person.id}`, `/admin/payments/${payment.id}`]
  }
  const [post, gallery, video, product] = [
    await first('/user/feeds?scope=all'),
    await first('/performer-assets/galleries/search'),
    await first('/performer-assets/videos/search'),
    await first('/performer-assets/products/search'),
  ]
  const own = who === 'visitor' ? [] : [`/wallet/payments/${(await first('/payment/transactions/user/search')).id}`]
  return [`/posts/${post.id}`, `/galleries/${gallery.name}`, `/videos/${video.name}`, `/products/${product.name}`, ...own]
}
