// A guest performer in a show of another's: named by its performer, invited, and on the stage only with their own recorded yes.
// Promises: the yes is kept with the words that were agreed to and its hour, and stays when it is withdrawn; whoever withdraws it, or is named no more,
// is off the air within seconds; nobody is a guest whose papers nobody looked at lately.
import type { GuestInvitation } from '#contract/stage/guests.ts'
import * as access from '#server/catalogue/access/access.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
import * as blocks from '#server/people/blocks/blocks.ts'
import type { Db, Tx } from '#server/platform/db/db.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import { refuse, refuseField } from '#server/platform/refusals/refusal.ts'
import { say, type Language } from '#server/platform/words/words.ts'
import * as queries from '#server/stage/live/guest-queries.ts'
import { refuseOldPapers } from '#server/stage/live/papers.ts'
import * as streams from '#server/stage/live/queries.ts'
import { providerNamed } from '#server/stage/live/providers.ts'
import { present } from '#server/stage/live/showing.ts'
import { isShutOut } from '#server/stage/live/standings.ts'
import { rooms } from '#server/talk/messaging/messaging.ts'
import * as notifications from '#server/talk/notifications/notifications.ts'

/**
 * Names who is to be a guest; nobody for none. Whoever was named before is a guest no more, and is off the air.
 * @throws at participantIds: not_allowed in a show paid for by the minute; unknown_participant for whoever is no active performer, is its own, or is
 * parted from them by a block or a ban: they are not told which it was
 */
export async function name(tx: Tx, streamId: string, participantIds: readonly string[]): Promise<void> {
  const guestId = participantIds[0] ?? null
  const stream = (await streams.lock(tx, streamId)) ?? refuse('not_found')
  if (stream.guestId === guestId) return
  if (guestId !== null) await refuseUnfit(tx, stream, guestId)
  await queries.endConsent(tx, streamId)
  await queries.setGuest(tx, streamId, guestId, 'asked')
  if (stream.guestId !== null) takeOffAir(tx, stream, stream.guestId)
  if (guestId === null) return
  await notifications.tell(tx, {
    to: [guestId],
    event: 'guest_asked',
    topic: `guest ${streamId}`,
    source: `guest ${streamId} ${guestId} ${tx.now.getTime()}`,
    at: tx.now,
    by: stream.performerId,
    about: { kind: 'work', id: streamId },
    replaces: true,
  })
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
 * Their own answer. A yes is kept with the words that they read.
 * @throws not_found for whoever is not named, stream_ended, documents_outdated
 */
export async function answer(
  tx: Tx,
  guestId: string,
  streamId: string,
  { state, language }: { state: 'agreed' | 'declined' | 'withdrawn'; language: Language },
): Promise<void> {
  const stream = await streams.lock(tx, streamId)
  if (stream?.guestId !== guestId) return refuse('not_found')
  if (stream.status === 'ended') refuse('stream_ended')
  if (stream.guestState === state || (stream.guestState !== 'agreed' && state === 'withdrawn')) return
  await queries.endConsent(tx, streamId)
  if (state === 'agreed') {
    await refuseOldPapers(tx, guestId)
    await queries.consent(tx, { streamId, guestId, text: await consentTo(tx, stream, language) })
  }
  await queries.setGuest(tx, streamId, guestId, state)
  if (state !== 'agreed') takeOffAir(tx, stream, guestId)
  await rooms.tellOfStream(tx, streamId)
}

/** What a yes says. */
async function consentTo(db: Db, { performerId }: Pick<streams.Stream, 'performerId'>, language: Language): Promise<string> {
  const name = (await accounts.people(db, [performerId])).get(performerId)?.name ?? ''
  return say(language, 'live.guest.consent', { name })
}

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
  const data = await Promise.all(
    found.map(async ({ streamId, agreedAt }) => {
      const stream = shown.get(streamId)
      if (!stream) return []
      return [{ stream, consent: await consentTo(db, stream, language), ...(agreedAt && { agreedAt: agreedAt.toISOString() }) }]
    }),
  )
  return { data: data.flat() }
}
