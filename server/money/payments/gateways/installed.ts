// Which gateways this program can speak to, and which of them a payer may use now.
import type { Db } from '#server/platform/db/db.ts'
import { refuse } from '#server/platform/refusals/refusal.ts'
import { current, factsOfStart, type Rule } from '#server/site/settings/settings.ts'
import { ccbill } from '#server/money/payments/gateways/ccbill.ts'
import type { Gateway } from '#server/money/payments/gateways/gateway.ts'
import { sandbox } from '#server/money/payments/gateways/sandbox.ts'
import { stripeGateway } from '#server/money/payments/gateways/stripe.ts'

const installed: ReadonlyMap<string, Gateway> = new Map([sandbox, stripeGateway, ccbill].map((gateway: Gateway) => [gateway.name, gateway]))

/** A site must not be set to prices that its gateway cannot ask for: whichever of the two is being set is refused. */
export const sellsThere: Rule = ({ paymentGateway, currency }, isChecked) => {
  const field = isChecked('paymentGateway') ? 'paymentGateway' : 'currency'
  if (!isChecked(field) || installed.get(paymentGateway)?.sells(currency)) return []
  return [{ field, code: 'not_sold_there', limit: currency }]
}

/** What is chosen can sell: a gateway that was not given its secrets at the start is none to turn to. */
export const isReadyToSell: Rule = ({ paymentGateway }, _isChecked, before) => {
  if (paymentGateway === before.paymentGateway || installed.get(paymentGateway)?.isReady()) return []
  return [{ field: 'paymentGateway', code: 'gateway_not_ready' }]
}

/** Any that we can speak to, whether or not it is in use: payments begun earlier still end. */
export function gatewayNamed(name: string): Gateway {
  return installed.get(name) ?? refuse('gateway_unavailable')
}

/**
 * The gateway of new payments: the one that the settings name. The sandbox gives tokens for nothing, so it is open only
 * where the operator chose it by name, and in the demo.
 * @throws gateway_unavailable while the operator has not given it what it needs
 */
export async function gatewayInUse(db: Db): Promise<Gateway> {
  const { paymentGateway } = await current(db)
  const chosen = installed.get(paymentGateway)
  if (chosen?.isReady()) return chosen
  return factsOfStart().isDemo ? sandbox : refuse('gateway_unavailable')
}

/** The same, when the payer names one: it must be that. @throws gateway_unavailable */
export async function gatewayFor(db: Db, asked: string | undefined): Promise<Gateway> {
  const chosen = await gatewayInUse(db)
  if (asked === undefined || asked === chosen.name || asked === (await current(db)).paymentGateway) return chosen
  return refuse('gateway_unavailable')
}
