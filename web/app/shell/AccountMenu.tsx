import { Suspense } from 'react'
import { lazy } from '#web/ui/network.ts'

const OwnMenu = lazy(() => import('#web/app/shell/account-entries.tsx').then((file) => ({ default: file.OwnMenu })))

/** The three dots beside oneself. Visitors have none, so what is behind them does not come with the first page. */
export function AccountMenu() {
  return (
    <Suspense fallback={<span className="size-11" />}>
      <OwnMenu />
    </Suspense>
  )
}
