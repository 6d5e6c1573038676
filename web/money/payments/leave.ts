import type { NavigateFunction } from 'react-router'

/** To the gateway's page: elsewhere on the web, or (the sandbox) a page of this site. */
export function leaveToPay(paymentUrl: string, navigate: NavigateFunction): void {
  const url = new URL(paymentUrl, window.location.origin)
  // A page with a gateway's own form comes anew, because only its policy lets that form in (server/web.ts).
  if (url.origin === window.location.origin && !url.pathname.startsWith('/checkout/stripe/')) void navigate(url.pathname + url.search)
  else window.location.assign(url)
}
