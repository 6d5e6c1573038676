import { workKinds, type StoredKind } from '#contract/catalogue/kind-names.ts'
import type { ReportTarget } from '#contract/office/report-names.ts'

/** Reported by the name of its kind; what was sent in a message is reported with its message. */
export const isWork = (target: ReportTarget): target is Exclude<StoredKind, 'message'> =>
  target === 'stream' || workKinds.some((kind) => kind === target)
