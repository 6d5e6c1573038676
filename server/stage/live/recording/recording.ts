// Shows that their performer wants kept (docs/adr/0021): who may ask for it, and how it stands. keeping.ts tapes them, preparing.ts makes the videos.
// Promises: a show is kept only where its performer said so beforehand, and everybody who comes in is told; a private show never is; what costs something
// does not become free by itself.
import type { BegunType } from '#contract/stage/live.ts'
import type { Recording as Shown } from '#contract/stage/recording.ts'
import * as works from '#server/catalogue/works/works.ts'
import { gatheredById } from '#server/platform/batch/batch.ts'
import type { Db, Tx } from '#server/platform/db/db.ts'
import { refuseField } from '#server/platform/refusals/refusal.ts'
import { fromHundredths, toHundredths } from '#server/platform/units/units.ts'
import { providerInUse } from '#server/stage/live/providers.ts'
import type { Profile } from '#server/stage/live/queries.ts'
import * as queries from '#server/stage/live/recording/queries.ts'

export interface Wish {
  record?: boolean | undefined
  recordPrivacy?: Shown['privacy'] | undefined
  /** In tokens. */
  recordPrice?: number | undefined
}

/** Whom the video is for where its performer says nothing: whom the show was for. What was paid for is sold. */
const sameAs = { public: 'free', followers: 'followers', subscribers: 'subscription', ticket: 'ppv', group: 'ppv' } as const

/**
 * What is asked for of a show, if anything is. Of what is not sent, the stream profile says it; a ticket's price is the price of its video.
 * @param show its type, and the price of its ticket in hundredths of a token
 * @throws live_unavailable; at record: recording_unavailable; at recordPrice: price_required, price_without_sale, price_out_of_bounds
 */
export async function wished(
  db: Db,
  { record, recordPrivacy, recordPrice }: Wish,
  { before, show }: { before: Profile; show: { type: BegunType; price: number } },
): Promise<Pick<queries.Recording, 'audience' | 'price'> | undefined> {
  if (!(record ?? before.record)) return undefined
  if (!(await providerInUse(db)).canRecord) return record ? refuseField('record', 'recording_unavailable') : undefined
  const audience = recordPrivacy ?? before.recordAudience ?? sameAs[show.type]
  if (audience !== 'ppv') return recordPrice ? refuseField('recordPrice', 'price_without_sale') : { audience, price: 0 }
  const usual = before.recordPrice ?? (show.price > 0 ? show.price : undefined)
  const price = (recordPrice === undefined ? usual : toHundredths(recordPrice)) ?? refuseField('recordPrice', 'price_required')
  await works.refusePriceOutOfBounds(db, 'recordPrice', price)
  return { audience, price }
}

export async function ask(tx: Tx, streamId: string, wish: Pick<queries.Recording, 'audience' | 'price'>): Promise<void> {
  await queries.insert(tx, { streamId, ...wish })
}

/** By stream. */
export const recordingsOf: (db: Db, streamIds: readonly string[]) => Promise<Map<string, queries.Recording>> = gatheredById(
  queries.recordings,
  ({ streamId }) => streamId,
)

/** To its performer. */
export function recordingForm({ state, reason, audience, price, videoId }: queries.Recording): Shown {
  return {
    state,
    ...(reason !== null && { reason }),
    privacy: audience,
    price: fromHundredths(price),
    ...(videoId !== null && { videoId }),
  }
}
