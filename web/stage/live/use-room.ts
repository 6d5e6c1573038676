// The room of a stream as this page has heard of it: lines in the order of their numbers, asked for again by change, never by time.
import { useCallback, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import { Refused, type ReplyTo } from '#contract/client.ts'
import type { Room, RoomLine } from '#contract/talk/rooms.ts'
import { sentenceOf } from '#web/app/api.ts'
import { useTranslation } from '#web/app/say.ts'
import { useApi, useMe } from '#web/app/session.tsx'
import { useHeard } from '#web/stage/live/use-heard.ts'
import { useJoin } from '#web/app/joins.ts'
import { usePush } from '#web/app/pushes.ts'
import { isThere, Saying, type Unsaid } from '#web/stage/live/saying.ts'

type Changes = ReplyTo<'messaging.roomChanges'>

/** What a page keeps of a room that a thousand write in, besides what somebody asked for. */
const mostLines = 300
const pageLines = 50
/** The room says what is new; where it is not heard, this does, and once in a while in any case. */
const [lookMs, heardLookMs] = [15_000, 60_000]

export interface RoomState {
  room: Room | undefined
  lines: readonly RoomLine[]
  hasEarlier: boolean
  isLost: boolean
  earlier: () => Promise<void>
  /** Something of it changed here. */
  catchUp: () => Promise<void>
  /** What was said here and is not among the lines yet. */
  unsaid: readonly Unsaid[]
  say: (text: string) => void
  sayAgain: (clientId: string) => void
  unsay: (clientId: string) => void
  /** Seconds until this reader may say something again. */
  waits: number
}

export function useRoom(conversationId: string | undefined): RoomState {
  const api = useApi()
  const [room, setRoom] = useState<Room>()
  const [lines, setLines] = useState<readonly RoomLine[]>([])
  const [hasEarlier, setHasEarlier] = useState(false)
  const [isLost, setLost] = useState(false)
  const known = useRef(0)
  const isAsking = useRef<Promise<void> | undefined>(undefined)
  const all = useRef<readonly RoomLine[]>([])
  const most = useRef(mostLines)

  const merge = useCallback((more: readonly RoomLine[], clearedTo = 0) => {
    const byId = new Map(all.current.map((line) => [line._id, line]))
    for (const line of more) {
      const there = byId.get(line._id)
      if (!there || there.change <= line.change) byId.set(line._id, { ...there, ...line })
    }
    const sorted = [...byId.values()].filter(({ number }) => number > clearedTo).toSorted((one, other) => one.number - other.number)
    if (sorted.length > most.current) setHasEarlier(true)
    all.current = sorted.slice(-most.current)
    setLines(all.current)
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
          api.messaging.roomMessages({ id: conversationId, limit: pageLines }),
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
    return () => void (isOver = true)
  }, [api, conversationId, merge, catchUp])

  const isHeard = useHeard(conversationId)
  useEffect(() => {
    if (conversationId === undefined) return
    const look = setInterval(() => void catchUp(), isHeard ? heardLookMs : lookMs)
    return () => clearInterval(look)
  }, [conversationId, catchUp, isHeard])

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
    try {
      const { data } = await api.messaging.roomMessages({ id: conversationId, before: first.number, limit: pageLines })
      most.current += data.length
      merge(data)
      setHasEarlier(data.length === pageLines)
    } catch {
      setLost(true)
    }
  }
  return { room, lines, hasEarlier, isLost, earlier, catchUp, ...useSaying(room, lines, merge, catchUp) }
}

type OfSaying = Pick<RoomState, 'unsaid' | 'say' | 'sayAgain' | 'unsay' | 'waits'>

function useSaying(
  room: Room | undefined,
  lines: readonly RoomLine[],
  merge: (lines: readonly RoomLine[]) => void,
  catchUp: () => Promise<void>,
): OfSaying {
  const api = useApi()
  const { t } = useTranslation()
  const me = useMe()?._id ?? ''
  const [waits, setWaits] = useState(0)
  useEffect(() => {
    if (waits <= 0) return
    const tick = setTimeout(() => setWaits(waits - 1), 1000)
    return () => clearTimeout(tick)
  }, [waits])
  const [saying] = useState(() => new Saying())
  useEffect(() => {
    saying.through({
      send: (text, clientId) => api.messaging.say({ id: room?._id ?? '', text, clientId }),
      onThere: (line) => {
        merge([line])
        if (room && !room.isModerator) setWaits(room.slowModeSeconds)
      },
      sentence: (error) => sentenceOf(error, t('shell.tryLater')),
      onRefused: (error) => {
        if (error instanceof Refused && error.code === 'slow_mode') setWaits(Number(error.details['seconds'] ?? 5))
      },
      onUnsure: () => void catchUp(),
    })
  }, [saying, api, room, merge, catchUp, t])
  const all = useSyncExternalStore(saying.subscribe, saying.lines, saying.lines)
  const hear = useEffectEvent(() => saying.heard(lines, me))
  useEffect(() => hear(), [lines, all])
  return {
    unsaid: all.filter((line) => !isThere(line, lines, me)),
    say: (text) => void saying.say(text, lines.at(-1)?.number ?? 0),
    sayAgain: (clientId) => void saying.again(clientId),
    unsay: (clientId) => saying.drop(clientId),
    waits,
  }
}
