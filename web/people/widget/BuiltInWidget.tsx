import { Suspense, useEffect, useEffectEvent, useState } from 'react'
import { type LoginWidget } from '#web/app/widget.ts'
import { closeAll } from '#web/app/widget-window.tsx'
import { useKnock } from '#web/people/accounts/door/Door.tsx'
import { lazy } from '#web/ui/network.ts'

const Cards = lazy(() => import('#web/people/widget/Cards.tsx').then((file) => ({ default: file.Cards })))

/** It hands out no token of anybody's: our own sign-in sets the session itself, so there is nothing to be told of one, nor of losing it. */
const tellsNothing = () => () => {}

/** The house's own: its window is the door over the page, its cards are sheets. */
export function BuiltInWidget({ onReady }: { onReady: (widget: LoginWidget) => void }) {
  const knock = useKnock()
  const [card, setCard] = useState<{ of: 'profile' | 'products'; isOpen: boolean }>()
  const ready = useEffectEvent(() =>
    onReady({
      openLogin: () => knock('sign-in'),
      openRegister: () => knock('register'),
      openProfile: () => setCard({ of: 'profile', isOpen: true }),
      openProducts: () => setCard({ of: 'products', isOpen: true }),
      close: closeAll,
      // Its session is the site's, which ends that itself.
      logout() {},
      onAccessToken: tellsNothing,
      onAccessTokenFailed: tellsNothing,
      onProductLogout: tellsNothing,
    }),
  )
  useEffect(() => ready(), [])
  return (
    card && (
      <Suspense fallback={null}>
        <Cards {...card} onClose={() => setCard({ ...card, isOpen: false })} />
      </Suspense>
    )
  )
}
