import { Suspense } from 'react'
import { canUsePasskeys } from '#web/people/accounts/can-use-passkeys.ts'
import type { PasskeySignInProps } from '#web/people/accounts/PasskeySignIn.tsx'
import { useIsHydrated } from '#web/ui/hydrated.ts'
import { lazy } from '#web/ui/network.ts'

const PasskeySignIn = lazy(async () => ({ default: (await import('#web/people/accounts/PasskeySignIn.tsx')).PasskeySignIn }))

/** Coming in by a passkey, where the browser has any: what does it comes once the page is alive. */
export function PasskeyWay(props: PasskeySignInProps) {
  const isHydrated = useIsHydrated()
  if (!isHydrated || !canUsePasskeys()) return null
  return (
    <Suspense fallback={null}>
      <PasskeySignIn {...props} />
    </Suspense>
  )
}
