// The one storage of this process, set at start. Slices import `store` and never learn which driver stands behind it.
import type { Storage } from '#server/platform/storage/storage.ts'

export let store: Storage

export function useStore(storage: Storage): void {
  store = storage
}
