// A guest performer in a show of another's: named by its performer, invited, and on the stage only with their own recorded yes.
// Promises: the yes is kept with the words that were read and its hour, and stays when it is withdrawn; whoever withdraws it, or is named no more,
// is off the air within seconds; nobody is a guest whose papers nobody looked at lately; each is told once for the hour of a show, and a no is heard.
import { dateTag } from '#contract/locales.ts'
import type { GuestInvitation } from '#contract/stage/guests.ts'
import * as access from '#server/catalogue/access/access.ts'
import * as works from '#server/catalogue/works/works.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
import * as blocks from '#server/people/blocks/blocks.ts'
import type { Db, Tx } from '#server/platform/db/db.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import { Refusal, refuse, refuseField } from '#server/platform/refusals/refusal.ts'
import { betweenSentences, say, type Language } from '#server/platform/words/words.ts'
import * as queries from '#server/stage/live/guest-queries.ts'
import { refuseOldPapers } from '#server/stage/live/papers.ts'
import * as streams from '#server/stage/live/queries.ts'
import { providerNamed } from '#server/stage/live/providers.ts'
import { recordingsOf } from '#server/stage/live/recording/recording.ts'
import { present } from '#server/stage/live/showing.ts'
import { isShutOut } from '#server/stage/live/standings.ts'
import { rooms } from '#server/talk/messaging/messaging.ts'
import * as notifications from '#server/talk/notifications/notifications.ts'

/**
 * Names who is to be a guest; nobody for none. Whoever was named before is a guest no more, and is off the air. Named again for the same hour they are
 * invited again and not told again: it stands on their page. A no is heard: they are asked again only for another hour, and after a second no never.
 * @throws at participantIds: not_allowed in a show paid for by the minute; unknown_participant for whoever is no active performer, is its own, or is
 * parted from them by a block or a ban: they are not told which it was; guest_declined
 */
export async function name(tx: Tx, streamId: string, participantIds: readonly string[]): Promise<void> {
  const guestId = participantIds[0] ?? null
  const stream = (await streams.lock(tx, streamId)) ?? refuse('not_found')
  if (stream.guestId === guestId) return
  if (guestId !== null) {
    await refuseUnfit(tx, stream, guestId)
    await refuseDeclined(tx, streamId, guestId)
  }
  await queries.endConsent(tx, streamId)
  await queries.setGuest(tx, streamId, guestId, 'asked')
  if (stream.guestId !== null) takeOffAir(tx, stream, stream.guestId)
  if (guestId !== null) await invite(tx, stream, guestId, 'guest_asked')
}

/**
 * A show has another hour, another title or other words. A yes was for the one of before, so it ends, and is asked for anew; on air, their picture stops until
 * they agree again. Who has not answered is asked for the new hour, and under other words no second time; a no stays one, until its performer asks again.
 * Whom a show is for never changes, so none becomes a paid one; another price of a ticket asks nothing: it is sold to the same people.
 */
export async function changed(tx: Tx, streamId: string, { isMoved }: { isMoved: boolean }): Promise<void> {
  const stream = (await streams.lock(tx, streamId)) ?? refuse('not_found')
  const { guestId, guestState } = stream
  if (guestId === null || guestState === 'declined' || guestState === 'withdrawn' || (guestState === 'asked' && !isMoved)) return
  await queries.endConsent(tx, streamId)
  await queries.setGuest(tx, streamId, guestId, 'asked')
  if (guestState === 'asked') return invite(tx, stream, guestId, 'guest_asked')
  takeOffAir(tx, stream, guestId)
  await invite(tx, stream, guestId, isMoved ? 'guest_moved' : 'guest_changed')
}

async function invite(
  tx: Tx,
  { workId: streamId, performerId, scheduledAt }: streams.Stream,
  guestId: string,
  event: 'guest_asked' | 'guest_moved' | 'guest_changed',
): Promise<void> {
  const isFirst = await queries.ask(tx, streamId, guestId)
  if (!isFirst && event !== 'guest_changed') return
  await notifications.tell(tx, {
    to: [guestId],
    event,
    topic: `guest ${streamId}`,
    source: `guest ${streamId} ${guestId} ${event === 'guest_changed' ? `changed ${tx.now.getTime()}` : (scheduledAt?.getTime() ?? '')}`,
    at: tx.now,
    by: performerId,
    about: { kind: 'work', id: streamId },
    ...(event === 'guest_moved' && scheduledAt && { until: scheduledAt }),
    replaces: true,
  })
}

const mostRefusals = 2

async function refuseDeclined(tx: Tx, streamId: string, guestId: string): Promise<void> {
  const { count, isForThisHour } = await queries.refusals(tx, streamId, guestId)
  if (isForThisHour || count >= mostRefusals) refuseField('participantIds', 'guest_declined')
}

/** What parts two people parts them on the stage: neither is named by the other any more, and a yes of before is none. */
export async function part(tx: Tx, one: string, other: string): Promise<void> {
  for (const streamId of await queries.between(tx, one, other)) {
    await name(tx, streamId, [])
    await rooms.tellOfStream(tx, streamId)
  }
}

async function refuseUnfit(tx: Tx, { type, performerId }: streams.Stream, guestId: string): Promise<void> {
  if (type === 'group' || type === 'private') refuseField('participantIds', 'not_allowed')
  const [people, between, [isBanned]] = await Promise.all([
    accounts.people(tx, [guestId]),
    blocks.blocksBetween(tx, performerId, [guestId]),
    isShutOut(tx, [{ viewerId: guestId, creatorId: performerId }]),
  ])
  const guest = people.get(guestId)
  if (guestId === performerId || guest?.state !== 'active' || guest.role !== 'performer' || between.size > 0 || isBanned)
    refuseField('participantIds', 'unknown_participant')
}

/** What is lost here is found by whoever watches over the stages (watching.ts). */
function takeOffAir(tx: Tx, { workId, provider }: streams.Stream, guestId: string): void {
  tx.afterCommit(
    () =>
      void Promise.resolve()
        .then(() => providerNamed(provider).putOut(workId, guestId))
        .catch(() => {}),
  )
}

/**
 * Their own answer. A yes is kept with the words that they read, which are those that the show has now.
 * @param consent the words that they read
 * @throws not_found for whoever is not named, stream_ended, documents_outdated, consent_outdated; required at consent
 */
export async function answer(
  tx: Tx,
  guestId: string,
  streamId: string,
  { state, consent, language }: { state: 'agreed' | 'declined' | 'withdrawn'; consent: string | undefined; language: Language },
): Promise<void> {
  const stream = await streams.lock(tx, streamId)
  if (stream?.guestId !== guestId) return refuse('not_found')
  if (stream.status === 'ended') refuse('stream_ended')
  if (stream.guestState === state || (stream.guestState !== 'agreed' && state === 'withdrawn')) return
  await queries.endConsent(tx, streamId)
  if (state === 'agreed') {
    await refuseOldPapers(tx, guestId)
    if (consent === undefined) throw new Refusal('invalid', {}, [{ field: 'consent', code: 'required' }])
    if (consent !== (await consentsTo(tx, guestId, [streamId], language)).get(streamId)) refuse('consent_outdated')
    await queries.consent(tx, { streamId, guestId, text: consent })
  }
  // Whoever said no to an hour of before, and is still named, answers for this one without having been asked.
  await queries.ask(tx, streamId, guestId)
  await (state === 'agreed' ? queries.forgetNo : queries.heedNo)(tx, streamId, guestId)
  await queries.setGuest(tx, streamId, guestId, state)
  if (state !== 'agreed') takeOffAir(tx, stream, guestId)
  await rooms.tellOfStream(tx, streamId)
}

/** What a yes to each of these shows says, in this language and in the guest's own zone. */
async function consentsTo(db: Db, guestId: string, streamIds: readonly string[], language: Language): Promise<Map<string, string>> {
  const [shows, found, recordings, { timeZone }] = await Promise.all([
    streams.streams(db, streamIds),
    works.find(db, streamIds),
    recordingsOf(db, streamIds),
    notifications.preferencesOf(db, guestId),
  ])
  const people = await accounts.people(
    db,
    shows.map(({ performerId }) => performerId),
  )
  return new Map(
    shows.map((show) => {
      const name = people.get(show.performerId)?.name ?? ''
      const recording = recordings.get(show.workId)
      const sentences = [
        say(language, 'live.guest.consent', { name, title: found.get(show.workId)?.title ?? '' }),
        show.description === '' ? '' : say(language, 'live.guest.consent.described', { description: show.description }),
        show.status === 'scheduled' && show.scheduledAt
          ? say(language, 'live.guest.consent.at', { when: moment(show.scheduledAt, language, timeZone) })
          : say(language, 'live.guest.consent.now'),
        // A show paid for by the minute has no guests.
        show.type === 'group' || show.type === 'private' ? '' : say(language, `live.guest.consent.who.${show.type}`, { name }),
        say(language, recording ? `live.guest.consent.kept.${recording.audience}` : 'live.guest.consent.unkept', { name }),
        say(language, 'live.guest.consent.mine'),
      ]
      return [show.workId, sentences.filter(Boolean).join(betweenSentences(language))]
    }),
  )
}

/** The day and the hour, with the offset of their zone: whoever reads it later knows which moment it was. */
const moment = (at: Date, language: Language, timeZone: string): string =>
  new Intl.DateTimeFormat(dateTag(language), {
    timeZone,
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    weekday: 'long',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'shortOffset',
  })
    .format(at)
    // As it is written between full-width signs.
    .replace(/ \[(.+)\]$/, '（$1）')

export async function invitations(
  db: Db,
  reader: access.Reader & { viewer: Member },
  language: Language,
): Promise<{ data: GuestInvitation[] }> {
  const found = await queries.invitationsOf(db, reader.viewer.accountId)
  const shown = new Map(
    (
      await present(
        db,
        reader,
        found.map(({ streamId }) => streamId),
      )
    ).map((stream) => [stream._id, stream]),
  )
  const consents = await consentsTo(db, reader.viewer.accountId, [...shown.keys()], language)
  const data = found.flatMap(({ streamId, agreedAt }) => {
    const [stream, consent] = [shown.get(streamId), consents.get(streamId)]
    return stream && consent !== undefined ? [{ stream, consent, ...(agreedAt && { agreedAt: agreedAt.toISOString() }) }] : []
  })
  return { data }
}
