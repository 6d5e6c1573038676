import type { merchants } from '#contract/money/merchants.ts'
import * as door from '#server/money/merchants/merchants.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { siteUrl } from '#server/platform/mail/mail.ts'
import { Refusal, refuse } from '#server/platform/refusals/refusal.ts'

export const handlers: Handlers<typeof merchants> = {
  async ownAccount({ db, viewer }, { key, status, value: given }) {
    if (viewer.actorId) refuse('not_allowed')
    const isActive = status === 'active'
    return db.transaction(async (tx) => {
      const kept = (await door.shownOf(tx, viewer.accountId)).find(
        ({ gateway, ending, needsAgain }) => gateway === key && ending && !needsAgain,
      )
      if (isActive && !given && !kept) throw new Refusal('invalid', {}, [{ field: 'value', code: 'required' }])
      return facts(await door.keep(tx, viewer.accountId, key, { isActive, given }))
    })
  },

  async ownAccounts({ db, viewer }) {
    const rows = await door.shownOf(db, viewer.accountId)
    // Whoever acts as somebody does not read what speaks for their sales.
    const data = viewer.actorId ? rows.map(facts) : await Promise.all(rows.map((row) => withHook(db, viewer.accountId, row)))
    return { data, total: rows.length }
  },
}

function facts({ gateway: key, isActive, ending, needsAgain }: door.Shown) {
  const status = isActive ? ('active' as const) : ('inactive' as const)
  return { key, status, ...(ending && { ending }), ...(needsAgain && { needsAgain }) }
}

async function withHook(db: Db, performerId: string, row: door.Shown) {
  const path = siteUrl() === '' ? undefined : await door.hookOf(db, performerId, row.gateway)
  return { ...facts(row), ...(path && { webhookUrl: `${siteUrl()}${path}` }) }
}
