// The socket in the browser: a push is a hint, so most only say what to ask for again; whenever it connects, everything is asked for.
// Statuses and delays are those of specification.md sections 4 and 9.
import { io, type Socket } from 'socket.io-client'
import { mutate } from 'swr'
import type { CurrentUser } from '#contract/windows/me.ts'
import { refresh } from '#web/app/query.ts'
import { meKey } from '#web/app/session.tsx'

type RealtimeStatus = 'initialized' | 'connected' | 'disconnect' | 'failed' | 'reconnecting'

let socket: Socket | undefined

/** Connects with the session's cookie and signs in; again after every reconnect. Returns the way to close. */
export function connect(apiBaseUrl: string): () => void {
  const own = io(apiBaseUrl ? new URL(apiBaseUrl).origin : window.location.origin, {
    transports: ['websocket', 'polling'],
    withCredentials: true,
    reconnection: true,
    reconnectionAttempts: Number.POSITIVE_INFINITY,
    reconnectionDelay: 1000,
    reconnectionDelayMax: 10_000,
  })
  socket = own
  tell('initialized')
  own.on('connect', () => {
    // The session's cookie is HttpOnly: the server reads the token from the handshake, the event asks it to.
    own.emit('auth/login', {}, () => {})
    tell('connected')
    // The first time, too: between the page's making and now something may have changed that nobody could tell it.
    void mutate(() => true)
  })
  own.on('disconnect', () => tell('disconnect'))
  own.on('connect_error', () => tell('failed'))
  own.io.on('reconnect_attempt', () => tell('reconnecting'))

  own.on('balance/updated', ({ balance }: { balance: number }) => {
    // Before anyone asked, there is nothing to change: then it is asked for.
    void mutate<CurrentUser | null>(meKey, (me) => me && { ...me, balance }, { revalidate: (me) => !me })
    void refresh('wallet.lines')
  })
  own.on('tip/created', () => void refresh('earnings.stats', 'earnings.lines'))
  own.on('sale/created', () => void refresh('earnings.stats', 'earnings.lines', 'feeds.own'))
  own.on(
    'subscription/updated',
    () =>
      void refresh(
        'subscriptions.mine',
        'subscriptions.gifts',
        'subscriptions.subscribers',
        'directory.performer',
        'earnings.stats',
        // What it opens, or closes again, may be on the screen.
        'timeline.home',
        'feeds.ofPerformer',
        'feeds.one',
        'videos.one',
        'galleries.one',
        'galleries.photosOf',
        'comments.list',
      ),
  )
  own.on('feed/updated', () => void refresh('feeds.own', 'feeds.one', 'timeline.home', 'feeds.ofPerformer'))
  own.on('comment/created', () => void refresh('comments.list', 'feeds.one'))
  own.on('file/status', () => {
    // Those who upload listen for it on the window: their part of the house is not fetched for this.
    window.dispatchEvent(new Event('file/status'))
    void refresh('uploads.library')
  })
  own.on(
    'order/updated',
    () => void refresh('shop.order', 'shop.orders', 'shop.ownOrders', 'shop.ownProducts', 'earnings.stats', 'earnings.lines'),
  )
  own.on(
    'payout/updated',
    () => void refresh('payouts.sums', 'payouts.pendingReview', 'payouts.search', 'payouts.view', 'earnings.stats', 'earnings.lines'),
  )
  own.on('settings/changed', () => void refresh('settings.public'))
  return () => {
    own.close()
    if (socket === own) socket = undefined
    tell('disconnect')
  }
}

/** To be read on the page itself, by whoever wonders why nothing moves. */
function tell(status: RealtimeStatus): void {
  document.documentElement.dataset['socket'] = status
}

/** For slices that listen themselves (a status call's file, later chat). */
export function on(event: string, heard: (payload: never) => void): () => void {
  socket?.on(event, heard as never)
  return () => socket?.off(event, heard as never)
}
