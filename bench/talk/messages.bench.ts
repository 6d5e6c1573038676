// What a message costs: writing through the HTTP API, 64 callers at once, against a plain insert through a bare Fastify on the same PostgreSQL;
// and opening an inbox over a million messages against ten thousand. Both sides are asked in turns.
import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import * as accounts from '#server/people/accounts/accounts.ts'
import { sql, type Database } from '#server/platform/db/db.ts'
import { callerOf, calling, type Caller } from '../ledger/caller.ts'
import { processorTime } from '../ledger/processor.ts'
import { interleaved } from '../ledger/runs.ts'
import { buildStage, commitTime } from '../ledger/stage.ts'

const callers = 64
const connections = 16
const [writingGoal, openingGoal] = [0.5, 1.5]
const messagesEach = 50
const stage = await buildStage({ fans: 2_000, creators: 500, connections })
const { db } = stage
const started: ChildProcess[] = []
const lines: Caller[] = []
let isOver = false
try {
  await db.pool.query('create schema bare')
  await db.pool.query(
    'create table bare.messages (id uuid primary key default uuidv7(), conversation_id uuid not null, text text not null, created_at timestamptz not null default now())',
  )
  const conversations = await seat(db, stage.fans, stage.creators)
  const [many, few] = [await fillInbox(db, 20_000), await fillInbox(db, 200)]
  await db.pool.query('vacuum analyze')
  const ours = await start('../ledger/api.ts')
  const bare = await start('bare.ts')
  const tokens = await tokensFor(db, [...conversations.map(({ fan }) => fan), many, few])
  const [ourLine, bareLine] = await Promise.all(
    [ours, bare].map(({ address }) => Promise.all(Array.from({ length: callers }, () => callerOf(address)))),
  )
  lines.push(...(ourLine ?? []), ...(bareLine ?? []))
  const one = () => conversations[Math.floor(Math.random() * conversations.length)] ?? never()
  const body = JSON.stringify({ text: '昨晚那顆月亮還在嗎？' })
  const spent = await processorTime(db, ours.child.pid)
  const rates = await interleaved(
    {
      bare: calling(bareLine ?? [], (caller) => caller.post(`/${one().id}`, {}, body)),
      ours: calling(ourLine ?? [], (caller) => {
        const { id, fan } = one()
        return caller.post(
          `/api/messages/conversations/${id}`,
          { authorization: tokens.get(fan) ?? '', 'idempotency-key': randomUUID() },
          body,
        )
      }),
    },
    { callers, seconds: Number(process.env['BENCH_SECONDS'] ?? 4), rounds: 3, spent },
  )
  const [our = 0, their = 1] = [rates.get('ours')?.perSecond, rates.get('bare')?.perSecond]
  isOver ||= our / their < writingGoal
  console.log(
    `writing through HTTP: ${callers} callers, ${connections} connections; a commit is on disk after ${(await commitTime(db)).toFixed(2)} ms`,
  )
  console.log(
    `  a plain insert ${their.toFixed(0)} /s, a message ${our.toFixed(0)} /s   ${(our / their).toFixed(2)}× (goal ≥ ${writingGoal}×)`,
  )

  // What the writing left behind is cleared away before, not in somebody's turn.
  await db.pool.query('vacuum analyze')
  await db.pool.query('checkpoint')
  const opens = async (account: string) => {
    const answer = await fetch(`${ours.address}/api/conversations?limit=20`, { headers: { authorization: tokens.get(account) ?? '' } })
    if (!answer.ok) throw new Error(`the inbox answered ${answer.status}`)
    await answer.arrayBuffer()
  }
  const opening = await interleaved({ few: () => opens(few), many: () => opens(many) }, { callers: 4, seconds: 3, rounds: 3, spent })
  const cost = (name: string) => {
    const { API = 0, PostgreSQL = 0 } = opening.get(name)?.microseconds ?? {}
    return API + PostgreSQL
  }
  const ratio = cost('many') / cost('few')
  isOver ||= ratio > openingGoal
  console.log(
    `opening an inbox of ${(20_000 * messagesEach).toLocaleString('en')} messages against ${(200 * messagesEach).toLocaleString('en')}: processor time a request`,
  )
  console.log(
    `  ${(cost('many') / 1000).toFixed(2)} against ${(cost('few') / 1000).toFixed(2)} ms   ${ratio.toFixed(2)}× (goal ≤ ${openingGoal}×)`,
  )
} finally {
  for (const caller of lines) caller.hangUp()
  for (const child of started) if (child.connected) child.disconnect()
  await stage.strike()
}
process.exitCode = isOver ? 1 : 0

async function start(file: string): Promise<{ child: ChildProcess; address: string }> {
  const child = fork(join(import.meta.dirname, file), [stage.url, String(connections)], { execArgv: [] })
  started.push(child)
  const [{ address }] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error(`${file} did not start`))),
  ])) as [{ address: string }]
  return { child, address }
}

/** Each fan subscribes to a creator and has a conversation with them. */
function seat(on: Database, fans: readonly string[], creators: readonly string[]): Promise<{ id: string; fan: string }[]> {
  return on.many<{ id: string; fan: string }>(sql`
    with pairs as (
      select fan, (${creators}::uuid[])[1 + place % ${creators.length}] as creator from unnest(${fans}::uuid[]) with ordinality as f (fan, place)
    ), subscribed as (
      insert into subscriptions.subscriptions (fan_id, performer_id, type, renews_as, status, gateway, price, currency, started_at, anchored_at, expires_at)
      select fan, creator, 'monthly', 'monthly', 'cancelled', 'wallet', 495, 'USD', now(), now(), now() + interval '30 days' from pairs
    )
    insert into messaging.conversations (kind, performer_id, fan_id, created_at) select 'private', creator, fan, now() from pairs
    returning id, fan_id as fan`)
}

/** A creator with so many conversations of fifty messages each; a tenth of them unread. */
async function fillInbox(on: Database, conversations: number): Promise<string> {
  const { id } = await on.one<{ id: string }>(sql`
    insert into accounts.accounts (role, name, username, email, birth_date, created_at)
    values ('performer', 'Inbox', ${`inbox${conversations}`}, ${`inbox${conversations}@stagedoor.example`}, '1990-01-01', now()) returning id`)
  await on.one(sql`
    with fan as (
      insert into accounts.accounts (role, name, username, email, birth_date, created_at)
      select 'user', 'Fan', ${`of${conversations}n`}::text || n, ${`of${conversations}n`}::text || n || '@stagedoor.example', '1990-01-01', now()
      from generate_series(1, ${conversations}::integer) n
      returning id
    ), seated as (
      insert into messaging.conversations (kind, performer_id, fan_id, last_change, last_message_at, last_personal_at, last_of_fan, fan_wrote, read_by_performer, created_at)
      select 'private', ${id}, fan.id, ${messagesEach}, said_at, said_at, ${messagesEach}, true, case when random() < 0.1 then 0 else ${messagesEach}::integer end, now()
      from (select id, now() - random() * interval '60 days' as said_at from fan) fan
      returning id, fan_id, last_message_at
    ), said as (
      insert into messaging.messages (conversation_id, number, change, arrived, sender_id, type, text, created_at)
      select seated.id, n, n, n, seated.fan_id, 'text', '昨晚那顆月亮還在嗎？', seated.last_message_at - (${messagesEach} - n) * interval '1 minute'
      from seated cross join generate_series(1, ${messagesEach}::integer) n
      returning 1
    )
    select count(*) as said from said`)
  return id
}

function tokensFor(on: Database, people: readonly string[]): Promise<Map<string, string>> {
  return on.transaction(async (tx) => {
    const tokens = new Map<string, string>()
    for (const id of people) tokens.set(id, (await accounts.openSession(tx, id)).token)
    return tokens
  })
}

function never(): never {
  throw new Error('nobody talks')
}
