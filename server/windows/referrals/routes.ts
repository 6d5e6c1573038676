import { referrals } from '#contract/windows/referrals.ts'
import { spanOf } from '#server/money/earnings/earnings.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import * as door from '#server/windows/referrals/referrals.ts'

const monthSeconds = 30 * 86_400
/** Programs that read pages and say so; those that run no script do not come here at all. */
const programs = /bot\b|crawl|spider|slurp|preview/i

export const handlers: Handlers<typeof referrals> = {
  async arrive({ db, viewer, cookies, userAgent }, { code, again = false }) {
    if (viewer.kind === 'member' || programs.test(userAgent)) return { remembered: false }
    const before = cookies.get(accounts.arrivalCookie)
    const sent = code.trim().toLowerCase()
    const leads = await door.arrive(db, sent, again || before === sent)
    if (!leads) return { remembered: false }
    const remembered = await accounts.mayRemember(db, cookies)
    if (remembered) cookies.set(accounts.arrivalCookie, sent, { maxAgeSeconds: monthSeconds })
    // The last link counts, also where it may not be remembered.
    else if (before !== undefined) cookies.clear(accounts.arrivalCookie)
    return { remembered }
  },

  forget({ cookies }) {
    accounts.forgetArrival(cookies)
    return Promise.resolve({ forgotten: true })
  },

  link: ({ db, viewer }) => door.linkOf(db, viewer.accountId),

  changeLink: ({ db, viewer }, { code }) => db.transaction((tx) => door.changeLink(tx, viewer.accountId, code)),

  stats: ({ db, viewer }, dates) => door.statsOf(db, viewer.accountId, spanOf(db.now, dates)),
}
