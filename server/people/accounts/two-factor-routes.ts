import { twoFactor } from '#contract/people/two-factor.ts'
import type { Call, Handlers } from '#server/platform/http/handlers.ts'
import { signInOf, type Member } from '#server/platform/http/viewer.ts'
import { from, signedIn } from '#server/people/accounts/signed-in.ts'
import * as door from '#server/people/accounts/two-factor.ts'

export const handlers: Handlers<typeof twoFactor> = {
  async enter(call, { ticket, code }) {
    return signedIn(call, await door.enter(call.db, { ticket, code, language: call.language, ...from(call) }))
  },

  async twoFactor({ db, viewer }) {
    const { since, ...state } = await door.stateOf(db, {
      accountId: signInOf(viewer),
      isStaff: viewer.role === 'staff' || viewer.mustProve === true,
    })
    return { ...state, ...(since && { since: since.toISOString() }) }
  },

  beginTwoFactor: (call, { currentPassword }) => door.begin(call.db, ownerOf(call), currentPassword),
  confirmTwoFactor: async (call, { code }) => ({ recoveryCodes: await door.confirm(call.db, ownerOf(call), code) }),

  async turnOffTwoFactor(call, proof) {
    await door.turnOff(call.db, ownerOf(call), proof)
    return { isOn: false }
  },

  renewRecoveryCodes: async (call, proof) => ({ recoveryCodes: await door.renewCodes(call.db, ownerOf(call), proof) }),
}

function ownerOf({ viewer, ip, language }: Call<Member>): door.SignedIn {
  return { accountId: signInOf(viewer), sessionId: viewer.sessionId, ip, language }
}
