// The service worker: it shows what is pushed, and a page of its own where the network is away. It keeps no page of the site: what is shown is
// always what the network says. A new one waits until all tabs of the old one are closed, so that nothing changes in the middle of what somebody does.
const kept = 'stagedoor'
const offline = '/offline'

self.addEventListener('activate', (event) => {
  // A page is asked for while the worker still wakes up.
  event.waitUntil(self.registration.navigationPreload?.enable())
})

/** An open page tells its language and theme: the page for later is kept in them. */
self.addEventListener('message', (event) => {
  const { locale, theme } = event.data ?? {}
  if (typeof locale === 'string' && typeof theme === 'string') event.waitUntil(keep(`${offline}?${new URLSearchParams({ locale, theme })}`))
  event.waitUntil(renew().catch(() => {}))
})

/** Where the site signs with another key than the one that this browser listens to, nothing would ever be heard again: it subscribes anew. */
async function renew() {
  const { pushManager } = self.registration
  const before = await pushManager?.getSubscription()
  const asked = before && (await fetch('/api/notifications/push-key'))
  const { key, isNew } = asked?.ok ? (await asked.json()).data : {}
  if (!isNew) return
  await before.unsubscribe()
  const { endpoint, keys } = (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })).toJSON()
  const body = JSON.stringify({ endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } })
  await fetch('/api/notifications/push-subscriptions', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
}

async function keep(address) {
  const page = await fetch(address)
  if (page.ok) await (await caches.open(kept)).put(offline, page)
}

self.addEventListener('fetch', (event) => {
  if (event.request.mode === 'navigate') event.respondWith(navigated(event))
})

async function navigated(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request))
  } catch {
    return (await (await caches.open(kept)).match(offline)) ?? Response.error()
  }
}

self.addEventListener('push', (event) => {
  const { title = '', body = '', path = '/notifications', tag = 'notices', unread } = event.data?.json() ?? {}
  if (typeof unread === 'number') void self.navigator.setAppBadge?.(unread)
  event.waitUntil(self.registration.showNotification(title, { body, tag, data: { path }, icon: '/icon-192.png', badge: '/icon-192.png' }))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(event.notification.data?.path ?? '/notifications'))
})

/** The tab that shows it already; in any other somebody may be in the middle of something. */
async function open(path) {
  const address = new URL(path, self.location.origin)
  if (address.origin !== self.location.origin) return
  const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const shown = tabs.find((tab) => new URL(tab.url).pathname === address.pathname)
  if (shown) await shown.focus()
  else await self.clients.openWindow(address.href)
}
