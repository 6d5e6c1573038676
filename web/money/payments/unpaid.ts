// Somebody comes back from a payment page without having paid: the sheet that they left from is there again, and says so. It is known to
// this page alone, and only while it arrives: a sheet that is opened later, or a page loaded anew, says nothing of it.
import { useState } from 'react'
import { useLocation } from 'react-router'

const arrivingMs = 15_000

let last: { pathname: string; why: string; at: number } | undefined

const sheets = ['finish', 'unlock', 'buy', 'give']

/** Whether this way back leads to a sheet, which can say why nothing was paid. */
export function leadsToSheet(path: string): boolean {
  const { searchParams } = new URL(path, 'http://here')
  return sheets.some((name) => searchParams.has(name))
}

/** @param why a sentence for the payer */
export function tellUnpaid(path: string, why: string): void {
  last = { pathname: new URL(path, 'http://here').pathname, why, at: Date.now() }
}

export function whyUnpaid(pathname: string): string | undefined {
  return last?.pathname === pathname && Date.now() - last.at < arrivingMs ? last.why : undefined
}

/** Why nothing was paid, until they try again. */
export function useUnpaid(): [why: string | undefined, tryAgain: () => void] {
  const { pathname } = useLocation()
  const [why, setWhy] = useState(() => whyUnpaid(pathname))
  return [
    why,
    () => {
      last = undefined
      setWhy(undefined)
    },
  ]
}
