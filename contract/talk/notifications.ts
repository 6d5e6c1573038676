// What somebody is told, and how they want to hear of it (calls.md section 15). Sentences are written when they are read, in the reader's language
// (Content-Language), and say of a work no more than its reader may see.
import Type, { type Static } from 'typebox'
import { Body, ById, endpoints, Flag, Id, Instant, ListQuery, Page } from '#contract/endpoint.ts'
import { UserCard } from '#contract/people/person.ts'
import { noticeKinds, noticeLetters } from '#contract/talk/notice-names.ts'

const NoticeKind = Type.Enum([...noticeKinds])

export const Notice = Type.Object({
  _id: Id,
  kind: NoticeKind,
  text: Type.String({ description: 'one sentence' }),
  path: Type.String({ description: 'where it leads, on this site' }),
  actor: Type.Optional(UserCard),
  count: Type.Integer({ description: 'how often it happened while it was unread' }),
  isRead: Flag,
  createdAt: Type.String({ format: 'date-time', description: 'when it happened last' }),
})
export type Notice = Static<typeof Notice>

const Unread = Type.Object({ total: Type.Integer({ minimum: 0, description: 'counted to 100' }) })

const Clock = Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$', description: 'hours and minutes of the day, such as 22:30' })
const QuietHours = Body({ from: Clock, to: Clock })
const Hour = Type.Integer({ minimum: 0, maximum: 23 })

const channels = { inApp: Flag, email: Type.Enum([...noticeLetters]), push: Flag }

export const NoticePreferences = Type.Object({
  kinds: Type.Array(
    Type.Object({
      kind: NoticeKind,
      ...channels,
      isFixed: Type.Optional(Type.Literal(true, { description: 'its letters are about the account’s safety: they always go' })),
    }),
    { description: 'of what may happen to an account like this one' },
  ),
  emails: Type.Boolean({ description: 'false: no letters but those that always go (`notificationPrefs.email` of the account)' }),
  quietHours: Type.Optional(Type.Object({ from: Clock, to: Clock }, { description: 'in `timeZone`; nothing is pushed or mailed in them' })),
  digestHour: Type.Integer({ description: 'of the day in `timeZone`' }),
  isDiscreet: Type.Boolean({
    description: 'what is pushed, and a letter’s subject, says that there is news, and not what; so it is for whoever has not chosen',
  }),
  timeZone: Type.String({ description: 'an IANA name: the account’s own, or what is taken for it' }),
})
export type NoticePreferences = Static<typeof NoticePreferences>

/** What the link in a letter is about, and how that stands. */
const LetterLink = Type.Object({
  kind: Type.Optional(Type.Enum([...noticeKinds], { description: 'none: all letters that only tell' })),
  isStopped: Type.Boolean({ description: 'none of them are sent' }),
  emails: Type.Boolean({ description: 'false: no letters but those that always go, of whichever kind' }),
})
export type LetterLink = Static<typeof LetterLink>

const byLink = Type.Object({ token: Type.String({ pattern: '^[A-Za-z0-9_-]{40,200}$' }) })

export const notifications = endpoints({
  /** Newest first. */
  list: {
    method: 'GET',
    path: '/notifications',
    for: 'member',
    inClosedCountry: true,
    summary: 'What I was told',
    query: ListQuery({ unread: Type.Optional(Flag) }),
    reply: Page(Notice),
  },
  totalUnread: {
    method: 'GET',
    path: '/notifications/total-unread',
    for: 'member',
    inClosedCountry: true,
    summary: 'How much of it I have not read',
    reply: Unread,
  },
  /** These; without ids all that happened until `to`, which is now where it is not said. What is another's is passed over. */
  read: {
    method: 'POST',
    path: '/notifications/read',
    for: 'member',
    inClosedCountry: true,
    summary: 'Mark as read',
    body: Body({ ids: Type.Optional(Type.Array(Id, { maxItems: 100 })), to: Type.Optional(Instant) }),
    reply: Unread,
  },
  preferences: {
    method: 'GET',
    path: '/notifications/preferences',
    for: 'member',
    inClosedCountry: true,
    summary: 'How I want to hear of things',
    reply: NoticePreferences,
  },
  /** What is not named stays. A kind of which this account never hears is not an option. */
  prefer: {
    method: 'PUT',
    path: '/notifications/preferences',
    for: 'member',
    inClosedCountry: true,
    whileActing: true,
    summary: 'Decide how I want to hear of things',
    body: Body({
      kinds: Type.Optional(
        Type.Array(
          Body({
            kind: NoticeKind,
            inApp: Type.Optional(channels.inApp),
            email: Type.Optional(channels.email),
            push: Type.Optional(channels.push),
          }),
          { maxItems: noticeKinds.length },
        ),
      ),
      emails: Type.Optional(Flag),
      quietHours: Type.Optional(Type.Union([QuietHours, Type.Null()], { description: 'null: there are none' })),
      digestHour: Type.Optional(Hour),
      isDiscreet: Type.Optional(Flag),
      timeZone: Type.Optional(Type.String({ format: 'time-zone', maxLength: 60, description: 'kept as the account’s own' })),
    }),
    reply: NoticePreferences,
  },
  pushKey: {
    method: 'GET',
    path: '/notifications/push-key',
    for: 'member',
    inClosedCountry: true,
    summary: 'The key that pushes of this site are signed with',
    reply: Type.Object({
      key: Type.String({ description: 'base64url: the applicationServerKey of pushManager.subscribe' }),
      isNew: Type.Boolean({
        description: 'the browser of this session listens to a key of before, and hears nothing until it subscribes anew',
      }),
    }),
  },
  /** A browser's subscription, as it says it of itself; said again it is the same. It goes with the session, and the oldest goes where there are more than 20, or 10 of one push service. */
  subscribe: {
    method: 'POST',
    path: '/notifications/push-subscriptions',
    for: 'member',
    inClosedCountry: true,
    summary: 'Push to this browser',
    body: Body({
      endpoint: Type.String({ maxLength: 1000 }),
      keys: Body({
        p256dh: Type.String({ pattern: '^[A-Za-z0-9_-]{87}=?$', maxLength: 88 }),
        auth: Type.String({ pattern: '^[A-Za-z0-9_-]{22}(==)?$', maxLength: 24 }),
      }),
    }),
    reply: Type.Object({ _id: Id }),
    refuses: ['endpoint_not_allowed', 'endpoint_silent', 'not_allowed'],
  },
  unsubscribeDevice: {
    method: 'DELETE',
    path: '/notifications/push-subscriptions/:id',
    for: 'member',
    inClosedCountry: true,
    summary: 'No more pushes to a browser',
    params: ById,
    reply: Type.Object({ deleted: Flag }),
    refuses: ['not_found'],
  },
  /**
   * What a letter's unsubscribe link and the mail programs' own button ask (RFC 8058: a form of either kind, or nothing; it says nothing that the token does not), without
   * signing in. The token names the account, and the kind or all of them; it works once and again.
   */
  unsubscribe: {
    method: 'POST',
    path: '/notifications/unsubscribe/:token',
    for: 'anyone',
    inClosedCountry: true,
    summary: 'No more of these letters',
    params: byLink,
    reply: LetterLink,
    refuses: ['link_expired'],
    raw: true,
    rate: 'write',
    duringMaintenance: true,
  },
  /** By the same link: whoever stopped them by mistake, or whose mail program did, has them again. It starts nothing that was not stopped. */
  resubscribe: {
    method: 'POST',
    path: '/notifications/resubscribe/:token',
    for: 'anyone',
    inClosedCountry: true,
    summary: 'These letters after all',
    params: byLink,
    reply: LetterLink,
    refuses: ['link_expired'],
    rate: 'write',
  },
  letterLink: {
    method: 'GET',
    path: '/notifications/letter-links/:token',
    for: 'anyone',
    inClosedCountry: true,
    summary: 'What the link in a letter is about',
    params: byLink,
    reply: LetterLink,
    refuses: ['link_expired'],
  },
})
