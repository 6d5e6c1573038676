import type { NavigateFunction } from 'react-router'

/** To the gateway's page: elsewhere on the web, or (the sandbox) a page of this site. */
export function leaveToPay(paymentUrl: string, navigate: NavigateFunction): void {
  const url = new URL(paymentUrl, window.location.origin)
  if (url.origin === window.location.origin) void navigate(url.pathname + url.search)
  else window.location.assign(url)
}
