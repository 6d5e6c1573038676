// What a room costs: a line that somebody says in a stream's room of many, until all have it, against a room of raw ws that keeps nothing. Both are
// asked in turns. Then everybody's connection is broken three times while people talk on, and each line must be before each reader once, in its order.
import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { io } from 'socket.io-client'
import { WebSocket } from 'ws'
import type { Pushes } from '#contract/pushes.ts'
import type { RoomLine } from '#contract/talk/rooms.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
import { callerOf, type Caller } from '../ledger/caller.ts'
import { processorTime } from '../ledger/processor.ts'
import { buildStage } from '../ledger/stage.ts'

const people = 500
/** Lines that are said and have not reached everybody yet. */
const ahead = 16
/** In the last part, where connections break. */
const [readers, cuts] = [100, 3]
const [rateGoal, slowestGoal] = [0.8, 2]
const rounds = 3
/** Lines so far: each has its number once, over both sides and all rounds. */
let spoken = 0
const secondsEach = Number(process.env['BENCH_SECONDS'] ?? 4)

const stage = await buildStage({ fans: 100, creators: 1, connections: 16 })
const { db, fans, creators } = stage
const performerId = creators[0] ?? never()
const started: ChildProcess[] = []
const open: { close(): void }[] = []
let isOver = false
try {
  await db.pool.query('vacuum analyze')
  const tokens = await db.transaction(async (tx) => {
    const found: string[] = []
    for (const fan of fans) found.push((await accounts.openSession(tx, fan)).token)
    return found
  })
  const [ours, bare] = [await start('room.ts'), await start('bare-room.ts')]
  const { token } = await db.transaction((tx) => accounts.openSession(tx, performerId))
  const { _id: room } = await ask<{ _id: string }>(`${ours.address}/api/conversations/stream/performer/${performerId}`, token)
  const message = await ask<RoomLine>(`${ours.address}/api/messages/stream/${room}`, token, { text: said(0) })
  const sample = JSON.stringify({ conversationId: room, change: 1, message })
  const sides = {
    ours: await fill(
      ours.address,
      (caller, nth) => {
        const headers = { authorization: tokens[nth % tokens.length] ?? '', 'idempotency-key': randomUUID() }
        return caller.post(`/api/messages/stream/${room}`, headers, JSON.stringify({ text: said(nth) }))
      },
      (socket) => joinRoom(socket, room),
    ),
    bare: await fill(bare.address, (caller, nth) => caller.post('/', {}, sample.replace(said(0), said(nth)))),
  }
  const spent = { ours: await processorTime(db, ours.child.pid), bare: await processorTime(db, bare.child.pid) }

  const rates = { ours: [] as number[], bare: [] as number[] }
  const busy: Record<'ours' | 'bare', number[]> = { ours: [], bare: [] }
  const costs = { ours: 0, bare: 0 }
  for (let round = -1; round < rounds; round++) {
    for (const name of ['bare', 'ours'] as const) {
      const before = spent[name]()
      const { delays, perSecond } = await asFastAsTheyCan(sides[name], round < 0 ? 1 : secondsEach)
      if (round < 0) continue
      rates[name].push(perSecond)
      busy[name] = busy[name].concat(delays)
      const { API = 0, PostgreSQL = 0 } = spent[name]()
      costs[name] += (API + PostgreSQL - (before['API'] ?? 0) - (before['PostgreSQL'] ?? 0)) / delays.length / rounds
    }
  }
  const [our, their] = [middle(rates.ours), middle(rates.bare)]
  isOver ||= our / their < rateGoal
  console.log(`a room of ${people}, ${ahead} lines on their way: deliveries a second`)
  console.log(
    `  raw ws ${their.toFixed(0)} /s (${costs.bare.toFixed(1)} µs each), the product ${our.toFixed(0)} /s (${costs.ours.toFixed(1)} µs each)   ${(our / their).toFixed(2)}× (goal ≥ ${rateGoal}×)`,
  )

  isOver ||= compare(`meanwhile, from being said until it is there, the slowest in a hundred (goal ≤ ${slowestGoal}×)`, busy) > slowestGoal

  const everyMs = (2 * 1000 * people) / Math.min(our, their)
  const delays: Record<'ours' | 'bare', number[]> = { ours: [], bare: [] }
  for (let round = 0; round < rounds; round++)
    for (const name of ['bare', 'ours'] as const) delays[name] = delays[name].concat(await atAPace(sides[name], everyMs, secondsEach))
  compare(`one line every ${everyMs.toFixed(1)} ms, half of the slower one's rate, the slowest in a hundred`, delays)
  for (const each of open.splice(0)) each.close()

  const { lines, wrong, pushed } = await whileCut(ours, room, tokens)
  isOver ||= wrong.length > 0
  console.log(
    `everybody was cut off ${cuts} times: ${lines} lines for ${readers} readers, ${pushed.toFixed(0)} % of them pushed, the rest asked for; ${wrong.length} wrong`,
  )
  for (const each of wrong.slice(0, 5)) console.log(`  ${each}`)
} finally {
  for (const each of open) each.close()
  for (const child of started) if (child.connected) child.disconnect()
  await stage.strike()
}
process.exitCode = isOver ? 1 : 0

interface Side {
  address: string
  /** Says the line of this number; it is said when the answer is here. */
  say(caller: Caller, nth: number): Promise<void>
  /** Called with a line's number for each of the people who has it. */
  heard(nth: number): void
}

/** Eight digits that are found in what arrives without parsing it. */
function said(nth: number): string {
  return `昨晚那顆月亮還在嗎？#${String(nth).padStart(8, '0')}`
}

async function fill(address: string, say: Side['say'], join?: (socket: WebSocket) => Promise<void>): Promise<Side> {
  const side: Side = { address, say, heard() {} }
  const sit = async () => {
    const socket = new WebSocket(`${address.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`, { perMessageDeflate: false })
    open.push(socket)
    await once(socket, 'open')
    await join?.(socket)
    socket.on('message', (data: Buffer) => {
      let at = data.indexOf('#')
      if (at < 0 && data.length === 1) socket.send('3')
      for (; at >= 0; at = data.indexOf('#', at + 1)) side.heard(Number(data.toString('latin1', at + 1, at + 9)))
    })
  }
  for (let n = 0; n < people; n += 50) await Promise.all(Array.from({ length: 50 }, sit))
  return side
}

/** The words of engine.io and socket.io by which a client comes in and asks to hear the room: the same ws on both sides, so that only servers differ. */
async function joinRoom(socket: WebSocket, conversationId: string): Promise<void> {
  const answered = new Promise<string>((answer) => {
    socket.on('message', (data: Buffer) => {
      const said = data.toString()
      if (said.startsWith('40')) socket.send(`420${JSON.stringify(['stream/join', { conversationId }])}`)
      if (said.startsWith('430')) answer(said)
    })
  })
  socket.send('40')
  if (!(await answered).includes('"joined":true')) throw new Error('somebody was not let into the room')
  socket.removeAllListeners('message')
}

/** New ones for each turn: a server hangs up on who was silent during the other side's. */
function callersOf({ address }: Side, count: number): Promise<Caller[]> {
  return Promise.all(Array.from({ length: count }, () => callerOf(address)))
}

async function asFastAsTheyCan(side: Side, seconds: number): Promise<{ delays: number[]; perSecond: number }> {
  const missing = new Map<number, { saidAt: number; left: number; done: () => void }>()
  const delays: number[] = []
  side.heard = (nth) => {
    const line = missing.get(nth) ?? never()
    delays.push(performance.now() - line.saidAt)
    if (--line.left === 0) line.done()
  }
  const callers = await callersOf(side, ahead)
  const began = performance.now()
  const end = began + seconds * 1000
  await Promise.all(
    callers.map(async (caller) => {
      while (performance.now() < end) {
        const nth = ++spoken
        const all = new Promise<void>((done) => missing.set(nth, { saidAt: performance.now(), left: people, done }))
        await Promise.all([side.say(caller, nth), all])
        missing.delete(nth)
      }
    }),
  )
  const perSecond = delays.length / ((performance.now() - began) / 1000)
  for (const caller of callers) caller.hangUp()
  return { delays, perSecond }
}

async function atAPace(side: Side, everyMs: number, seconds: number): Promise<number[]> {
  const delays: number[] = []
  const saidAt = new Map<number, number>()
  side.heard = (nth) => delays.push(performance.now() - (saidAt.get(nth) ?? never()))
  const callers = await callersOf(side, ahead * 2)
  const free = [...callers]
  const saying = new Set<Promise<void>>()
  const began = performance.now()
  const lines = Math.floor((seconds * 1000) / everyMs)
  for (let n = 0; n < lines; n++) {
    const at = began + n * everyMs
    while (performance.now() < at) await sleep(Math.max(0, at - performance.now() - 1))
    while (free.length === 0) await Promise.race(saying)
    const caller = free.pop() ?? never()
    const nth = ++spoken
    saidAt.set(nth, at)
    const told = side.say(caller, nth).then(() => {
      free.push(caller)
      saying.delete(told)
    })
    saying.add(told)
  }
  await Promise.all(saying)
  while (delays.length < lines * people) await sleep(5)
  for (const caller of callers) caller.hangUp()
  return delays
}

/** People with the product's own client, who ask for what they missed by its number; what they have at the end against what was acknowledged. */
async function whileCut({ address, child }: Started, room: string, tokens: readonly string[]) {
  const { change: first } = await ask<{ change: number }>(`${address}/api/messages/stream/${room}`)
  let pushes = 0
  const seats = Array.from({ length: readers }, () => {
    const lines = new Map<number, string>()
    let known = first
    const take = ({ change, text }: Pick<RoomLine, 'change' | 'text'>) => {
      lines.set(change, text)
      known = change
    }
    let asking = Promise.resolve()
    const askOn = () => {
      asking = asking.then(async () => {
        for (let isAll = false; !isAll; ) {
          const more = await ask<{ messages: RoomLine[]; change: number; isAll: boolean }>(
            `${address}/api/messages/stream/${room}/changes?after=${known}`,
          )
          for (const line of more.messages) if (line.change > known) take(line)
          ;({ isAll } = more)
        }
      })
    }
    const socket = io(address, { transports: ['websocket'], forceNew: true, reconnectionDelay: 50, reconnectionDelayMax: 200 })
    socket.on('connect', () => {
      socket.emit('stream/join', { conversationId: room }, () => askOn())
    })
    socket.on('stream/message-created', ({ change, messages }: Pushes['stream/message-created']) => {
      for (const line of messages) {
        if (line.change !== known + 1) continue
        pushes++
        take(line)
      }
      if (change > known) askOn()
    })
    const leave = () => {
      socket.close()
      return asking
    }
    return { lines, known: () => known, leave }
  })
  await sleep(1000)

  const acknowledged = new Map<number, string>()
  let isSaying = true
  const saying = tokens.slice(0, 4).map(async (token, who) => {
    for (let n = 0; isSaying; n++) {
      const text = `${who}: ${n}`
      const line = await ask<RoomLine>(`${address}/api/messages/stream/${room}`, token, { text })
      acknowledged.set(line.change, text)
      await sleep(20)
    }
  })
  for (let n = 0; n < cuts; n++) {
    await sleep(1500)
    child.send('cut')
  }
  await sleep(1500)
  isSaying = false
  await Promise.all(saying)
  const last = Math.max(...acknowledged.keys())
  const isLate = performance.now() + 10_000
  while (seats.some(({ known }) => known() < last) && performance.now() < isLate) await sleep(20)
  await Promise.all(seats.map(({ leave }) => leave()))

  const order = JSON.stringify([...acknowledged].toSorted(([one], [other]) => one - other))
  const wrong = seats.flatMap(({ lines }, nth) => (JSON.stringify([...lines]) === order ? [] : [`reader ${nth} has ${lines.size} lines`]))
  return { lines: acknowledged.size, wrong, pushed: (100 * pushes) / (acknowledged.size * readers) }
}

interface Started {
  child: ChildProcess
  address: string
}

async function start(file: string): Promise<Started> {
  const child = fork(join(import.meta.dirname, file), [stage.url, '16'], { execArgv: [] })
  started.push(child)
  const [{ address }] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error(`${file} did not start`))),
  ])) as [{ address: string }]
  return { child, address }
}

/** What a row answers. A connection that breaks while a question is on it is asked again. */
async function ask<Answer>(url: string, token?: string, body?: object): Promise<Answer> {
  const key = randomUUID()
  for (;;) {
    const answer = await fetch(url, {
      headers: { 'content-type': 'application/json', 'idempotency-key': key, ...(token && { authorization: token }) },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    }).catch(() => undefined)
    if (answer?.ok) return ((await answer.json()) as { data: Answer }).data
    if (answer) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`)
  }
}

/** Says both sides' slowest in a hundred; answers how many times as slow the product's is. */
function compare(what: string, { ours, bare }: Record<'ours' | 'bare', number[]>): number {
  const [our, their] = [p99(ours), p99(bare)]
  console.log(`${what}\n  raw ws ${their.toFixed(1)} ms, the product ${our.toFixed(1)} ms   ${(our / their).toFixed(2)}×`)
  return our / their
}

function middle(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0
}

function p99(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length * 0.99)] ?? 0
}

function never(): never {
  throw new Error('nobody is there')
}
