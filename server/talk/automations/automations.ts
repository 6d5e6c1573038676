/**
 * What is said in a creator's name by a rule: a welcome to whoever follows or subscribes, thanks after a tip and a renewal.
 * Promises: a welcome once to each fan, thanks at most once a day; the line is labelled as what it is; nothing to whoever is gone or blocked.
 * Leaves to others: the line itself (messaging).
 */
import type { Automation, TheirAutomation } from '#contract/talk/automations.ts'
import { occasions, type Occasion } from '#contract/talk/campaign-names.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
import * as blocks from '#server/people/blocks/blocks.ts'
import * as profiles from '#server/people/profiles/profiles.ts'
import { containing, type Db, type Tx } from '#server/platform/db/db.ts'
import { refuseField } from '#server/platform/refusals/refusal.ts'
import { named, textToMany } from '#server/talk/campaigns/campaigns.ts'
import * as queries from '#server/talk/automations/queries.ts'
import { authoredBy, writeToMany } from '#server/talk/messaging/messaging.ts'

export { forgetRules } from '#server/talk/automations/queries.ts'

/** One for each occasion, in their order. */
export async function list(db: Db, performerId: string): Promise<Automation[]> {
  const kept = new Map((await queries.ofPerformer(db, performerId)).map((rule) => [rule.occasion, rule]))
  return occasions.map((occasion) => form(kept.get(occasion) ?? { occasion, text: '', isOn: false, changedAt: null }))
}

/** Without a text it can only be off. @throws text_required, prohibited_term; invalid for one that is too long */
export async function save(tx: Tx, performerId: string, occasion: Occasion, rule: { text: string; isOn: boolean }): Promise<Automation> {
  if (rule.text.trim() === '') {
    if (rule.isOn) refuseField('text', 'text_required')
    await queries.drop(tx, performerId, occasion)
    return form({ occasion, text: '', isOn: false, changedAt: null })
  }
  const text = await textToMany(tx, rule.text)
  await queries.save(tx, performerId, occasion, { text, isOn: rule.isOn })
  return form({ occasion, text, isOn: rule.isOn, changedAt: tx.now })
}

/** Of all creators, for staff: changed last first. */
export async function all(
  db: Db,
  { q = '', ...page }: { q?: string | undefined; limit: number; offset: number },
): Promise<{ data: TheirAutomation[]; total: number }> {
  const { rows, total } = await queries.all(db, q.trim() === '' ? undefined : containing(q), page)
  const cards = await profiles.userCards(
    db,
    rows.map(({ performerId }) => performerId),
  )
  const data = rows.flatMap(({ performerId, ...rule }) => {
    const performer = cards.get(performerId)
    return performer ? [{ ...form(rule), performer }] : []
  })
  return { data, total }
}

const dayMs = 86_400_000

/** Says what this performer's rule for the occasion says to this fan, unless it was said. */
export async function say(tx: Tx, occasion: Occasion, { performerId, fanId }: { performerId: string; fanId: string }): Promise<void> {
  const rule = await queries.running(tx, performerId, occasion)
  if (!rule) return
  const people = await accounts.people(tx, [performerId, fanId])
  const [performer, fan] = [people.get(performerId), people.get(fanId)]
  if (performer?.state !== 'active' || fan?.state !== 'active' || fan.role !== 'user') return
  if ((await blocks.blocksBetween(tx, performerId, [fanId])).has(fanId)) return
  const isWelcome = occasion === 'follower' || occasion === 'subscriber'
  const since = isWelcome ? undefined : new Date(tx.now.getTime() - dayMs)
  if (!(await queries.noteSaid(tx, { performerId, fanId, occasion }, since))) return
  await writeToMany(tx, { performerId, author: 'automation', campaignId: null }, [{ fanId, text: named(rule.text, fan.name) }])
}

const shareDays = 30

/** Counts anew what part of their messages was said by a rule, for everybody who ever had one. Mass messages are no rule's, and no answer to anybody. */
export async function countShares(tx: Tx): Promise<void> {
  const performerIds = await queries.everybody(tx)
  const since = new Date(tx.now.getTime() - shareDays * dayMs)
  await queries.keepShares(tx, await authoredBy(tx, performerIds, since))
}

/** Of a performer's messages of the last thirty days, as they were counted last; undefined where there were none. */
export async function automaticPercent(db: Db, performerId: string): Promise<number | undefined> {
  const share = await queries.share(db, performerId)
  return share && Math.round((share.automatic / share.messages) * 100)
}

function form({ occasion, text, isOn, changedAt }: queries.Rule): Automation {
  return { occasion, text, isOn, ...(changedAt && { changedAt: changedAt.toISOString() }) }
}
