// What a notice says to its reader, in their language, and where it leads. Of a work no more is said than they may see at this moment: its title
// where it opens for them, and nothing of one that is not there for them any more.
import { dateTag } from '#contract/locales.ts'
import { kindNames } from '#contract/catalogue/kind-names.ts'
import * as access from '#server/catalogue/access/access.ts'
import * as shop from '#server/catalogue/shop/shop.ts'
import * as works from '#server/catalogue/works/works.ts'
import * as messaging from '#server/talk/messaging/messaging.ts'
import type { UserCard } from '#contract/people/person.ts'
import * as profiles from '#server/people/profiles/profiles.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import { writtenNumber } from '#server/platform/units/units.ts'
import { say, type Language } from '#server/platform/words/words.ts'
import { tellingOf } from '#server/talk/notifications/events.ts'
import type { Row } from '#server/talk/notifications/queries.ts'

/** Who reads it, and from where. */
export interface For {
  viewer: Member
  country: string | undefined
  language: Language
  timeZone: string
}

export interface Said {
  text: string
  path: string
  actor?: UserCard
}

export async function saidTo(db: Db, reader: For, rows: readonly Row[]): Promise<Map<string, Said>> {
  const idsOf = (kind: Row['subjectKind']) =>
    rows.flatMap(({ subjectKind, subjectId }) => (subjectKind === kind && subjectId ? [subjectId] : []))
  const [cards, found, orders] = await Promise.all([
    profiles.userCards(db, [...new Set(rows.flatMap(({ actorId }) => actorId ?? []))]),
    works.find(db, [...new Set(idsOf('work'))]),
    shop.titlesOf(db, [...new Set(idsOf('order'))]),
  ])
  const sent = [...found.values()].filter(({ kind }) => kind === 'message').map(({ id }) => id)
  const [rights, places] = await Promise.all([
    access.mayView(db, reader, [...found.values()]),
    sent.length === 0 ? new Map<string, messaging.Place>() : messaging.whereSentBy(db, reader.viewer.accountId, sent),
  ])
  return new Map(
    rows.map((row) => {
      const actor = row.actorId ? cards.get(row.actorId) : undefined
      const work = row.subjectKind === 'work' && row.subjectId ? found.get(row.subjectId) : undefined
      const right = work && rights.get(work.id)
      const title = row.subjectKind === 'order' && row.subjectId ? (orders.get(row.subjectId) ?? '') : right?.canView ? work!.title : ''
      const said: Said = {
        text: sentence(row, { reader, name: actor?.name, title }),
        path: pathOf(row, { reader, actor, work: right?.isThere ? work : undefined, place: work && places.get(work.id) }),
        ...(actor && { actor }),
      }
      return [row.id, said]
    }),
  )
}

function sentence(
  { event, count, amount, until }: Row,
  { reader: { language, timeZone }, name, title }: { reader: For; name: string | undefined; title: string },
): string {
  const { isCounted = false, names: named } = tellingOf(event)
  const isMany = count > 1 && isCounted
  const names = named === 'always' || (named === 'alone' && !isMany)
  return say(language, `notices.event.${event}${names && title === '' ? '.untitled' : ''}${isMany ? '.more' : ''}`, {
    name: name ?? say(language, 'notices.somebody'),
    title,
    count,
    tokens: writtenNumber(amount / 100, language),
    when: until ? new Intl.DateTimeFormat(dateTag(language), { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(until) : '',
    until: until ? new Intl.DateTimeFormat(dateTag(language), { dateStyle: 'long', timeZone }).format(until) : '',
  })
}

function pathOf(
  { kind, event, subjectKind, subjectId, count }: Row,
  {
    reader: { viewer },
    actor,
    work,
    place,
  }: { reader: For; actor: UserCard | undefined; work: works.Work | undefined; place: messaging.Place | undefined },
): string {
  const isCreator = viewer.role === 'performer'
  if (event === 'work_tagged') return '/creator/tagged'
  if (event === 'private_asked' || event.startsWith('guest_')) return '/creator/live'
  if (event === 'recording_refused') return '/creator/library'
  if (event.startsWith('recording_') && event !== 'recording_made') return '/creator/live'
  if (event === 'private_declined' && actor) return `/${actor.username}`
  if (event === 'purchase_removed' || event === 'ticket_returned') return '/wallet'
  if (kind === 'post' && actor && (count > 1 || !work)) return `/${actor.username}`
  // What was sent in a message has no page of its own, and stands where it was sent; also where its reader may not look at it any more.
  if (place && kind === 'review')
    return place.campaignId === null ? `/messages/${place.conversationId}` : `/creator/campaigns/${place.campaignId}`
  if (work?.kind === 'message') return kind === 'sale' ? '/creator/earnings' : '/messages'
  if (work?.kind === 'stream') return work.creatorId === viewer.accountId ? '/creator/live' : `/live/${work.id}`
  if (work && kind === 'review') return `/creator/${kindNames[work.kind].path}/${work.id}`
  if (work) return `/${kindNames[work.kind].path}/${work.id}`
  if (subjectKind === 'conversation') return `/messages/${subjectId}`
  if (subjectKind === 'order') return isCreator ? `/creator/orders/${subjectId}` : `/orders/${subjectId}`
  if (subjectKind === 'report') return `/settings/reports/${subjectId}`
  if (subjectKind === 'payout') return `/creator/payouts/${subjectId}`
  if (kind === 'subscriber') return '/creator/subscribers'
  if (kind === 'subscription') return '/subscriptions'
  if (kind === 'tip' || kind === 'sale') return '/creator/earnings'
  if (kind === 'review') return '/creator'
  if (kind === 'account') return '/settings'
  return isCreator ? '/creator' : '/home'
}
