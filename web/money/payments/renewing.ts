// Gateways that renew by themselves (CCBill) go on as they were told: the same price, tier and length, until somebody stops them.
const renewing: readonly string[] = ['ccbill']

export function renewsItself(gateway: string): boolean {
  return renewing.includes(gateway)
}
