// The name of before, for slices that still use it.
export { useBulkAct as useEach } from '#web/app/bulk-act.ts'
