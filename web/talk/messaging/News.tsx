import { useState } from 'react'
import type { Message } from '#contract/talk/messaging.ts'
import { useMember } from '#web/app/session.tsx'
import { useTipText } from '#web/talk/messaging/words.ts'

const mostSaid = 5

/** What comes in while one is here, for whoever hears the page. The lines themselves come and go as one scrolls, which is no news. */
export function News({ messages, name }: { messages: readonly Message[]; name: string }) {
  const me = useMember()
  const tipText = useTipText()
  const [from] = useState(messages.at(-1)?.number ?? 0)
  const news = messages.filter(({ number, senderId, isDeleted }) => number > from && senderId !== me._id && !isDeleted)
  return (
    <div role="log" className="sr-only">
      {news.slice(-mostSaid).map((message) => (
        <p key={message._id}>{message.type === 'tip' ? tipText(message, false, name) : `${name}: ${message.text}`}</p>
      ))}
    </div>
  )
}
