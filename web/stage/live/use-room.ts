// The room of a stream as this page has heard of it: lines in the order of their numbers, asked for again by change, never by time.
import { useCallback, useEffect, useRef, useState } from 'react'
import type { ReplyTo } from '#contract/client.ts'
import type { Room, RoomLine } from '#contract/talk/rooms.ts'
import { useApi } from '#web/app/session.tsx'
import { useJoin } from '#web/app/joins.ts'
import { usePush } from '#web/app/pushes.ts'

type Changes = ReplyTo<'messaging.roomChanges'>

/** What a page keeps of a room that a thousand write in. */
const mostLines = 300
/** The socket says what is new; where it is away, this does. */
const lookMs = 15_000

export interface RoomState {
  room: Room | undefined
  lines: readonly RoomLine[]
  hasEarlier: boolean
  isLost: boolean
  earlier: () => Promise<void>
  /** Something of it changed here. */
  catchUp: () => Promise<void>
  put: (line: RoomLine) => void
}

export function useRoom(conversationId: string | undefined): RoomState {
  const api = useApi()
  const [room, setRoom] = useState<Room>()
  const [lines, setLines] = useState<readonly RoomLine[]>([])
  const [hasEarlier, setHasEarlier] = useState(false)
  const [isLost, setLost] = useState(false)
  const known = useRef(0)
  const isAsking = useRef<Promise<void> | undefined>(undefined)

  const merge = useCallback((more: readonly RoomLine[], clearedTo = 0) => {
    setLines((before) => {
      const byId = new Map(before.map((line) => [line._id, line]))
      for (const line of more) {
        const there = byId.get(line._id)
        if (!there || there.change <= line.change) byId.set(line._id, { ...there, ...line })
      }
      const all = [...byId.values()].filter(({ number }) => number > clearedTo).toSorted((one, other) => one.number - other.number)
      return all.slice(-mostLines)
    })
  }, [])

  const catchUp = useCallback((): Promise<void> => {
    if (conversationId === undefined) return Promise.resolve()
    isAsking.current ??= (async () => {
      try {
        for (let isAll = false; !isAll; ) {
          const answer: Changes = await api.messaging.roomChanges({ id: conversationId, after: known.current })
          known.current = Math.max(known.current, answer.change)
          setRoom(answer.room)
          merge(answer.messages, answer.room.clearedTo)
          isAll = answer.isAll
        }
        setLost(false)
      } catch {
        setLost(true)
      } finally {
        isAsking.current = undefined
      }
    })()
    return isAsking.current
  }, [api, conversationId, merge])

  useEffect(() => {
    if (conversationId === undefined) return
    let isOver = false
    void (async () => {
      try {
        const [first, about] = await Promise.all([
          api.messaging.roomMessages({ id: conversationId, limit: 50 }),
          api.messaging.room({ id: conversationId }),
        ])
        if (isOver) return
        known.current = Math.max(known.current, first.change)
        setRoom(about)
        merge(first.data, about.clearedTo)
        setHasEarlier(first.total > first.data.length)
        setLost(false)
        void catchUp()
      } catch {
        if (!isOver) setLost(true)
      }
    })()
    const look = setInterval(() => void catchUp(), lookMs)
    return () => {
      isOver = true
      clearInterval(look)
    }
  }, [api, conversationId, merge, catchUp])

  useJoin('stream/join', conversationId === undefined ? undefined : { conversationId }, (answer) => {
    if (answer && answer.change > known.current) void catchUp()
  })
  const isOurs = (told: { conversationId: string }) => told.conversationId === conversationId
  usePush('stream/message-created', (told) => {
    if (!isOurs(told)) return
    // Some were said before these, and are not known here.
    const isNext = told.change - told.messages.length <= known.current
    merge(told.messages)
    if (isNext) known.current = Math.max(known.current, told.change)
    else void catchUp()
  })
  usePush('stream/message-deleted', (told) => void (isOurs(told) && catchUp()))
  usePush('stream/cleared', (told) => void (isOurs(told) && catchUp()))
  usePush('stream/room-updated', (told) => void (isOurs(told) && catchUp()))

  const earlier = async () => {
    const first = lines[0]
    if (conversationId === undefined || !first) return
    const { data, total } = await api.messaging.roomMessages({ id: conversationId, before: first.number, limit: 50 })
    merge(data)
    setHasEarlier(total > data.length && data.length > 0)
  }
  return { room, lines, hasEarlier, isLost, earlier, catchUp, put: (line) => merge([line]) }
}
