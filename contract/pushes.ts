// What the server says over the socket without being asked (calls.md section 14). A push is a hint: it may be lost, and whoever hears it asks
// again by the rows named here. Sending one that does not stand here, or with another payload, does not compile; nor does hearing it.
import { rowsOfWorks } from '#contract/catalogue/rows-of-works.ts'
import type { RowName } from '#contract/client.ts'
import type { Transaction } from '#contract/money/payments.ts'
import type { PayoutStatus } from '#contract/money/payout-names.ts'
import type { UserCard } from '#contract/people/person.ts'
import type { PrivateRequest, Receipt } from '#contract/stage/metering.ts'
import type { TipGoal } from '#contract/stage/tipping.ts'
import type { RoomLine } from '#contract/talk/rooms.ts'

/** Each with its payload. Amounts are tokens, ids travel as `_id` or by what they name. */
export interface Pushes {
  /** To whose wallet it is: what it has now, and by how much that changed. */
  'balance/updated': { balance: number; delta: number }
  /** To the performer. Without `user` it was given anonymously. */
  'tip/created': {
    _id: string
    amount: number
    message: string
    feedId: string | null
    feedTitle: string | null
    user?: { _id: string; name: string; username: string }
  }
  /** To the creator of a work that was unlocked. */
  'sale/created': { workId: string; price: number }
  /** To the fan and the performer, whatever became of it. */
  'subscription/updated': { _id: string; userId: string; performerId: string; expiredAt: string }
  /** To who pays: a checkout ended, or a payment was given back or taken back. */
  'payment/updated': { transactionId: string; status: Transaction['status'] }
  /** To the performer whose payout moved. */
  'payout/updated': { _id: string; status: PayoutStatus }
  /** To both sides of an order that moved. */
  'order/updated': { _id: string }
  /** To the creator of what is commented on, and to who is replied to. */
  'comment/created': { commentId: string; workId: string; parentId: string | null }
  /** To both sides of a conversation. `change` is the conversation's newest number: whoever has not heard of the one before it asks what they missed. */
  'message/created': { conversationId: string; messageId?: string; change: number }
  /** Another text, or what it cost came back. */
  'message/edited': { conversationId: string; messageId?: string; change: number }
  'message/deleted': { conversationId: string; messageId?: string; change: number }
  /** A read mark moved. */
  'message/read': { conversationId: string; messageId?: string; change: number }
  /** To many at once: a mass message came to one of their conversations, or was taken back; or to two, between whom a block was made or lifted. */
  'messages/changed': Readonly<Record<string, never>>
  /** To the other side of a conversation: somebody writes there, for some seconds from now. */
  'message/typing': { conversationId: string }
  /**
   * To everybody in the room of a stream: what was said in one moment, in the order of its changes, of which `change` is the last. The lines themselves come
   * along, as everybody there may read them: a thousand do not ask for them at once.
   */
  'stream/message-created': { conversationId: string; change: number; messages: readonly RoomLine[] }
  'stream/message-deleted': { conversationId: string; change: number; messageId: string }
  'stream/cleared': { conversationId: string; change: number }
  /** Its name, its audience, what is pinned there, who is muted: ask for the room. */
  'stream/room-updated': { conversationId: string; change: number }
  /** To everybody in the room of a stream: what its performer hopes to be given, and how far that is; null: nothing any more. */
  'stream/goal': { conversationId: string; streamId: string; goal: TipGoal | null }
  /** To the performer and whoever voted: how a poll of the room stands now. */
  'stream/poll': { streamId: string; pollId: string; options: readonly { _id: string; totalVote: number }[] }
  /**
   * To everybody in the room of a stream: it began, its picture came or went, a poll began or is over, it is over. To somebody alone who is let into the
   * room no more: how they stand to it changed.
   */
  'stream/changed': { conversationId: string; streamId: string }
  /**
   * To everybody in the room of a stream that is live, every ten seconds: how many watch. A private show has none. Whoever hears it is told of whatever
   * changes and need not ask, and whoever does not hear it asks.
   */
  'stream/watched': { conversationId: string; streamId: string; viewerCount: number }
  /** To the performer: somebody asks for a private show, at so many tokens a minute. */
  'private-request/new': { _id: string; conversationId: string; user: UserCard; price: number }
  /** To both: it waits no longer. Accepted: `streamId` is the show. */
  'private-request/removed': { _id: string; conversationId: string; state: Exclude<PrivateRequest['state'], 'asked'>; streamId?: string }
  /** To whoever came in, and to the performer: a show paid for by the minute runs for them. Nothing was charged yet. */
  'private/started': { streamId: string; role: Receipt['role'] }
  /** To whoever pays: a minute was charged. `minutesLeft`: how many more the wallet pays after it. To the performer without what is in the wallet. */
  'private/tick': { streamId: string; role: Receipt['role']; minutes: number; total: number; balance?: number; minutesLeft?: number }
  /** To whoever pays: in so many minutes it ends, unless they top up. */
  'private/low-balance': { streamId: string; minutesLeft: number; balance: number }
  /** To whoever paid, and to the performer: they are out, and nothing is charged any more. */
  'private/ended': { streamId: string; role: Receipt['role']; why: NonNullable<Receipt['closedWhy']> }
  /** To who is told something. */
  'notification/new': Readonly<Record<string, never>>
  /** To who uploaded it: the file is ready, or cannot be. */
  'file/status': { fileId: string; status: 'finished' | 'error' }
  /** To everybody: something of what everyone may know of the site was changed. */
  'settings/changed': Readonly<Record<string, never>>
  /** To everybody: processes of the site did not hear each other for a while. Whoever hears it asks again for everything, as after a reconnect. */
  'pushes/missed': Readonly<Record<string, never>>
}

/** What a client says over the socket and no row takes: it changes nothing, and whoever says it more often than twice in a second is not heard. */
export interface Signals {
  /** The sender writes in this conversation; said anew every few seconds while they do. */
  typing: { conversationId: string }
}

export type SignalName = keyof Signals

/**
 * What a client asks to hear from now on, a visitor too. The answer is `{joined: true}` with what stands here, or `{joined: false}`; whoever joined asks
 * for everything after what they know, because between the two something may have happened. `stream/leave` with the same words ends it.
 */
export interface Joins {
  'stream/join': { asks: { conversationId: string }; answer: { change: number } }
}

export type JoinName = keyof Joins

export type PushName = keyof Pushes

const inbox = ['messaging.conversations', 'messaging.search', 'messaging.totalUnread', 'me.user', 'me.waiting'] as const
/** A request is a line of its conversation, and changes with it. */
const lines = [...inbox, 'requests.list', 'requests.one'] as const
const sales = ['earnings.stats', 'earnings.lines'] as const

/** Whose answers a push may have changed: a screen that shows one asks again. */
export const changedBy = {
  'balance/updated': ['wallet.lines', 'wallet.state'],
  'tip/created': [...sales, 'live.summary'],
  'sale/created': [...sales, 'feeds.own', 'live.summary'],
  'subscription/updated': [
    'subscriptions.mine',
    'gifts.mine',
    'subscriptions.subscribers',
    'directory.performer',
    'messaging.conversation',
    'earnings.stats',
    ...rowsOfWorks,
  ],
  'payment/updated': ['payments.transaction', 'payments.transactions', 'payments.cards', 'subscriptions.mine'],
  'payout/updated': [...sales, 'payouts.sums', 'payouts.pendingReview', 'payouts.search', 'payouts.view'],
  'order/updated': [...sales, 'shop.order', 'shop.orders', 'shop.ownOrders', 'shop.ownProducts', 'me.waiting'],
  'comment/created': ['comments.list', 'feeds.one'],
  // An open conversation asks by itself what it missed (web/talk/messaging).
  'message/created': lines,
  'message/edited': lines,
  'message/deleted': inbox,
  'message/read': inbox,
  'messages/changed': [...inbox, 'messaging.conversation'],
  'message/typing': [],
  // An open room draws what it hears, and asks by itself what it missed.
  'stream/message-created': [],
  'stream/message-deleted': [],
  'stream/cleared': [],
  'stream/room-updated': [],
  // An open watch page shows it at once.
  'stream/goal': [],
  'stream/watched': [],
  'stream/poll': [],
  'stream/changed': ['live.join', 'live.search', 'live.own'],
  'private-request/new': ['live.privateRequests'],
  'private-request/removed': ['live.privateRequests'],
  'private/started': ['live.join', 'live.own', 'live.summary'],
  // The screen of the show counts along.
  'private/tick': ['live.summary', ...sales],
  'private/low-balance': [],
  'private/ended': ['live.join', 'live.own', 'live.receipts', 'live.summary'],
  'notification/new': ['notifications.list', 'notifications.totalUnread', 'me.user', 'me.waiting', 'works.tagged', 'live.guestInvitations'],
  'file/status': ['uploads.library'],
  'settings/changed': ['settings.public'],
  // Everything (web/app/realtime.ts).
  'pushes/missed': [],
} as const satisfies Readonly<Record<PushName, readonly RowName[]>>
