// The screens of the house by who sees them: `browser/looks.spec.ts` visits those named here, `browser/words.spec.ts` every route, and `npm run shots` draws
// both in every size, theme and language.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
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
    '/age/return',
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
    '/settings/close',
    '/settings/belongings',
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
    '/creator/referrals',
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

/** The pages by address, as routes.tsx has them. */
export const routes = [
  ...readFileSync(join(import.meta.dirname, '../web/routes.tsx'), 'utf8').matchAll(/\b\w*[pP]age\(\s*'([^']+)',\s*\(\) => import/g),
].map(([, path = '']) => `/${path}`)

/** Who meets a page first. */
export const whoAt = (route: string): Who =>
  route.startsWith('/admin')
    ? 'admin@stagedoor.example'
    : route.startsWith('/creator')
      ? 'creator@stagedoor.example'
      : /^\/(messages|notifications|wallet|checkout|payment|subscriptions|settings|me|unlocked|bookmarks|following|orders)(\/|$)/.test(
            route,
          )
        ? 'fan@stagedoor.example'
        : 'visitor'

/** Where the thing in a parameter is found. Of what the demo town has none, the page that says so is read. */
const lists: Readonly<Record<string, string>> = {
  '/messages/:conversationId?': '/conversations',
  '/videos/:videoId': '/performer-assets/videos/search',
  '/live/:streamId': '/streaming/user/search',
  '/galleries/:galleryId': '/performer-assets/galleries/search',
  '/products/:productId': '/performer-assets/products/search',
  '/posts/:postId': '/user/feeds?scope=all',
  '/orders/:orderId': '/orders/users/search',
  '/wallet/payments/:paymentId': '/payment/transactions/user/search',
  '/creator/videos/:videoId': '/performer/performer-assets/videos/search',
  '/creator/galleries/:galleryId': '/performer/performer-assets/galleries/search',
  '/creator/posts/:postId': '/performer/feeds',
  '/creator/products/:productId': '/performer/performer-assets/products/search',
  '/creator/orders/:orderId': '/orders/search',
  '/creator/payouts/:payoutId': '/payout-requests/search',
  '/creator/campaigns/:campaignId': '/campaigns',
  '/creator/campaigns/:campaignId/edit': '/campaigns?status=scheduled',
  '/admin/people/:personId': '/admin/people',
  '/admin/payouts/:payoutId': '/payout-requests/search',
}

export async function addressOf({ page }: Person, route: string): Promise<string> {
  if (route === '/:profileId') return '/papertheatre'
  if (!route.includes(':')) return route
  const list = lists[route]
  if (!list) return route.replace(/:\w+/, '00000000-0000-4000-8000-000000000000')
  const reply = await page.request.get(`/api${list}`)
  const { data } = (await reply.json()) as { data: { data: { _id: string; slug?: string }[] } }
  const [one] = data.data
  const name = route.startsWith('/creator') || route.startsWith('/admin') ? one?._id : (one?.slug ?? one?._id)
  return route.replace(/:\w+/, name ?? '00000000-0000-4000-8000-000000000000')
}
