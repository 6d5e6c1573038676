import { workKinds, type WorkKind } from '#contract/catalogue/kind-names.ts'
import type { ReportTarget } from '#contract/office/report-names.ts'

/** Reported by the name of its kind. */
export const isWork = (target: ReportTarget): target is WorkKind => workKinds.some((kind) => kind === target)
