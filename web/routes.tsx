// Every page, by address (specification.md section 2), and the file that draws it, named once.
// What stands here as a first word is reserved as a username (people/accounts keeps the list, a test compares).
import { type LoaderFunction, Outlet, type RouteObject, ScrollRestoration } from 'react-router'
import { bringWords, type Room } from '#web/app/words.ts'
import { ErrorPage } from '#web/app/shell/ErrorPage.tsx'
import { Gates } from '#web/Gates.tsx'
import { partUntilBack } from '#web/ui/network.ts'

interface Page {
  Component: React.ComponentType
  loader?: LoaderFunction
}

/** On the server the build writes beside an import which file it names, so that the page's own parts are preloaded (scripts/page-sources.ts). */
type Load = (() => Promise<Page>) & { source?: string | undefined }

function page(path: string, load: Load, ...rooms: Room[]): RouteObject & Pick<Load, 'source'> {
  // Of rooms whose words do not come with the front of the house, they come with the page.
  const bring = async () => (await Promise.all([load(), ...rooms.map(bringWords)]))[0]
  return { path, source: load.source, lazy: () => partUntilBack(bring) }
}
const ownPage = (path: string, load: Load) => page(path, load, 'own', 'door')
const doorPage = (path: string, load: Load) => page(path, load, 'door')
const browsePage = (path: string, load: Load) => page(path, load, 'browse')
const orderPage = (path: string, load: Load) => page(path, load, 'browse', 'orders')
const landingPage = (path: string, load: Load) => page(path, load, 'landing')
const reportPage = (path: string, load: Load) => page(path, load, 'report')
const casePage = (path: string, load: Load) => page(path, load, 'work', 'report', 'player')
const talkPage = (path: string, load: Load) => page(path, load, 'work', 'own')
const livePage = (path: string, load: Load) => page(path, load, 'live', 'browse', 'player')
const liveWorkPage = (path: string, load: Load) => page(path, load, 'work', 'live', 'player')
const workPage = (path: string, load: Load) => page(path, load, 'work')
const browseWorkPage = (path: string, load: Load) => page(path, load, 'work', 'browse')

/**
 * What a visitor finds here, every visitor does, and nothing is counted by showing it: one that was made serves others for some seconds
 * (docs/adr/0012). Not pages of one gallery, video or product, whose views are counted, nor what somebody looked for or was sent a link to.
 */
const forAll = (each: RouteObject): RouteObject & { isForAll: true } => ({ ...each, isForAll: true })

function Root() {
  return (
    <Gates>
      <Outlet />
      <ScrollRestoration />
    </Gates>
  )
}

export const routes: RouteObject[] = [
  {
    Component: Root,
    ErrorBoundary: ErrorPage,
    HydrateFallback: () => null,
    children: [
      forAll(landingPage('', () => import('#web/windows/front/LandingPage.tsx'))),
      forAll(page('home', () => import('#web/windows/timeline/HomePage.tsx'))),
      forAll(browsePage('explore', () => import('#web/windows/directory/ExplorePage.tsx'))),
      browsePage('search', () => import('#web/windows/search/SearchPage.tsx')),
      forAll(browsePage('videos', () => import('#web/catalogue/videos/VideosPage.tsx'))),
      browsePage('videos/:videoId', () => import('#web/catalogue/videos/VideoPage.tsx')),
      livePage('live', () => import('#web/stage/live/DirectoryPage.tsx')),
      livePage('live/:streamId', () => import('#web/stage/live/WatchPage.tsx')),
      livePage('live/:streamId/receipt', () => import('#web/stage/live/ReceiptPage.tsx')),
      forAll(browsePage('galleries', () => import('#web/catalogue/galleries/GalleriesPage.tsx'))),
      browsePage('galleries/:galleryId', () => import('#web/catalogue/galleries/GalleryPage.tsx')),
      forAll(browsePage('shop', () => import('#web/catalogue/shop/ShopPage.tsx'))),
      orderPage('products/:productId', () => import('#web/catalogue/shop/ProductPage.tsx')),
      orderPage('orders', () => import('#web/catalogue/shop/orders/OrdersPage.tsx')),
      orderPage('orders/:orderId', () => import('#web/catalogue/shop/orders/OrderPage.tsx')),
      orderPage('settings/addresses', () => import('#web/people/addresses/AddressesPage.tsx')),
      forAll(page('posts/:postId', () => import('#web/catalogue/feeds/PostPage.tsx'))),
      browsePage('unlocked', () => import('#web/windows/bookmarks/UnlockedPage.tsx')),
      orderPage('bookmarks', () => import('#web/windows/bookmarks/BookmarksPage.tsx')),
      ownPage('wallet', () => import('#web/windows/me/WalletPage.tsx')),
      ownPage('wallet/cards', () => import('#web/money/payments/CardsPage.tsx')),
      ownPage('wallet/auto', () => import('#web/money/refills/AutoTopUpPage.tsx')),
      ownPage('wallet/payments', () => import('#web/money/payments/PaymentsPage.tsx')),
      ownPage('wallet/payments/:paymentId', () => import('#web/money/invoices/PaymentPage.tsx')),
      ownPage('checkout/stripe/:transactionId', () => import('#web/money/payments/StripeCheckoutPage.tsx')),
      ownPage('age/return', () => import('#web/people/age/ReturnPage.tsx')),
      ownPage('payment/return', () => import('#web/money/payments/ReturnPage.tsx')),
      ownPage('checkout/sandbox/:checkoutId', () => import('#web/money/payments/SandboxCheckoutPage.tsx')),
      ownPage('subscriptions', () => import('#web/windows/me/SubscriptionsPage.tsx')),
      browsePage('following', () => import('#web/people/follows/FollowingPage.tsx')),
      ownPage('settings/two-factor', () => import('#web/people/accounts/TwoFactorPage.tsx')),
      ownPage('settings/belongings', () => import('#web/windows/belongings/BelongingsPage.tsx')),
      ownPage('settings/close', () => import('#web/office/closing/ClosePage.tsx')),
      ownPage('settings', () => import('#web/windows/me/SettingsPage.tsx')),
      ownPage('requests', () => import('#web/talk/requests/RequestsPage.tsx')),
      ownPage('messages/:conversationId?', () => import('#web/talk/messaging/MessagesPage.tsx')),
      ownPage('settings/notifications', () => import('#web/talk/notifications/NoticeSettingsPage.tsx')),
      ownPage('unsubscribe/:token', () => import('#web/talk/notifications/UnsubscribePage.tsx')),
      ownPage('notifications', () => import('#web/talk/notifications/NotificationsPage.tsx')),
      ownPage('me', () => import('#web/windows/me/MePage.tsx')),
      forAll(doorPage('auth/login', () => import('#web/people/accounts/LoginPage.tsx'))),
      forAll(doorPage('auth/register', () => import('#web/people/accounts/RegisterPage.tsx'))),
      ownPage('auth/register/performer', () => import('#web/windows/me/CreatorStepsPage.tsx')),
      ownPage('auth/callback/:provider', () => import('#web/people/federation/CallbackPage.tsx')),
      doorPage('auth/forgot', () => import('#web/people/accounts/ForgotPage.tsx')),
      doorPage('auth/reset', () => import('#web/people/accounts/ResetPage.tsx')),
      doorPage('auth/take-back', () => import('#web/office/closing/TakeBackPage.tsx')),
      doorPage('auth/verify', () => import('#web/people/accounts/VerifyPage.tsx')),
      reportPage('report', () => import('#web/office/reports/ReportPage.tsx')),
      reportPage('reports/:token', () => import('#web/site/reporting/FollowReportPage.tsx')),
      reportPage('settings/reports', () => import('#web/site/reporting/MyReportsPage.tsx')),
      reportPage('settings/reports/:reportId', () => import('#web/site/reporting/MyReportPage.tsx')),
      ownPage('contact', () => import('#web/site/contact/ContactPage.tsx')),
      forAll(ownPage('terms', () => import('#web/site/pages/TermsPage.tsx'))),
      ownPage('ledger', () => import('#web/money/proofs/LedgerPage.tsx')),
      forAll(ownPage('pages/:slug', () => import('#web/site/pages/SitePage.tsx'))),
      forAll(ownPage('blog', () => import('#web/site/pages/BlogPage.tsx'))),
      forAll(ownPage('blog/:slug', () => import('#web/site/pages/BlogPostPage.tsx'))),
      forAll(ownPage('privacy', () => import('#web/site/pages/PrivacyPage.tsx'))),
      workPage('creator', () => import('#web/windows/studio/StudioPage.tsx')),
      workPage('creator/publish', () => import('#web/catalogue/feeds/ComposerPage.tsx')),
      workPage('creator/posts', () => import('#web/catalogue/feeds/PostsPage.tsx')),
      liveWorkPage('creator/live', () => import('#web/stage/live/StudioPage.tsx')),
      workPage('creator/videos', () => import('#web/catalogue/videos/studio/VideosOwnPage.tsx')),
      workPage('creator/videos/:videoId', () => import('#web/catalogue/videos/studio/VideoEditPage.tsx')),
      workPage('creator/galleries', () => import('#web/catalogue/galleries/studio/GalleriesOwnPage.tsx')),
      workPage('creator/galleries/:galleryId', () => import('#web/catalogue/galleries/studio/GalleryEditPage.tsx')),
      workPage('creator/:place/:workId/published', () => import('#web/catalogue/works/studio/PublishedPage.tsx')),
      workPage('creator/tagged', () => import('#web/catalogue/works/TaggedPage.tsx')),
      workPage('creator/library', () => import('#web/media/library/LibraryPage.tsx')),
      workPage('creator/posts/:postId', () => import('#web/catalogue/feeds/EditPage.tsx')),
      workPage('creator/products', () => import('#web/catalogue/shop/studio/ProductsPage.tsx')),
      workPage('creator/products/new', () => import('#web/catalogue/shop/studio/NewProductPage.tsx')),
      workPage('creator/products/:productId', () => import('#web/catalogue/shop/studio/EditProductPage.tsx')),
      workPage('creator/orders', () => import('#web/catalogue/shop/studio/SellerOrdersPage.tsx')),
      workPage('creator/orders/:orderId', () => import('#web/catalogue/shop/studio/SellerOrderPage.tsx')),
      workPage('creator/earnings', () => import('#web/money/earnings/EarningsPage.tsx')),
      workPage('creator/earnings/statements', () => import('#web/money/statements/StatementsPage.tsx')),
      browseWorkPage('creator/referrals', () => import('#web/windows/referrals/ReferralsPage.tsx')),
      workPage('creator/payouts', () => import('#web/money/payouts/PayoutsPage.tsx')),
      workPage('creator/payouts/bank', () => import('#web/money/destinations/BankPage.tsx')),
      workPage('creator/payouts/ccbill', () => import('#web/money/merchants/MerchantAccountPage.tsx')),
      workPage('creator/payouts/:payoutId', () => import('#web/money/payouts/PayoutPage.tsx')),
      talkPage('creator/campaigns', () => import('#web/talk/campaigns/CampaignsPage.tsx')),
      talkPage('creator/campaigns/new', () => import('#web/talk/campaigns/WriteCampaignPage.tsx')),
      talkPage('creator/campaigns/:campaignId', () => import('#web/talk/campaigns/CampaignPage.tsx')),
      talkPage('creator/campaigns/:campaignId/edit', () => import('#web/talk/campaigns/WriteCampaignPage.tsx')),
      talkPage('creator/automations', () => import('#web/talk/automations/AutomationsPage.tsx')),
      talkPage('creator/requests', () => import('#web/talk/requests/StudioRequestsPage.tsx')),
      talkPage('creator/replies', () => import('#web/talk/replies/RepliesPage.tsx')),
      talkPage('creator/fans', () => import('#web/talk/fans/FansPage.tsx')),
      workPage('creator/subscribers', () => import('#web/money/subscriptions/SubscribersPage.tsx')),
      workPage('creator/subscriptions-offer', () => import('#web/money/offers/OfferPage.tsx')),
      workPage('creator/account', () => import('#web/people/profiles/CreatorAccountPage.tsx')),
      workPage('admin', () => import('#web/office/admin/OverviewPage.tsx')),
      workPage('admin/performers', () => import('#web/office/admin/PerformersPage.tsx')),
      workPage('admin/people', () => import('#web/office/admin/PeoplePage.tsx')),
      casePage('admin/people/:personId', () => import('#web/office/admin/PersonPage.tsx')),
      casePage('admin/works', () => import('#web/office/admin/WorksPage.tsx')),
      casePage('admin/reports', () => import('#web/office/reports/CasesPage.tsx')),
      casePage('admin/reports/:caseId', () => import('#web/office/reports/CasePage.tsx')),
      workPage('admin/recordings', () => import('#web/stage/live/office/RecordingsPage.tsx')),
      workPage('admin/copies', () => import('#web/office/copies/CopiesPage.tsx')),
      workPage('admin/copies/:lookupId', () => import('#web/office/copies/CopyPage.tsx')),
      workPage('admin/payments', () => import('#web/office/admin/PaymentsPage.tsx')),
      workPage('admin/payments/:paymentId', () => import('#web/office/admin/PaymentPage.tsx')),
      workPage('admin/payments/differences', () => import('#web/money/reconciliation/DifferencesPage.tsx')),
      workPage('admin/transfers', () => import('#web/office/admin/TransfersPage.tsx')),
      workPage('admin/payouts', () => import('#web/money/payouts/office/OfficePayoutsPage.tsx')),
      workPage('admin/payouts/:payoutId', () => import('#web/money/payouts/office/OfficePayoutPage.tsx')),
      workPage('admin/coupons', () => import('#web/money/coupons/CouponsPage.tsx')),
      workPage('admin/packages', () => import('#web/money/packages/PackagesPage.tsx')),
      workPage('admin/pages', () => import('#web/site/pages/office/PagesPage.tsx')),
      workPage('admin/pages/new', () => import('#web/site/pages/office/NewPage.tsx')),
      workPage('admin/pages/:pageId', () => import('#web/site/pages/office/EditPage.tsx')),
      workPage('admin/promos', () => import('#web/windows/promos/office/PromosPage.tsx')),
      workPage('admin/settings', () => import('#web/office/admin/SettingsPage.tsx')),
      workPage('admin/inbox', () => import('#web/office/admin/InboxPage.tsx')),
      talkPage('admin/automations', () => import('#web/talk/automations/OfficeAutomationsPage.tsx')),
      workPage('admin/letters', () => import('#web/office/admin/LettersPage.tsx')),
      workPage('admin/audit', () => import('#web/office/admin/AuditPage.tsx')),
      page('500', () => import('#web/app/shell/BrokenPage.tsx')),
      ...(import.meta.env.DEV
        ? [{ path: 'dev/ui', lazy: async () => ({ Component: (await import('#web/dev/Gallery.tsx')).Gallery }) }]
        : []),
      forAll(browsePage(':profileId', () => import('#web/windows/directory/ProfilePage.tsx'))),
      {
        path: '*',
        loader: () => {
          throw new Response('', { status: 404 })
        },
        Component: () => null,
      },
    ],
  },
]
