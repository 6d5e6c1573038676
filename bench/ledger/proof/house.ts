// The server of the proof: a process of its own that embeds PostgreSQL and answers questions at the wallet's door. It exists
// to be killed with SIGKILL while money moves, and started again over the same data folder.
import { randomUUID } from 'node:crypto'
import { connect, sql, type Tx } from '#server/platform/db/db.ts'
import { startEmbedded } from '#server/platform/db/embedded.ts'
import { makeReady } from '#server/platform/db/roles.ts'
import { once } from '#server/platform/http/idempotency.ts'
import { Refusal } from '#server/platform/refusals/refusal.ts'
import type {} from '#server/money/earnings/events.ts'
import { fold } from '#server/money/wallet/queries.ts'
import { forgetful } from '../forgetful.ts'
import { siteBasisPoints, type Answer, type Cast, type Operation } from './operations.ts'
import { charge, chargeCard, chargeBatched, deposit, reverse, type Charge } from '#server/money/wallet/wallet.ts'

export type Question = { id: number; cast: { fans: number; creators: number } } | { id: number; ask: Operation }
export type Message = { id: number; cast: Cast } | { id: number; answer: Answer } | { ready: { url: string } }

const [dataDir = '', durability] = process.argv.slice(2)
// Without its database the house is down: whoever started it starts it again.
const server = await startEmbedded(dataDir, { tell: () => process.exit(1) })
await makeReady(server)
if (durability === 'off') await forgetful(server.ownerUrl)
const db = connect({ connection: { connectionString: server.url }, maxConnections: 16 })

function answer(operation: Operation): Promise<Answer> {
  switch (operation.kind) {
    case 'top_up':
      return moved(
        operation.amount,
        db.transaction((tx) =>
          deposit(tx, { to: operation.fan, amount: operation.amount, key: operation.key, kind: 'top_up', title: 'Top-up' }),
        ),
      )
    case 'tip':
      return moved(operation.amount, batched(operation))
    case 'unlock':
      return moved(operation.amount, keyed(operation, { kind: 'feed', title: 'A post', reference: `work:${operation.work}` }))
    case 'renew': {
      const month = {
        from: operation.fan,
        to: operation.creator,
        amount: operation.amount,
        commissionBasisPoints: siteBasisPoints,
        key: operation.key,
      }
      return moved(
        operation.amount,
        db.transaction((tx) => charge(tx, { ...month, kind: 'subscription', title: 'A month' })),
      )
    }
    case 'card': {
      const month = {
        by: operation.fan,
        to: operation.creator,
        amount: operation.amount,
        commissionBasisPoints: siteBasisPoints,
        key: operation.key,
      }
      return moved(
        operation.amount,
        db.transaction((tx) => chargeCard(tx, { ...month, kind: 'subscription', title: 'A month' })),
      )
    }
    case 'refund': {
      return moved(
        undefined,
        db.transaction((tx) => givenBack(tx, operation)),
      )
    }
    case 'fold':
      return db.transaction((tx) => fold(tx, 500)).then(() => ({ outcome: 'folded' }))
  }
}

/** As subscriptions do: under their own lock, and a part once. What the wallet itself is asked for twice, it takes twice. */
async function givenBack(tx: Tx, { transferId, part }: Extract<Operation, { kind: 'refund' }>) {
  const why = { reason: 'proof', by: null }
  if (part === undefined) return reverse(tx, transferId, why)
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${transferId}, 99))`)
  const before = await tx.maybe<{ id: string; amount: number }>(sql`
    select id, amount from wallet.transfers where reverses = ${transferId}`)
  return before ? { transferId: before.id, amount: before.amount, already: true } : reverse(tx, transferId, { ...why, part })
}

/** As the HTTP side tips: in batches, where whoever tips in the same moment shares one statement. */
async function batched({ fan, creator, amount, key, ...tip }: Extract<Operation, { kind: 'tip' }>) {
  const attempt = { accountId: fan, key, call: tip.kind, input: { creator, amount } }
  const fact = {
    tipperId: fan,
    performerId: creator,
    amount,
    message: '',
    isAnonymous: false,
    feedId: null,
    feedTitle: null,
  }
  const sale = { from: fan, to: creator, amount, commissionBasisPoints: siteBasisPoints, kind: 'tip', title: 'Tip' }
  const { transferId } = await chargeBatched(db, { ...sale, also: { name: 'tip.given', payload: fact } }, attempt)
  return { transferId, already: false }
}

/** As the HTTP side unlocks: the answer is kept under the client's key, in the transaction that moves the money. */
function keyed(operation: Extract<Operation, { kind: 'unlock' }>, purpose: Pick<Charge, 'kind' | 'title' | 'reference'>) {
  const sale = { from: operation.fan, to: operation.creator, amount: operation.amount, commissionBasisPoints: siteBasisPoints, ...purpose }
  return once(db, { accountId: operation.fan, key: operation.key, call: operation.kind, input: operation }, (tx) => charge(tx, sale))
}

async function moved(
  amount: number | undefined,
  posting: Promise<{ transferId: string; already: boolean; amount?: number }>,
): Promise<Answer> {
  const posted = await posting
  return { outcome: 'done', transferId: posted.transferId, already: posted.already, amount: posted.amount ?? amount ?? 0 }
}

/** Losing the database is not an answer: the transaction may have been committed. Any other surprise is a failure of the proof. */
function surprise(error: unknown): Answer {
  if (error instanceof Refusal) return { outcome: 'refused', code: error.code }
  const { code = '', message } = error as Error & { code?: string }
  const isLost =
    /^(57P|08)/.test(code) ||
    ['ECONNRESET', 'ECONNREFUSED', 'ENOENT', 'EPIPE'].includes(code) ||
    /terminated|closed|ended|connection/i.test(message)
  return isLost ? { outcome: 'lost' } : { outcome: 'failed', message: `${code} ${message}` }
}

async function cast(fans: number, creators: number): Promise<Cast> {
  const ids = Array.from({ length: fans + creators }, () => randomUUID())
  await db.transaction((tx) =>
    tx.run(sql`
    insert into accounts.accounts (id, role, name, username, email, created_at)
    select id, 'user', 'Somebody', 'p' || substr(md5(id::text), 1, 20), id || '@stagedoor.example', now() from unnest(${ids}::uuid[]) as id`),
  )
  return { fans: ids.slice(0, fans), creators: ids.slice(fans) }
}

const send = (message: Message) => process.send?.(message)
process.on('message', (question: Question) => {
  if ('cast' in question) void cast(question.cast.fans, question.cast.creators).then((people) => send({ id: question.id, cast: people }))
  else
    void answer(question.ask)
      .catch(surprise)
      .then((given) => send({ id: question.id, answer: given }))
})
process.on('disconnect', () => void server.stop().finally(() => process.exit(0)))
send({ ready: { url: server.url } })
