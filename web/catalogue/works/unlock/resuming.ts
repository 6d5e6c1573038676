import { useEffect, useRef, useState } from 'react'
import { type ShouldRevalidateFunctionArgs, useSearchParams } from 'react-router'

/** Not when only what is resumed leaves the address: an answer from before the purchase would arrive after it and lock the work again. */
export function shouldRevalidate({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean {
  return currentUrl.pathname !== nextUrl.pathname
}

/** `?unlock=1`, or `?buy=1`, as the page was opened; then the address is that of the work again, so that a reload does not repeat it. */
export function useResumes(wish: 'unlock' | 'buy' = 'unlock'): boolean {
  const [asked, setAsked] = useSearchParams()
  const [resumes] = useState(asked.get(wish) === '1')
  const isThere = asked.has(wish)
  useEffect(() => {
    if (isThere) setAsked({}, { replace: true, preventScrollReset: true })
  }, [isThere, setAsked])
  return resumes
}

/** Once, back from the payment page: what was wished for there happens without another press. */
export function useResume(wanted: boolean, go: () => Promise<unknown>): void {
  const gone = useRef(false)
  useEffect(() => {
    if (!wanted || gone.current) return
    gone.current = true
    void go()
  })
}
