// The name of before, for slices that still use it.
export { runIsolated as oneByOne, throwAll } from '#server/platform/jobs/isolated.ts'
