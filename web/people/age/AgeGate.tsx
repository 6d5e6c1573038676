import { type ReactNode, Suspense, useState } from 'react'
import { bringWords } from '#web/app/words.ts'
import { useBoot, useMe } from '#web/app/session.tsx'
import { isAdult } from '#web/people/accounts/age.ts'
import { lazy } from '#web/ui/network.ts'

const Gate = lazy(async () => {
  const [file] = await Promise.all([import('#web/people/age/Gate.tsx'), bringWords('door')])
  return { default: file.Gate }
})

/**
 * Stands before pages for members until the cookie shows an adult's birth date. Light theme, whatever the page has.
 * The page behind is not rendered at all, so nothing shows through.
 */
export function AgeGate({ children }: { children: ReactNode }) {
  const boot = useBoot()
  const me = useMe()
  const [birthDate, setBirthDate] = useState(boot.birthDateCookie)
  if (!me || isAdult(birthDate, boot.now)) return children
  return (
    <Suspense fallback={null}>
      <Gate onFile={me.ageVerified ? (me.dateOfBirth ?? null) : null} onPass={setBirthDate} />
    </Suspense>
  )
}
