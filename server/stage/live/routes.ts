import { audience as audienceTable } from '#contract/stage/audience.ts'
import { guests as guestsTable } from '#contract/stage/guests.ts'
import { hls as hlsTable } from '#contract/stage/hls.ts'
import { live as liveTable } from '#contract/stage/live.ts'
import { polls as pollsTable } from '#contract/stage/polls.ts'
import { providers as providersTable } from '#contract/stage/providers.ts'
import { recordings as recordingsTable } from '#contract/stage/recording.ts'
import { reminders as remindersTable } from '#contract/stage/reminders.ts'
import { tipping as tippingTable } from '#contract/stage/tipping.ts'
import * as access from '#server/catalogue/access/access.ts'
import type { Tx } from '#server/platform/db/db.ts'
import type { Call, Handlers } from '#server/platform/http/handlers.ts'
import { once, type Attempt } from '#server/platform/http/idempotency.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import * as agoraEvents from '#server/stage/live/agora-events.ts'
import * as audience from '#server/stage/live/audience.ts'
import { metering as meteringTable } from '#contract/stage/metering.ts'
import * as guests from '#server/stage/live/guests.ts'
import * as hls from '#server/stage/live/hls/hls.ts'
import * as live from '#server/stage/live/live.ts'
import * as liveKitEvents from '#server/stage/live/livekit-events.ts'
import * as metering from '#server/stage/live/metering.ts'
import * as polls from '#server/stage/live/polls.ts'
import * as privateShows from '#server/stage/live/private-shows.ts'
import * as withheld from '#server/stage/live/recording/withheld.ts'
import * as reminders from '#server/stage/live/reminding.ts'
import * as tipping from '#server/stage/live/tipping.ts'

export const handlers: Handlers<
  typeof liveTable &
    typeof tippingTable &
    typeof audienceTable &
    typeof meteringTable &
    typeof remindersTable &
    typeof pollsTable &
    typeof guestsTable &
    typeof recordingsTable &
    typeof hlsTable &
    typeof providersTable
> = {
  async begin(call, draft) {
    const id = await call.db.transaction((tx) => live.begin(tx, call.viewer.accountId, draft))
    return live.showOne(call.db, access.readerOf(call), id)
  },
  async edit(call, { id, ...edit }) {
    await call.db.transaction((tx) => live.edit(tx, call.viewer.accountId, id, edit))
    return live.showOne(call.db, access.readerOf(call), id)
  },
  async updateProfile(call, sent) {
    await call.db.transaction((tx) => live.updateProfile(tx, call.viewer.accountId, sent))
    return live.profile(call.db, call.viewer.accountId)
  },
  profile: (call) => live.profile(call.db, call.viewer.accountId),
  renewKey: (call) => call.db.transaction((tx) => live.renewKey(tx, call.viewer.accountId)),
  beat: (call, said) => live.beat(call.db, call.viewer.accountId, said),
  own: (call, asked) => live.own(call.db, call.viewer, asked),
  join: (call, { id }) => live.join(call.db, access.readerOf(call), id),
  grant: (call, { streamId, role }) => live.grant(call.db, access.readerOf(call), { streamId, role }),
  watchByHls: (call, sought) => hls.watch(call.db, access.readerOf(call), sought),
  async cut(call, { id }) {
    await call.db.transaction((tx) => live.cut(tx, id, call.viewer))
    return live.showOne(call.db, access.readerOf(call), id)
  },
  search: (call, { limit, offset, ...sought }) => live.search(call.db, access.readerOf(call), sought, { limit, offset }),
  menu: async ({ db, viewer }) => ({ items: await tipping.menu(db, viewer.accountId) }),
  async setMenu({ db, viewer }, { items }) {
    await db.transaction((tx) => tipping.setMenu(tx, viewer.accountId, items))
    return { items: await tipping.menu(db, viewer.accountId) }
  },
  summary: ({ db, viewer }, { id }) => tipping.summary(db, viewer.accountId, id),
  watchers: (call, { id, ...window }) => audience.watchers(call.db, access.readerOf(call), id, window),
  moderators: async ({ db, viewer }) => ({ data: await audience.moderators(db, viewer.accountId) }),
  async nameModerator({ db, viewer }, { id }) {
    await db.transaction((tx) => audience.nameModerator(tx, viewer.accountId, id))
    return { data: await audience.moderators(db, viewer.accountId) }
  },
  async dismissModerator({ db, viewer }, { id }) {
    await db.transaction((tx) => audience.dismissModerator(tx, viewer.accountId, id))
    return { data: await audience.moderators(db, viewer.accountId) }
  },
  bans: ({ db, viewer }, window) => audience.bans(db, viewer.accountId, window),
  async ban({ db, viewer }, { id, reason = '' }) {
    await db.transaction((tx) => audience.ban(tx, viewer.accountId, id, reason))
    return { banned: true }
  },
  async liftBan({ db, viewer }, { id }) {
    await db.transaction((tx) => audience.liftBan(tx, viewer.accountId, id))
    return { banned: false }
  },
  async remind(call, { id }) {
    const reader = access.readerOf(call)
    await call.db.transaction((tx) => reminders.ask(tx, reader, call.viewer.accountId, id))
    return live.showOne(call.db, reader, id)
  },
  async forgetReminder(call, { id }) {
    await call.db.transaction((tx) => reminders.forget(tx, id, call.viewer.accountId))
    return live.showOne(call.db, access.readerOf(call), id)
  },
  guestInvitations: (call) => guests.invitations(call.db, access.readerOf(call), call.language),
  async answerGuest(call, { id, state, consent }) {
    const { viewer, language } = call
    await call.db.transaction((tx) => guests.answer(tx, viewer.accountId, id, { state, consent, language }))
    return live.showOne(call.db, access.readerOf(call), id)
  },
  withheldRecordings: ({ db }, window) => withheld.withheldRecordings(db, window),
  openWithheldRecording: ({ db, viewer, ip }, { id, reason }) =>
    db.transaction((tx) => withheld.open(tx, id, { by: viewer.accountId, reason, ip })),
  async startPoll({ db, viewer }, { id, ...asked }) {
    const pollId = await db.transaction((tx) => polls.start(tx, viewer.accountId, id, asked))
    return polls.showOne(db, viewer.accountId, pollId)
  },
  async endPoll({ db, viewer }, { id }) {
    await db.transaction((tx) => polls.end(tx, viewer.accountId, id))
    return polls.showOne(db, viewer.accountId, id)
  },
  async voteInRoom(call, { id }) {
    const pollId = await call.db.transaction((tx) => polls.vote(tx, access.readerOf(call), id))
    return polls.showOne(call.db, call.viewer.accountId, pollId)
  },
  // What is kept under the key names what came of it: how it stands is shown anew.
  askPrivate: {
    withoutTx: async (call, asked) => {
      const actor = { viewer: call.viewer, country: call.country() }
      const { id } = await once(call.db, call.attempt, async (tx) => ({ id: await privateShows.ask(tx, actor, asked) }))
      return privateShows.showOne(call.db, call.viewer.accountId, id)
    },
  },
  prices: (call, { id }) => privateShows.prices(call.db, access.readerOf(call), id),
  privateRequests: ({ db, viewer }, asked) => privateShows.list(db, viewer.accountId, asked),
  acceptPrivate: {
    withoutTx: async (call, { id, endsRunning = false }) => {
      const { streamId } = await once(call.db, call.attempt, async (tx) => ({
        streamId: await privateShows.accept(tx, call.viewer.accountId, id, endsRunning),
      }))
      return live.showOne(call.db, access.readerOf(call), streamId)
    },
  },
  declinePrivate: { withoutTx: (call, { id }) => settled(call, id, privateShows.decline) },
  withdrawPrivate: { withoutTx: (call, { id }) => settled(call, id, privateShows.withdraw) },
  enter: {
    withoutTx: (call, { id, expectedPrice }) => moved(call, id, (tx) => metering.enter(tx, access.readerOf(call), id, expectedPrice)),
  },
  leave: { withoutTx: (call, { id }) => moved(call, id, (tx) => metering.leave(tx, call.viewer.accountId, id)) },
  receipts: ({ db, viewer }, { id, ...window }) => metering.receipts(db, viewer, id, window),
  async livekitHook(call) {
    await liveKitEvents.receive(call.db, call.rawBody, call.header('authorization'))
    return { received: true }
  },
  async agoraHook(call) {
    await agoraEvents.receive(call.db, call.rawBody, call.header('agora-signature-v2'))
    return { received: true }
  },
  charge: { withoutTx: (call, asked) => access.charge(call, 'stream', asked, { one: live.showOne, opened: live.showOpened }) },
}

type Stepping = Call<Member> & { readonly attempt: Attempt | undefined }

async function settled(call: Stepping, id: string, settle: (tx: Tx, accountId: string, id: string) => Promise<void>) {
  const { accountId } = call.viewer
  await once(call.db, call.attempt, async (tx) => {
    await settle(tx, accountId, id)
    return { id }
  })
  return privateShows.showOne(call.db, accountId, id)
}

async function moved(call: Stepping, id: string, move: (tx: Tx) => Promise<void>) {
  await once(call.db, call.attempt, async (tx) => {
    await move(tx)
    return { id }
  })
  return live.showOne(call.db, access.readerOf(call), id)
}
