// The ledger as one that anybody can check (docs/adr/0006): its totals, the roots of its days, and the proof of a line.
import Type, { type Static } from 'typebox'
import { ById, Day, endpoints, Flag, Id, Instant, Page, Paging, Tokens } from '#contract/endpoint.ts'

/** 32 bytes in lower-case hexadecimal. */
const Hash = Type.String({ pattern: '^[0-9a-f]{64}$' })

/** A closed day. Whoever keeps `digest` can tell later that nothing of this day or of any before it was changed. */
export const LedgerDay = Type.Object({
  day: Day,
  first: Type.String({ description: 'the position of its first link, from 1' }),
  last: Type.String(),
  root: Type.String({ description: 'of the Merkle tree over the day’s leaves' }),
  head: Type.String({ description: 'the hash of the chain at its last link' }),
  digest: Type.String({ description: 'sha256 of the digest before, the texts of day, first and last, root and head' }),
})
export type LedgerDay = Static<typeof LedgerDay>

/** What leads from a line to the root of its day. How to check it is told in docs/adr/0006, and done by /ledger/check-statement.mjs. */
export const LineProof = Type.Object({
  shown: Type.Array(Type.Union([Type.String(), Type.Null()]), {
    description:
      'id, sign, amount, commission (hundredths), kind, what it reverses, microseconds since 1970, the payee’s account and owner',
  }),
  kept: Type.String({ description: 'the hash of what the line does not show' }),
  day: Day,
  path: Type.Array(Type.Object({ side: Type.Enum(['left', 'right']), hash: Hash })),
})
export type LineProof = Static<typeof LineProof>

export const proofs = endpoints({
  /** All tokens there ever were. issued = held + spent + reversed, to the hundredth. */
  totals: {
    method: 'GET',
    path: '/ledger/totals',
    for: 'anyone',
    inClosedCountry: 'members',
    summary: 'What was issued, and where it is',
    reply: Type.Object({
      issued: Type.Number({ description: 'bought, paid by card for a subscription, or given by staff' }),
      held: Type.Number({ description: 'in the wallets of members, and in escrow until it is delivered' }),
      spent: Type.Number({ description: 'earned by creators, paid out to them, and kept by the site as commission' }),
      reversed: Type.Number({ description: 'given back at the gateway, or taken back by it' }),
      isEqual: Flag,
      parts: Type.Array(Type.Object({ account: Type.String(), amount: Tokens }), {
        description: 'what each kind of account has: wallet, escrow, earnings, commission, …',
      }),
      asOf: Instant,
    }),
    cacheSeconds: 60,
  },
  /** Newest first. */
  days: {
    method: 'GET',
    path: '/ledger/days',
    for: 'anyone',
    inClosedCountry: 'members',
    summary: 'The closed days of the ledger',
    query: Paging,
    reply: Page(LedgerDay),
    cacheSeconds: 60,
  },
  /** One's own only: the payer's, or the payee's. Somebody else's is not there. Until its day is closed (UTC) there is no proof yet. */
  proof: {
    method: 'GET',
    path: '/ledger/proofs/:id',
    for: 'member',
    inClosedCountry: true,
    summary: 'The proof that a line of mine stands in the ledger',
    params: ById,
    reply: Type.Object({ _id: Id, proof: LineProof, before: Hash, days: Type.Array(LedgerDay) }),
    refuses: ['not_found', 'not_closed_yet'],
  },
})
