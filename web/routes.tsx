// Every page, by address (specification.md section 2). A lazy route's id is its source file: the server preloads by it.
// What stands here as a first word is reserved as a username (people/accounts keeps the list, a test compares).
import { type LoaderFunction, Outlet, redirect, type RouteObject, ScrollRestoration } from 'react-router'
import { bootOf } from '#web/app/api.ts'
import { bringWords, type Room } from '#web/app/i18n.ts'
import { ErrorPage } from '#web/app/shell/ErrorPage.tsx'
import { Gates } from '#web/Gates.tsx'
import { untilBack } from '#web/ui/network.ts'

interface Page {
  Component: React.ComponentType
  loader?: LoaderFunction
}

/** @param source the file that `load` imports, from the project's root */
function page(path: string | null, source: string, load: () => Promise<Page>): RouteObject {
  return { ...(path === null ? { index: true as const } : { path }), id: source, lazy: () => untilBack(load) } as RouteObject
}

/** A page of a room whose words do not come with the front of the house. */
function roomPage(room: Room, path: string, source: string, load: () => Promise<Page>): RouteObject {
  return page(path, source, async () => (await Promise.all([load(), bringWords(room)]))[0])
}
const ownPage = (path: string, source: string, load: () => Promise<Page>) => roomPage('own', path, source, load)
const browsePage = (path: string, source: string, load: () => Promise<Page>) => roomPage('browse', path, source, load)
const workPage = (path: string, source: string, load: () => Promise<Page>) => roomPage('work', path, source, load)

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
      { index: true, loader: (args) => redirect(bootOf(args).me?.roles.includes('staff') ? '/admin' : '/home') },
      page('home', 'web/windows/timeline/HomePage.tsx', () => import('#web/windows/timeline/HomePage.tsx')),
      browsePage('explore', 'web/windows/directory/ExplorePage.tsx', () => import('#web/windows/directory/ExplorePage.tsx')),
      browsePage('search', 'web/windows/search/SearchPage.tsx', () => import('#web/windows/search/SearchPage.tsx')),
      browsePage('videos', 'web/catalogue/videos/VideosPage.tsx', () => import('#web/catalogue/videos/VideosPage.tsx')),
      browsePage('videos/:videoId', 'web/catalogue/videos/VideoPage.tsx', () => import('#web/catalogue/videos/VideoPage.tsx')),
      browsePage('galleries', 'web/catalogue/galleries/GalleriesPage.tsx', () => import('#web/catalogue/galleries/GalleriesPage.tsx')),
      browsePage(
        'galleries/:galleryId',
        'web/catalogue/galleries/GalleryPage.tsx',
        () => import('#web/catalogue/galleries/GalleryPage.tsx'),
      ),
      browsePage('shop', 'web/catalogue/shop/ShopPage.tsx', () => import('#web/catalogue/shop/ShopPage.tsx')),
      browsePage('products/:productId', 'web/catalogue/shop/ProductPage.tsx', () => import('#web/catalogue/shop/ProductPage.tsx')),
      browsePage('orders', 'web/catalogue/shop/orders/OrdersPage.tsx', () => import('#web/catalogue/shop/orders/OrdersPage.tsx')),
      browsePage('orders/:orderId', 'web/catalogue/shop/orders/OrderPage.tsx', () => import('#web/catalogue/shop/orders/OrderPage.tsx')),
      browsePage('settings/addresses', 'web/people/addresses/AddressesPage.tsx', () => import('#web/people/addresses/AddressesPage.tsx')),
      page('posts/:postId', 'web/catalogue/feeds/PostPage.tsx', () => import('#web/catalogue/feeds/PostPage.tsx')),
      browsePage('unlocked', 'web/windows/bookmarks/UnlockedPage.tsx', () => import('#web/windows/bookmarks/UnlockedPage.tsx')),
      browsePage('bookmarks', 'web/windows/bookmarks/BookmarksPage.tsx', () => import('#web/windows/bookmarks/BookmarksPage.tsx')),
      ownPage('wallet', 'web/windows/me/WalletPage.tsx', () => import('#web/windows/me/WalletPage.tsx')),
      ownPage('wallet/cards', 'web/money/payments/CardsPage.tsx', () => import('#web/money/payments/CardsPage.tsx')),
      ownPage('wallet/auto', 'web/money/refills/AutoTopUpPage.tsx', () => import('#web/money/refills/AutoTopUpPage.tsx')),
      ownPage('wallet/payments', 'web/money/payments/PaymentsPage.tsx', () => import('#web/money/payments/PaymentsPage.tsx')),
      ownPage('wallet/payments/:paymentId', 'web/money/invoices/PaymentPage.tsx', () => import('#web/money/invoices/PaymentPage.tsx')),
      ownPage(
        'checkout/stripe/:transactionId',
        'web/money/payments/StripeCheckoutPage.tsx',
        () => import('#web/money/payments/StripeCheckoutPage.tsx'),
      ),
      ownPage('payment/return', 'web/money/payments/ReturnPage.tsx', () => import('#web/money/payments/ReturnPage.tsx')),
      ownPage(
        'checkout/sandbox/:checkoutId',
        'web/money/payments/SandboxCheckoutPage.tsx',
        () => import('#web/money/payments/SandboxCheckoutPage.tsx'),
      ),
      ownPage(
        'subscriptions',
        'web/money/subscriptions/SubscriptionsPage.tsx',
        () => import('#web/money/subscriptions/SubscriptionsPage.tsx'),
      ),
      browsePage('following', 'web/people/follows/FollowingPage.tsx', () => import('#web/people/follows/FollowingPage.tsx')),
      ownPage('settings', 'web/windows/me/SettingsPage.tsx', () => import('#web/windows/me/SettingsPage.tsx')),
      ownPage('me', 'web/windows/me/MePage.tsx', () => import('#web/windows/me/MePage.tsx')),
      ownPage('auth/login', 'web/people/accounts/LoginPage.tsx', () => import('#web/people/accounts/LoginPage.tsx')),
      ownPage('auth/register', 'web/people/accounts/RegisterPage.tsx', () => import('#web/people/accounts/RegisterPage.tsx')),
      ownPage(
        'auth/register/performer',
        'web/people/identity/PerformerRegisterPage.tsx',
        () => import('#web/people/identity/PerformerRegisterPage.tsx'),
      ),
      ownPage('auth/forgot', 'web/people/accounts/ForgotPage.tsx', () => import('#web/people/accounts/ForgotPage.tsx')),
      ownPage('auth/reset', 'web/people/accounts/ResetPage.tsx', () => import('#web/people/accounts/ResetPage.tsx')),
      ownPage('auth/verify', 'web/people/accounts/VerifyPage.tsx', () => import('#web/people/accounts/VerifyPage.tsx')),
      ownPage('contact', 'web/site/contact/ContactPage.tsx', () => import('#web/site/contact/ContactPage.tsx')),
      ownPage('terms', 'web/site/pages/TermsPage.tsx', () => import('#web/site/pages/TermsPage.tsx')),
      ownPage('ledger', 'web/money/proofs/LedgerPage.tsx', () => import('#web/money/proofs/LedgerPage.tsx')),
      ownPage('privacy', 'web/site/pages/PrivacyPage.tsx', () => import('#web/site/pages/PrivacyPage.tsx')),
      workPage('creator', 'web/windows/studio/StudioPage.tsx', () => import('#web/windows/studio/StudioPage.tsx')),
      workPage('creator/publish', 'web/catalogue/feeds/ComposerPage.tsx', () => import('#web/catalogue/feeds/ComposerPage.tsx')),
      workPage('creator/posts', 'web/catalogue/feeds/PostsPage.tsx', () => import('#web/catalogue/feeds/PostsPage.tsx')),
      workPage(
        'creator/videos',
        'web/catalogue/videos/studio/VideosOwnPage.tsx',
        () => import('#web/catalogue/videos/studio/VideosOwnPage.tsx'),
      ),
      workPage(
        'creator/videos/:videoId',
        'web/catalogue/videos/studio/VideoEditPage.tsx',
        () => import('#web/catalogue/videos/studio/VideoEditPage.tsx'),
      ),
      workPage(
        'creator/galleries',
        'web/catalogue/galleries/studio/GalleriesOwnPage.tsx',
        () => import('#web/catalogue/galleries/studio/GalleriesOwnPage.tsx'),
      ),
      workPage(
        'creator/galleries/:galleryId',
        'web/catalogue/galleries/studio/GalleryEditPage.tsx',
        () => import('#web/catalogue/galleries/studio/GalleryEditPage.tsx'),
      ),
      workPage('creator/tagged', 'web/catalogue/works/TaggedPage.tsx', () => import('#web/catalogue/works/TaggedPage.tsx')),
      workPage('creator/library', 'web/media/library/LibraryPage.tsx', () => import('#web/media/library/LibraryPage.tsx')),
      workPage('creator/posts/:postId', 'web/catalogue/feeds/EditPage.tsx', () => import('#web/catalogue/feeds/EditPage.tsx')),
      workPage(
        'creator/products',
        'web/catalogue/shop/studio/ProductsPage.tsx',
        () => import('#web/catalogue/shop/studio/ProductsPage.tsx'),
      ),
      workPage(
        'creator/products/new',
        'web/catalogue/shop/studio/NewProductPage.tsx',
        () => import('#web/catalogue/shop/studio/NewProductPage.tsx'),
      ),
      workPage(
        'creator/products/:productId',
        'web/catalogue/shop/studio/EditProductPage.tsx',
        () => import('#web/catalogue/shop/studio/EditProductPage.tsx'),
      ),
      workPage(
        'creator/orders',
        'web/catalogue/shop/studio/SellerOrdersPage.tsx',
        () => import('#web/catalogue/shop/studio/SellerOrdersPage.tsx'),
      ),
      workPage(
        'creator/orders/:orderId',
        'web/catalogue/shop/studio/SellerOrderPage.tsx',
        () => import('#web/catalogue/shop/studio/SellerOrderPage.tsx'),
      ),
      workPage('creator/earnings', 'web/money/earnings/EarningsPage.tsx', () => import('#web/money/earnings/EarningsPage.tsx')),
      workPage(
        'creator/earnings/statements',
        'web/money/statements/StatementsPage.tsx',
        () => import('#web/money/statements/StatementsPage.tsx'),
      ),
      workPage('creator/payouts', 'web/money/payouts/PayoutsPage.tsx', () => import('#web/money/payouts/PayoutsPage.tsx')),
      workPage('creator/payouts/bank', 'web/money/payouts/BankPage.tsx', () => import('#web/money/payouts/BankPage.tsx')),
      workPage('creator/payouts/ccbill', 'web/money/payments/OwnAccountPage.tsx', () => import('#web/money/payments/OwnAccountPage.tsx')),
      workPage('creator/payouts/:payoutId', 'web/money/payouts/PayoutPage.tsx', () => import('#web/money/payouts/PayoutPage.tsx')),
      workPage(
        'creator/subscribers',
        'web/money/subscriptions/SubscribersPage.tsx',
        () => import('#web/money/subscriptions/SubscribersPage.tsx'),
      ),
      workPage(
        'creator/subscriptions-offer',
        'web/money/subscriptions/studio/OfferPage.tsx',
        () => import('#web/money/subscriptions/studio/OfferPage.tsx'),
      ),
      workPage(
        'creator/account',
        'web/people/profiles/CreatorAccountPage.tsx',
        () => import('#web/people/profiles/CreatorAccountPage.tsx'),
      ),
      workPage('admin', 'web/office/admin/OverviewPage.tsx', () => import('#web/office/admin/OverviewPage.tsx')),
      workPage('admin/performers', 'web/office/admin/PerformersPage.tsx', () => import('#web/office/admin/PerformersPage.tsx')),
      workPage('admin/people', 'web/office/admin/PeoplePage.tsx', () => import('#web/office/admin/PeoplePage.tsx')),
      workPage('admin/people/:personId', 'web/office/admin/PersonPage.tsx', () => import('#web/office/admin/PersonPage.tsx')),
      workPage('admin/works', 'web/office/admin/WorksPage.tsx', () => import('#web/office/admin/WorksPage.tsx')),
      workPage('admin/payments', 'web/office/admin/PaymentsPage.tsx', () => import('#web/office/admin/PaymentsPage.tsx')),
      workPage(
        'admin/payments/differences',
        'web/money/payments/office/DifferencesPage.tsx',
        () => import('#web/money/payments/office/DifferencesPage.tsx'),
      ),
      workPage('admin/transfers', 'web/office/admin/TransfersPage.tsx', () => import('#web/office/admin/TransfersPage.tsx')),
      workPage(
        'admin/payouts',
        'web/money/payouts/office/OfficePayoutsPage.tsx',
        () => import('#web/money/payouts/office/OfficePayoutsPage.tsx'),
      ),
      workPage(
        'admin/payouts/:payoutId',
        'web/money/payouts/office/OfficePayoutPage.tsx',
        () => import('#web/money/payouts/office/OfficePayoutPage.tsx'),
      ),
      workPage('admin/coupons', 'web/money/coupons/CouponsPage.tsx', () => import('#web/money/coupons/CouponsPage.tsx')),
      workPage('admin/packages', 'web/money/packages/PackagesPage.tsx', () => import('#web/money/packages/PackagesPage.tsx')),
      workPage('admin/settings', 'web/office/admin/SettingsPage.tsx', () => import('#web/office/admin/SettingsPage.tsx')),
      workPage('admin/inbox', 'web/office/admin/InboxPage.tsx', () => import('#web/office/admin/InboxPage.tsx')),
      workPage('admin/letters', 'web/office/admin/LettersPage.tsx', () => import('#web/office/admin/LettersPage.tsx')),
      workPage('admin/audit', 'web/office/admin/AuditPage.tsx', () => import('#web/office/admin/AuditPage.tsx')),
      page('500', 'web/app/shell/BrokenPage.tsx', () => import('#web/app/shell/BrokenPage.tsx')),
      ...(import.meta.env.DEV
        ? [{ path: 'dev/ui', lazy: async () => ({ Component: (await import('#web/dev/Gallery.tsx')).Gallery }) }]
        : []),
      browsePage(':profileId', 'web/windows/directory/ProfilePage.tsx', () => import('#web/windows/directory/ProfilePage.tsx')),
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
