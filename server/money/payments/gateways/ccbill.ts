// CCBill, which card companies send adult sites to. The payer goes to CCBill's own form (FlexForms), at an address whose price is
// held by a digest; CCBill keeps the card and renews by itself, and tells by webhook. What it sells is known by its subscription id,
// also a single sale, so that is the agreement; what we wrote into the address (X-transaction) comes back with the first sale only.
import { createHash } from 'node:crypto'
import type { Db, Tx } from '#server/platform/db/db.ts'
import { addJob } from '#server/platform/jobs/jobs.ts'
import { refuse } from '#server/platform/refusals/refusal.ts'
import { account, isReady, sellingName, siteUrl, type CcbillAccount } from '#server/money/payments/gateways/ccbill-account.ts'
import { currencyNumber, eventIn } from '#server/money/payments/gateways/ccbill-events.ts'
import type { Asked, Gateway } from '#server/money/payments/gateways/gateway.ts'
import { withTransaction } from '#server/money/payments/gateways/way-back.ts'
import * as merchants from '#server/money/merchants/merchants.ts'

export const cancelJob = 'payments.ccbill.cancel'
export interface Cancel {
  agreement: string
  /** The sub-account that sold it: a performer may have another by now. */
  soldBy?: string | undefined
}

/** About four days, with the pauses between them. */
const mostAttempts = 25

export const ccbill: Gateway = {
  name: 'ccbill',
  renews: 'gateway',
  isReady,
  sells: (currency) => currencyNumber(currency) !== undefined,

  async start(tx, payment) {
    const at = await accountFor(tx, payment.performerId)
    return {
      status: 'redirect',
      reference: payment.transactionId,
      paymentUrl: formAddress(at, payment),
      soldBy: sellingName(at.subAccount, at.ownerId),
    }
  },

  async open(db, payment) {
    const at = await accountFor(db, payment.performerId)
    return { status: 'redirect', paymentUrl: formAddress(at, payment), soldBy: sellingName(at.subAccount, at.ownerId) }
  },

  async cancelRenewal(tx: Tx, agreement, soldBy) {
    await addJob(tx, cancelJob, { agreement, soldBy } satisfies Cancel, { key: `${cancelJob}:${agreement}`, maxAttempts: mostAttempts })
  },

  verify: (post, now) => eventIn(post, now),
}

/** The performer's own sub-account where they have one that is on; else the site's. */
async function accountFor(db: Db, performerId: string | undefined): Promise<CcbillAccount & { ownerId?: string | undefined }> {
  const own = performerId === undefined ? undefined : await merchants.find(db, performerId, 'ccbill')
  const { subAccount, flexId, salt, ...site } = account()
  if (!own) return { ...site, subAccount, flexId, salt }
  return { ...site, subAccount: own.subAccountNumber, flexId: own.flexformId, salt: own.salt, ownerId: performerId }
}

const base = 'https://api.ccbill.com/wap-frontflex/flexforms'
/** A single sale's period is a formality: CCBill wants 2 to 365 days. */
const singleDays = 2
/** As often as CCBill goes: until somebody cancels. */
const forever = 99

/**
 * The address of CCBill's form (Dynamic Pricing). The digest is MD5, as CCBill prescribes: it keeps a payer from changing the price on the
 * way there, and what they then paid is compared again when CCBill tells.
 */
function formAddress({ mainAccount, subAccount, flexId, salt, formUrl }: CcbillAccount, payment: Asked): string {
  const { transactionId, amount, currency, everyDays, returnPath } = payment
  const price = (amount / 100).toFixed(2)
  const code = currencyNumber(currency) ?? refuse('gateway_unavailable')
  const terms: [string, string][] = everyDays
    ? [
        ['initialPrice', price],
        ['initialPeriod', `${everyDays}`],
        ['recurringPrice', price],
        ['recurringPeriod', `${everyDays}`],
        ['numRebills', `${forever}`],
        ['currencyCode', code],
      ]
    : [
        ['initialPrice', price],
        ['initialPeriod', `${singleDays}`],
        ['currencyCode', code],
      ]
  const digest = createHash('md5')
    .update(`${terms.map(([, value]) => value).join('')}${salt}`)
    .digest('hex')
  const address = new URL(`${formUrl ?? base}/${flexId}`)
  const named: [string, string][] = [
    ['clientAccnum', mainAccount],
    ['clientSubacc', subAccount],
    ...terms,
    ['formDigest', digest],
    ['X-transaction', transactionId],
  ]
  for (const [name, value] of named) address.searchParams.set(name, value)
  address.searchParams.set('X-returnUrl', `${siteUrl()}${withTransaction(returnPath, transactionId)}`)
  return address.href
}

/** Asks CCBill to stop renewing, from a job. Cancelled already is as good. */
export async function cancel({ agreement, soldBy }: Cancel): Promise<void> {
  const { status, result } = await manage('cancelSubscription', { agreement, soldBy })
  if (result === '1') return
  // It has no answer of its own for what is cancelled already: that "failed" (0). An answer without a result is no yes, whatever its status.
  if (result === '0' && (await isOver({ agreement, soldBy }))) return
  throw new Error(`CCBill answered ${status}, result ${result ?? 'none'}, to the cancellation of ${agreement}`)
}

/** Inactive (0), or paid for and cancelled (1); 2 renews (ccbill.com/doc/ccbill-api-guide, viewSubscriptionStatus). */
async function isOver(of: Cancel): Promise<boolean> {
  const { said } = await manage('viewSubscriptionStatus', of)
  return /<subscriptionStatus>\s*[01]\s*<\/subscriptionStatus>/.test(said)
}

async function manage(action: 'cancelSubscription' | 'viewSubscriptionStatus', { agreement, soldBy }: Cancel) {
  const { mainAccount, subAccount, dataLink } = account()
  if (!dataLink) throw new Error(`CCBill's DataLink is not set (CCBILL_DATALINK): ${agreement} must be cancelled by hand`)
  const address = new URL(dataLink.url ?? 'https://datalink.ccbill.com/utils/subscriptionManagement.cgi')
  const asked = { action, clientAccnum: mainAccount, usingSubacc: soldBy?.slice(0, 4) ?? subAccount, subscriptionId: agreement }
  for (const [name, value] of Object.entries({ ...asked, returnXML: '1', username: dataLink.user, password: dataLink.password }))
    address.searchParams.set(name, value)
  const answer = await fetch(address, { signal: AbortSignal.timeout(15_000), redirect: 'error' })
  const said = answer.ok ? await answer.text() : ''
  const [, result] = /<results>\s*(-?\d+)\s*<\/results>/.exec(said) ?? []
  return { status: answer.status, said, result }
}
