import { createContext, type ReactNode, Suspense, use, useState } from 'react'
import { bringWords } from '#web/app/words.ts'
import type { Wish } from '#web/people/accounts/door/wish.ts'
import { lazy } from '#web/ui/network.ts'

/** Of all who look, few press: the sheet comes with the first press, and brings its words. */
const DoorSheet = lazy(async () => {
  const [file] = await Promise.all([import('#web/people/accounts/door/DoorSheet.tsx'), bringWords('door')])
  return { default: file.DoorSheet }
})

type Wanted = Wish | 'register' | 'sign-in'

/** With a wish and its act, or for the door alone. */
type Knock = (wish: Wanted, act?: () => unknown) => void

const KnockContext = createContext<Knock>(() => {})

/** Stands around the pages: who must come in first does so on a sheet over the page that they are on, and then goes on with what they wanted. */
export function Door({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<{ wish: Wanted; act: (() => unknown) | undefined; isOpen: boolean; count: number }>()
  const [knock] = useState<Knock>(() => (wish: Wanted, act?: () => unknown) => {
    setAsked((before) => ({ wish, act, isOpen: true, count: (before?.count ?? 0) + 1 }))
  })
  return (
    <KnockContext value={knock}>
      {children}
      {asked && (
        <Suspense fallback={null}>
          <DoorSheet
            key={asked.count}
            wish={asked.wish}
            act={asked.act}
            open={asked.isOpen}
            onClose={() => setAsked({ ...asked, isOpen: false })}
          />
        </Suspense>
      )}
    </KnockContext>
  )
}

export function useKnock(): Knock {
  return use(KnockContext)
}
