// The names of reports, for the contract and for pages that draw a choice of them.
export const reportTargets = ['feed', 'video', 'gallery', 'product', 'message', 'stream', 'performer', 'user', 'comment'] as const
export type ReportTarget = (typeof reportTargets)[number]

/** The gravest first, as the sheet lists them. */
export const reportReasons = [
  'minor',
  'depicted',
  'non_consensual',
  'illegal',
  'threat',
  'impersonation',
  'copyright',
  'scam',
  'other',
] as const
export type ReportReason = (typeof reportReasons)[number]

/** Looked at within 48 hours (COMPLIANCE.md 12); the others within seven working days (COMPLIANCE.md 5). */
export const urgentReasons: readonly ReportReason[] = ['minor', 'depicted', 'non_consensual', 'illegal']

/** Somebody speaks for themselves there and answers for it: good faith, a signature, and where they are reached. */
export const signedReasons: readonly ReportReason[] = ['depicted', 'copyright']

/** Whoever is afraid to be known may say this without a word about themselves. */
export const namelessReasons: readonly ReportReason[] = ['minor']

export const caseStates = ['open', 'closed'] as const
export type CaseState = (typeof caseStates)[number]

/** `acted`: something else was done about it, which its reason says. */
export const decisions = ['removed', 'kept', 'acted'] as const
export type DecisionName = (typeof decisions)[number]

/** What the office can take away by a press. An account is not: there is nothing yet that closes one. */
export const isRemovable = (target: ReportTarget): boolean => target !== 'performer' && target !== 'user'
