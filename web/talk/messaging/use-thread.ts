import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import type { Conversation } from '#contract/talk/messaging.ts'
import { usePush } from '#web/app/pushes.ts'
import { useQuery } from '#web/app/query.ts'
import { useApi, useMember } from '#web/app/session.tsx'
import { outboxOf, threadOf } from '#web/talk/messaging/open.ts'
import type { Unsent } from '#web/talk/messaging/outbox.ts'
import { conversation } from '#web/talk/messaging/queries.ts'
import type { FirstPage } from '#web/talk/messaging/thread.ts'

const noneYet: readonly Unsent[] = []

/** A conversation and what goes into it, kept up to date. Everything that may have changed it only says so, and it asks (thread.ts). */
export function useThread(loaded: Conversation, first: FirstPage) {
  const api = useApi()
  const { _id: ownId } = useMember()
  const id = loaded._id
  const [thread] = useState(() => threadOf(api, ownId, id, first))
  const [outbox] = useState(() => outboxOf(api, ownId))
  const said = useSyncExternalStore(thread.subscribe, thread.said, thread.said)
  const lines = useSyncExternalStore(outbox.subscribe, outbox.lines, () => noneYet)
  // Asked again after every reconnect and whenever somebody comes back to the tab, and by its number the thread knows whether it missed something.
  const { data: shown = loaded } = useQuery(conversation(id), loaded, {
    onSuccess({ change }) {
      thread.hearOf(change)
      outbox.wake()
    },
  })
  const heard = ({ conversationId, change }: { conversationId: string; change: number }) => {
    if (conversationId === id) thread.hearOf(change)
  }
  usePush('message/created', heard)
  usePush('message/edited', heard)
  usePush('message/deleted', heard)
  usePush('message/read', heard)
  // It does not say which of one's conversations: whoever has one open asks.
  usePush('messages/changed', () => void thread.catchUp())

  const lookAgain = useEffectEvent(() => {
    outbox.wake()
    if (document.visibilityState === 'visible') void thread.catchUp()
  })
  useEffect(() => {
    thread.hearOf(loaded.change)
    outbox.wake()
  }, [thread, outbox, loaded.change])
  useEffect(() => {
    const again = () => lookAgain()
    window.addEventListener('online', again)
    document.addEventListener('visibilitychange', again)
    return () => {
      window.removeEventListener('online', again)
      document.removeEventListener('visibilitychange', again)
    }
  }, [])
  // What is there already, heard of in another way than by its own answer, is nothing to send any more.
  useEffect(() => {
    for (const { clientId } of said.messages) if (clientId !== undefined) outbox.drop(clientId)
  }, [said.messages, outbox])

  return { conversation: shown, thread, said, outbox, unsent: lines.filter(({ conversationId }) => conversationId === id) }
}
