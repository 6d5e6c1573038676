// The site's account at CCBill, told at start from the environment.
import { refuse } from '#server/platform/refusals/refusal.ts'

export interface CcbillAccount {
  /** Six digits. */
  mainAccount: string
  /** Four digits. */
  subAccount: string
  flexId: string
  /** Under which prices are digested. */
  salt: string
  formUrl?: string | undefined
  dataLink?: { user: string; password: string; url?: string | undefined } | undefined
}

export interface CcbillAccess {
  account: CcbillAccount | undefined
  /** What the address of the site's own sub-account carries as ?secret=: CCBill does not sign. */
  webhookSecret: string | undefined
  siteUrl: () => string
}

let access: CcbillAccess = { account: undefined, webhookSecret: undefined, siteUrl: () => '' }

export function useCcbill(given: CcbillAccess): void {
  access = given
}

/** Also DataLink: what renews by itself must be stoppable before anybody begins it. */
export function isReady(): boolean {
  return access.account?.dataLink !== undefined && access.webhookSecret !== undefined
}

export function account(): CcbillAccount {
  return access.account ?? refuse('gateway_unavailable')
}

export function webhookSecret(): string {
  return access.webhookSecret ?? refuse('gateway_unavailable')
}

/** How a sub-account is called where it sold something: a performer's own is another one than the site's of that number. */
export function sellingName(subAccount: string, performerId: string | undefined): string {
  return performerId === undefined ? subAccount : `${subAccount}@${performerId}`
}

export function siteUrl(): string {
  return access.siteUrl()
}

/**
 * @param text `123456-0001:flexform-id:salt`, as one setting: the three belong together
 * @param dataLink `user:password`, of which the password may have colons of its own
 */
export function accountIn(text = '', dataLink = ''): CcbillAccount | undefined {
  const [, mainAccount, subAccount, flexId, salt] = /^(\d{6})-(\d{4}):([0-9a-f-]{36}):(\S{8,100})$/i.exec(text) ?? []
  if (!mainAccount || !subAccount || !flexId || !salt) return undefined
  const [, user, password] = /^([^:]+):(.+)$/.exec(dataLink) ?? []
  return { mainAccount, subAccount, flexId, salt, ...(user && password && { dataLink: { user, password } }) }
}
