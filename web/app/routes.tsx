// Every page, by address (specification.md section 2). A lazy route's id is its source file: the server preloads by it.
// What stands here as a first word is reserved as a username (people/accounts keeps the list, a test compares).
import { type LoaderFunction, Outlet, redirect, type RouteObject, ScrollRestoration } from 'react-router'
import { bootOf } from '#web/app/api.ts'
import { ErrorPage } from '#web/app/shell/ErrorPage.tsx'
import { Gates } from '#web/app/shell/Gates.tsx'

interface Page {
  Component: React.ComponentType
  loader?: LoaderFunction
}

/** @param source the file that `load` imports, from the project's root */
function page(path: string | null, source: string, load: () => Promise<Page>): RouteObject {
  return { ...(path === null ? { index: true as const } : { path }), id: source, lazy: load } as RouteObject
}

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
      page('explore', 'web/windows/directory/ExplorePage.tsx', () => import('#web/windows/directory/ExplorePage.tsx')),
      page('posts/:postId', 'web/catalogue/feeds/PostPage.tsx', () => import('#web/catalogue/feeds/PostPage.tsx')),
      page('unlocked', 'web/windows/bookmarks/UnlockedPage.tsx', () => import('#web/windows/bookmarks/UnlockedPage.tsx')),
      page('bookmarks', 'web/windows/bookmarks/BookmarksPage.tsx', () => import('#web/windows/bookmarks/BookmarksPage.tsx')),
      page('wallet', 'web/money/wallet/WalletPage.tsx', () => import('#web/money/wallet/WalletPage.tsx')),
      page('payment/return', 'web/money/payments/ReturnPage.tsx', () => import('#web/money/payments/ReturnPage.tsx')),
      page(
        'checkout/sandbox/:checkoutId',
        'web/money/payments/SandboxCheckoutPage.tsx',
        () => import('#web/money/payments/SandboxCheckoutPage.tsx'),
      ),
      page(
        'subscriptions',
        'web/money/subscriptions/SubscriptionsPage.tsx',
        () => import('#web/money/subscriptions/SubscriptionsPage.tsx'),
      ),
      page('following', 'web/people/follows/FollowingPage.tsx', () => import('#web/people/follows/FollowingPage.tsx')),
      page('settings', 'web/people/accounts/SettingsPage.tsx', () => import('#web/people/accounts/SettingsPage.tsx')),
      page('me', 'web/windows/me/MePage.tsx', () => import('#web/windows/me/MePage.tsx')),
      page('auth/login', 'web/people/accounts/LoginPage.tsx', () => import('#web/people/accounts/LoginPage.tsx')),
      page('auth/register', 'web/people/accounts/RegisterPage.tsx', () => import('#web/people/accounts/RegisterPage.tsx')),
      page(
        'auth/register/performer',
        'web/people/identity/PerformerRegisterPage.tsx',
        () => import('#web/people/identity/PerformerRegisterPage.tsx'),
      ),
      page('auth/forgot', 'web/people/accounts/ForgotPage.tsx', () => import('#web/people/accounts/ForgotPage.tsx')),
      page('auth/reset', 'web/people/accounts/ResetPage.tsx', () => import('#web/people/accounts/ResetPage.tsx')),
      page('auth/verify', 'web/people/accounts/VerifyPage.tsx', () => import('#web/people/accounts/VerifyPage.tsx')),
      page('contact', 'web/site/contact/ContactPage.tsx', () => import('#web/site/contact/ContactPage.tsx')),
      page('terms', 'web/site/pages/TermsPage.tsx', () => import('#web/site/pages/TermsPage.tsx')),
      page('privacy', 'web/site/pages/PrivacyPage.tsx', () => import('#web/site/pages/PrivacyPage.tsx')),
      page('creator', 'web/money/earnings/StudioPage.tsx', () => import('#web/money/earnings/StudioPage.tsx')),
      page('creator/publish', 'web/catalogue/feeds/ComposerPage.tsx', () => import('#web/catalogue/feeds/ComposerPage.tsx')),
      page('creator/posts', 'web/catalogue/feeds/PostsPage.tsx', () => import('#web/catalogue/feeds/PostsPage.tsx')),
      page('creator/posts/:postId', 'web/catalogue/feeds/EditPage.tsx', () => import('#web/catalogue/feeds/EditPage.tsx')),
      page('creator/earnings', 'web/money/earnings/EarningsPage.tsx', () => import('#web/money/earnings/EarningsPage.tsx')),
      page(
        'creator/subscribers',
        'web/money/subscriptions/SubscribersPage.tsx',
        () => import('#web/money/subscriptions/SubscribersPage.tsx'),
      ),
      page('creator/account', 'web/people/profiles/CreatorAccountPage.tsx', () => import('#web/people/profiles/CreatorAccountPage.tsx')),
      page('admin', 'web/office/admin/OverviewPage.tsx', () => import('#web/office/admin/OverviewPage.tsx')),
      page('admin/performers', 'web/office/admin/PerformersPage.tsx', () => import('#web/office/admin/PerformersPage.tsx')),
      page('admin/works', 'web/office/admin/WorksPage.tsx', () => import('#web/office/admin/WorksPage.tsx')),
      page('admin/transfers', 'web/office/admin/TransfersPage.tsx', () => import('#web/office/admin/TransfersPage.tsx')),
      page('admin/settings', 'web/office/admin/SettingsPage.tsx', () => import('#web/office/admin/SettingsPage.tsx')),
      page('admin/letters', 'web/office/admin/LettersPage.tsx', () => import('#web/office/admin/LettersPage.tsx')),
      page('admin/audit', 'web/office/admin/AuditPage.tsx', () => import('#web/office/admin/AuditPage.tsx')),
      page('500', 'web/app/shell/BrokenPage.tsx', () => import('#web/app/shell/BrokenPage.tsx')),
      ...(import.meta.env.DEV
        ? [{ path: 'dev/ui', lazy: async () => ({ Component: (await import('#web/dev/Gallery.tsx')).Gallery }) }]
        : []),
      page(':profileId', 'web/windows/directory/ProfilePage.tsx', () => import('#web/windows/directory/ProfilePage.tsx')),
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
