// A page behind a link is fetched while the link is reached for: by the time it is pressed, its parts are there or on their way.
import { matchRoutes, type RouteObject } from 'react-router'

export function fetchWhatIsReachedFor(routes: RouteObject[], basename: string): void {
  const reach = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
    if (!link || link.origin !== window.location.origin) return
    for (const { route } of matchRoutes(routes, link.pathname, basename) ?? []) {
      // Once brought, it is only looked up. What fails now is fetched again by whoever goes there.
      if (typeof route.lazy === 'function') void route.lazy().catch(() => {})
    }
  }
  for (const how of ['pointerover', 'focusin']) document.addEventListener(how, reach, { passive: true })
}
