import { identity } from '#contract/people/identity.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { refuseField } from '#server/platform/refusals/refusal.ts'
import { say } from '#server/platform/words/words.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
import * as door from '#server/people/identity/identity.ts'

export const handlers: Handlers<typeof identity> = {
  async register(call, person) {
    const idVerification = call.files['idVerification'] ?? refuseField('idVerification', 'file_required')
    const documentVerification = call.files['documentVerification'] ?? refuseField('documentVerification', 'file_required')
    const referralCode = await accounts.codeOf(call, person.referralCode)
    await door.register(
      call.db,
      { ...person, referralCode, ip: call.ip, device: call.cookies.get('device') },
      { idVerification, documentVerification },
      call.language,
    )
    accounts.forgetArrival(call.cookies)
    return { message: say(call.language, 'identity.said.applied') }
  },

  async apply(call, person) {
    const idVerification = call.files['idVerification'] ?? refuseField('idVerification', 'file_required')
    const documentVerification = call.files['documentVerification'] ?? refuseField('documentVerification', 'file_required')
    const { accountId } = await door.applyBehind(
      call.db,
      call.viewer.accountId,
      person,
      { idVerification, documentVerification },
      call.language,
    )
    return { _id: accountId, state: 'pending' }
  },

  async uploadDocument(call, { type }) {
    const file = call.files['file'] ?? refuseField('file', 'file_required')
    const { id } = await door.sendDocument(call.db, await door.performerOf(call.db, call.viewer), type, file)
    return { _id: id, type, status: 'received' }
  },
}
