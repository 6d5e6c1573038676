import { useSyncExternalStore } from 'react'

/** False in what the server rendered and in the first drawing over it: what only a browser can say comes a moment later, and nothing disagrees. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}

const never = () => () => {}
