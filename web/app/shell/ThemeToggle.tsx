import { Suspense } from 'react'
import { lazy } from '#web/ui/network.ts'

const LightSwitch = lazy(() => import('#web/app/shell/LightSwitch.tsx').then((file) => ({ default: file.LightSwitch })))

/** Light or dark. It is drawn with the page and comes alive after it: its two pictures do not travel with the first load. */
export function ThemeToggle() {
  return (
    <Suspense fallback={<span className="size-11 flex-none" />}>
      <LightSwitch />
    </Suspense>
  )
}
