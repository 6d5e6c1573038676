import { contact } from '#contract/site/contact.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { say } from '#server/platform/words/words.ts'
import * as door from '#server/site/contact/contact.ts'

export const handlers: Handlers<typeof contact> = {
  async send(call, { name, email, message }) {
    await call.db.transaction((tx) => door.send(tx, { name, email, message, ip: call.ip }))
    return { message: say(call.language, 'contact.said') }
  },
}
