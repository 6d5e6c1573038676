import '@vitejs/plugin-react/preamble'
import { type ReactNode, StrictMode, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, matchRoutes, RouterContextProvider } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { fronts } from 'words:fronts'
import { App } from '#web/App.tsx'
import { apiContext, bootContext, browserApi } from '#web/app/api.ts'
import type { Boot } from '#web/app/boot.ts'
import { learnsLater, makeSpeaker } from '#web/app/words.ts'
import { cachedLocale, cacheLocale, pathIn, splitPrefix } from '#web/app/locale.ts'
import { fetchWhatIsReachedFor } from '#web/app/reaching.ts'
import type { Entered } from '#web/app/session.tsx'
import { ownTimeZone } from '#web/app/time-zone.ts'
import { keptBirthDate } from '#web/people/accounts/age.ts'
import { routes } from '#web/routes.tsx'
import { knowWayOn, untilBack } from '#web/ui/network.ts'
import './app.css'

const told = JSON.parse(document.getElementById('boot')?.textContent ?? '{}') as Boot
const boot = told.me ? told : { ...told, birthDateCookie: keptBirthDate() }
const { prefix } = splitPrefix(window.location.pathname)
const cached = cachedLocale()

const { supportedLocales, defaultLocale } = boot.settings

if (!prefix && cached && cached !== boot.locale && supportedLocales.includes(cached) && !document.cookie.includes('i18nextLng=')) {
  // Remembered in storage only (the cookie was cleared): the route switches to it (specification.md section 4).
  cacheLocale(cached)
  window.location.replace(pathIn(cached, defaultLocale, window.location.pathname) + window.location.search)
} else {
  cacheLocale(boot.locale)
  await hydrate()
}

async function hydrate() {
  const { messages, rooms } = await untilBack(fronts[boot.locale])
  // Before the router looks for its lazy pages: those of studio and office bring more words.
  const speaker = learnsLater(makeSpeaker(boot.locale, messages, boot.overrides), boot.overrides, rooms)
  const api = browserApi(boot)
  // Loaders are asked here from the second page on: by then hours are this browser's.
  const here = { ...boot, timeZone: ownTimeZone() ?? boot.timeZone }
  const basename = prefix ? `/${prefix}` : '/'
  const onEnter = (entered: Entered) => void Object.assign(here, entered)
  await bringPage(basename)
  const router = createBrowserRouter(routes, {
    basename,
    getContext: () =>
      new RouterContextProvider(
        new Map<never, unknown>([
          [apiContext as never, api],
          [bootContext as never, here],
        ]) as never,
      ),
  })
  knowWayOn(() => {
    const { location } = router.state.navigation
    return location && router.createHref(location)
  })
  fetchWhatIsReachedFor(routes, basename)
  const root = document.getElementById('root')
  if (!root) throw new Error('the page has no root')
  if (!router.state.initialized) await new Promise<void>((done) => router.subscribe((state) => state.initialized && done()))
  hydrateRoot(
    root,
    <StrictMode>
      <Alive>
        <App boot={boot} api={api} speaker={speaker} onEnter={onEnter}>
          <RouterProvider router={router} />
        </App>
      </Alive>
    </StrictMode>,
    {
      // With the place in the tree: what the server drew and the browser would have drawn otherwise is hard to find without.
      onRecoverableError: (error, { componentStack }) => console.error(error, componentStack),
    },
  )
}

/** Tests wait for it before they press anything. It stands around everything: beside it, React would count its ids otherwise than the server. */
function Alive({ children }: { children: ReactNode }) {
  useEffect(() => {
    document.documentElement.setAttribute('data-alive', '')
  }, [])
  return children
}

/**
 * This page's own parts, before the router looks at them: of a route that is still to come it would ask everything again that the
 * server has just answered, and what is different each time (a handful to discover) would not fit the server's markup.
 */
async function bringPage(basename: string): Promise<void> {
  const matches = matchRoutes(routes, window.location, basename) ?? []
  await Promise.all(
    matches.map(async ({ route }) => {
      if (typeof route.lazy !== 'function') return
      Object.assign(route, await route.lazy(), { lazy: undefined })
    }),
  )
}
