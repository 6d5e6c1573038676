import type { sessions } from '#contract/people/sessions.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { signInOf } from '#server/platform/http/viewer.ts'
import { refuse } from '#server/platform/refusals/refusal.ts'
import { sessionsOf } from '#server/people/accounts/queries.ts'
import * as door from '#server/people/accounts/sessions.ts'

export const handlers: Handlers<typeof sessions> = {
  async sessions({ db, viewer, countryOf }) {
    const found = await sessionsOf(db, signInOf(viewer))
    return {
      sessions: found.map(({ id, userAgent, ip, actorId, createdAt, seenAt }) => {
        // Where staff sit is no business of whom they act for.
        const country = ip === null || actorId ? undefined : countryOf(ip)
        return {
          _id: id,
          userAgent: actorId ? '' : userAgent,
          ...(country !== undefined && { country }),
          createdAt: createdAt.toISOString(),
          seenAt: seenAt.toISOString(),
          isThis: id === viewer.sessionId,
          byStaff: actorId !== null,
        }
      }),
    }
  },

  async endSession(call, { id }) {
    const { sessionId } = call.viewer
    // Whoever ends the session that they ask with would be left with a cookie that is nobody's.
    if (id === sessionId) refuse('not_allowed')
    const ended = await call.db.transaction((tx) => door.endSession(tx, signInOf(call.viewer), id))
    return { ended: ended > 0 ? ended : refuse('not_found') }
  },

  async endOtherSessions(call) {
    const { viewer } = call
    return { ended: await call.db.transaction((tx) => door.endSessions(tx, signInOf(viewer), { except: viewer.sessionId })) }
  },
}
