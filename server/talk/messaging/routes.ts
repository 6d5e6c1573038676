import { messaging as table } from '#contract/talk/messaging.ts'
import * as access from '#server/catalogue/access/access.ts'
import * as files from '#server/media/files/files.ts'
import * as uploads from '#server/media/uploads/uploads.ts'
import type { Call, Handlers } from '#server/platform/http/handlers.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import { refuse, refuseField } from '#server/platform/refusals/refusal.ts'
import * as messaging from '#server/talk/messaging/messaging.ts'

export const handlers: Handlers<typeof table> = {
  conversations: (call, page) => messaging.inbox(call.db, actorOf(call), {}, page),
  search: (call, { limit, offset, ...wanted }) => messaging.inbox(call.db, actorOf(call), wanted, { limit, offset }),
  async begin(call, wanted) {
    const actor = actorOf(call)
    const id = await call.db.transaction((tx) => messaging.begin(tx, actor, wanted))
    return messaging.showOne(call.db, actor, id)
  },
  conversation: (call, { id }) => messaging.showOne(call.db, actorOf(call), id),
  async arrange(call, { id, ...how }) {
    const actor = actorOf(call)
    await call.db.transaction((tx) => messaging.arrange(tx, actor, id, how))
    return messaging.showOne(call.db, actor, id)
  },
  messages: (call, { id, ...window }) => messaging.page(call.db, actorOf(call), id, window),
  changes: (call, { id, ...from }) => messaging.changes(call.db, actorOf(call), id, from),
  // Kept under its name in its own row, in the statement that writes it: the name is the client's, or else the key.
  send: {
    async withoutTx(call, { id, clientId, ...draft }) {
      const actor = actorOf(call)
      const name = clientId ?? (call.attempt && `${messaging.keyed}${call.attempt.key}`)
      return messaging.showSent(call.db, actor, await messaging.send(call.db, actor, id, { ...draft, clientId: name }))
    },
  },
  async edit(call, { id, text }) {
    const actor = actorOf(call)
    await call.db.transaction((tx) => messaging.edit(tx, actor, id, text))
    return messaging.showMessage(call.db, actor, id)
  },
  async remove(call, { id }) {
    await call.db.transaction((tx) => messaging.remove(tx, actorOf(call), id))
    return { deleted: true }
  },
  async react(call, { id, reaction }) {
    const actor = actorOf(call)
    await call.db.transaction((tx) => messaging.react(tx, actor, id, reaction))
    return messaging.showMessage(call.db, actor, id)
  },
  async takeBackReaction(call, { id }) {
    const actor = actorOf(call)
    await call.db.transaction((tx) => messaging.takeBackReaction(tx, actor, id))
    return messaging.showMessage(call.db, actor, id)
  },
  uploadOpenPhoto: (call) => upload(call, 'photo'),
  uploadOpenVideo: (call) => upload(call, 'video'),
  uploadOpenAudio: (call) => upload(call, 'audio'),
  uploadLockedPhoto: (call) => upload(call, 'photo'),
  uploadLockedVideo: (call) => upload(call, 'video'),
  uploadLockedAudio: (call) => upload(call, 'audio'),
  async fileStatus(call, { id, fileId }) {
    const { files: carried = [] } = await messaging.showMessage(call.db, actorOf(call), id)
    const file = carried.find(({ _id }) => _id === fileId) ?? refuse('not_found')
    const stored = (await files.find(call.db, [fileId])).get(fileId)
    return { status: file.status, progress: stored?.progress ?? 0, ...(file.url && { url: file.url }) }
  },
  charge: {
    async withoutTx(call, { id, expectedPrice }) {
      const actor = actorOf(call)
      const workId = await messaging.workOf(call.db, actor, id)
      const wanted = { id: workId, ...(expectedPrice !== undefined && { expectedPrice }) }
      return access.charge(call, 'message', wanted, {
        one: (db) => messaging.showMessage(db, actor, id),
        async opened(db) {
          await messaging.unlocked(call.db, actor, workId)
          return messaging.showMessage(db, actor, id)
        },
      })
    },
  },
  totalUnread: async ({ db, viewer }) => ({ total: await messaging.totalUnread(db, viewer) }),
  async readAll({ db, viewer }, { id, to }) {
    const { unread: total, readTo, change } = await messaging.markReadWhole(db, viewer.accountId, id, to)
    return { total, readTo, change }
  },
}

async function upload(call: Call<Member>, purpose: 'photo' | 'video' | 'audio') {
  const { file } = call.files
  if (!file) return refuseField('file', 'file_required')
  await messaging.refuseUpload(call.db, call.viewer, file.bytes)
  const stored = await uploads.receive(call.db, file, { purpose, ownerId: call.viewer.accountId })
  return uploads.uploadedForm(stored, call.viewer.accountId, call.db.now)
}

function actorOf(call: Call<Member>): messaging.Actor {
  return { viewer: call.viewer, country: call.country() }
}
