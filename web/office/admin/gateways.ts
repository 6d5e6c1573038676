/** As their companies write themselves. */
const names: Readonly<Record<string, string>> = { stripe: 'Stripe', ccbill: 'CCBill', sandbox: 'Sandbox' }

export const gateways = ['stripe', 'ccbill', 'sandbox'] as const
export const gatewayName = (gateway: string) => names[gateway] ?? gateway
