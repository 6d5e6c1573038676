import { identity } from '#contract/people/identity.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { refuse, refuseField } from '#server/platform/refusals/refusal.ts'
import { say } from '#server/platform/words/words.ts'
import * as door from '#server/people/identity/identity.ts'

export const handlers: Handlers<typeof identity> = {
  async register(call, person) {
    const idVerification = call.files['idVerification'] ?? refuseField('idVerification', 'file_required')
    const documentVerification = call.files['documentVerification'] ?? refuseField('documentVerification', 'file_required')
    await door.register(
      call.db,
      { ...person, ip: call.ip, device: call.cookies.get('device') },
      { idVerification, documentVerification },
      call.language,
    )
    return { message: say(call.language, 'identity.said.applied') }
  },

  async uploadDocument(call, { type }) {
    // Nobody who acts for another hands in papers for them (COMPLIANCE.md 20).
    if (call.viewer.actorId) refuse('not_allowed')
    const { id } = await door.sendDocument(call.db, call.viewer.accountId, type, call.files['file'] ?? refuseField('file', 'file_required'))
    return { _id: id, type, status: 'received' }
  },
}
