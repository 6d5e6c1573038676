import { requests as table } from '#contract/talk/requests.ts'
import type { Tx } from '#server/platform/db/db.ts'
import type { Call, Handlers } from '#server/platform/http/handlers.ts'
import { once, type Attempt } from '#server/platform/http/idempotency.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import type { Actor } from '#server/talk/messaging/messaging.ts'
import * as requests from '#server/talk/requests/requests.ts'

export const handlers: Handlers<typeof table> = {
  list: (call, { status, ...page }) => requests.list(call.db, actorOf(call), { status, ...page }),
  one: (call, { id }) => requests.showOne(call.db, actorOf(call), id),
  ask: { withoutTx: (call, asked) => step(call, (tx, actor) => requests.ask(tx, actor, asked)) },
  quote: { withoutTx: (call, { id, ...said }) => stepOf(call, id, (tx, actor) => requests.quote(tx, actor, id, said)) },
  accept: { withoutTx: (call, { id, ...seen }) => stepOf(call, id, (tx, actor) => requests.accept(tx, actor, id, seen)) },
  decline: { withoutTx: (call, { id, ...said }) => stepOf(call, id, (tx, actor) => requests.decline(tx, actor, id, said)) },
  withdraw: { withoutTx: (call, { id }) => stepOf(call, id, (tx, actor) => requests.withdraw(tx, actor, id)) },
}

type Stepping = Call<Member> & { readonly attempt: Attempt | undefined }

/** What is kept under the key names the request: what it says is shown anew. */
async function step(call: Stepping, take: (tx: Tx, actor: Actor) => Promise<string>) {
  const actor = actorOf(call)
  const { requestId } = await once(call.db, call.attempt, async (tx) => ({ requestId: await take(tx, actor) }))
  return requests.showOne(call.db, actor, requestId)
}

const stepOf = (call: Stepping, id: string, take: (tx: Tx, actor: Actor) => Promise<void>) =>
  step(call, async (tx, actor) => {
    await take(tx, actor)
    return id
  })

function actorOf(call: Call<Member>): Actor {
  return { viewer: call.viewer, country: call.country() }
}
