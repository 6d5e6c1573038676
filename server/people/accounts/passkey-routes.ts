import type { passkeys } from '#contract/people/passkeys.ts'
import type { Reply } from '#contract/endpoint.ts'
import type { Call, Handlers } from '#server/platform/http/handlers.ts'
import { signInOf, type Member } from '#server/platform/http/viewer.ts'
import * as door from '#server/people/accounts/passkeys.ts'
import type { Passkey } from '#server/people/accounts/passkey-queries.ts'
import { from, signedIn } from '#server/people/accounts/signed-in.ts'
import type { SignedIn } from '#server/people/accounts/two-factor.ts'

export const handlers: Handlers<typeof passkeys> = {
  passkeys: async ({ db, viewer }) => ({ passkeys: (await door.listed(db, signInOf(viewer))).map(shown) }),
  beginPasskey: (call, { kind, ...proof }) => door.begin(call.db, ownerOf(call), kind, proof),
  addPasskey: async (call, made) => shown(await door.add(call.db, ownerOf(call), made)),

  renamePasskey: async ({ db, viewer }, { id, name }) => shown(await db.transaction((tx) => door.rename(tx, signInOf(viewer), id, name))),

  async removePasskey(call, { id }) {
    await call.db.transaction((tx) => door.remove(tx, ownerOf(call), id))
    return { removed: true }
  },

  async askPasskey({ db }, { ticket }) {
    const options = await door.options(db, ticket)
    return { ...(options && { options }) }
  },

  async enterByPasskey(call, { ticket, remember, ...signed }) {
    const entry = { signed, ...from(call) }
    return signedIn(
      call,
      ticket === undefined ? await door.enter(call.db, { ...entry, remember }) : await door.enterSecond(call.db, { ...entry, ticket }),
    )
  },
}

function shown({ id, kind, name, addedAt, usedAt }: Passkey): Reply<(typeof passkeys)['addPasskey']> {
  return { _id: id, kind, name, addedAt: addedAt.toISOString(), ...(usedAt && { usedAt: usedAt.toISOString() }) }
}

function ownerOf({ viewer, ip, language }: Call<Member>): SignedIn {
  return { accountId: signInOf(viewer), sessionId: viewer.sessionId, ip, language }
}
