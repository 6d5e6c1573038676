// What one is about to answer: it stays in this browser with the words until they are sent.
import { useState } from 'react'
import type { Answered } from '#contract/talk/messaging.ts'
import { useMember } from '#web/app/session.tsx'
import { answeredOf, keepAnswered } from '#web/talk/messaging/drafts.ts'
import { useIsHydrated } from '#web/ui/hydrated.ts'

export function useAnswering(conversationId: string): [Answered | undefined, (answered: Answered | undefined) => void] {
  const { _id: ownId } = useMember()
  const isHydrated = useIsHydrated()
  const [stored] = useState(() => (typeof window === 'undefined' ? undefined : answeredOf(ownId, conversationId)))
  const [chosen, setChosen] = useState<{ is: Answered | undefined }>()
  const choose = (answered: Answered | undefined) => {
    setChosen({ is: answered })
    keepAnswered(ownId, conversationId, answered)
  }
  // The server knows no drafts, and the first drawing must agree with it.
  return [chosen ? chosen.is : isHydrated ? stored : undefined, choose]
}
