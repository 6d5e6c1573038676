// What kinds with a title have in common as their creator writes them: a title, a description and all that works share.
import type { Audience, Work } from '#server/catalogue/works/queries.ts'
import { cleanTags, priceOf, refuseForeignFiles } from '#server/catalogue/works/checks.ts'
import type { Db } from '#server/platform/db/db.ts'
import { toHundredths } from '#server/platform/units/units.ts'
import * as terms from '#server/site/terms/terms.ts'

export interface Described {
  title: string
  description: string
  tags: readonly string[]
  audience: Audience
  /** Hundredths of a token. */
  price: number
  scheduledAt: Date | null
  expiresAt: Date | null
  preview: string | null
  teaser: string | null
  participants: readonly string[]
  isForFront: boolean
}

/** What may be sent of it; undefined stays as it was, null takes it away. */
export type DescribedDraft = { [Field in keyof Described]?: Described[Field] | undefined }

export const undescribed: Described = {
  title: '',
  description: '',
  tags: [],
  audience: 'free',
  price: 0,
  scheduledAt: null,
  expiresAt: null,
  preview: null,
  teaser: null,
  participants: [],
  isForFront: false,
}

/** How it stands now. */
export function describedOf(work: Work, description: string): Described {
  const { title, tags, audience, price, scheduledAt, expiresAt, preview, teaser, isForFront } = work
  const participants = work.participants.map(({ id }) => id)
  return { title, description, tags, audience, price, scheduledAt, expiresAt, preview, teaser, participants, isForFront }
}

/**
 * The whole of it, cleaned and held against the rules.
 * @throws invalid for an empty title, price_without_sale, prohibited_term, file_not_yours, file_not_ready, file_blocked
 */
export async function described(db: Db, creatorId: string, sent: DescribedDraft, before: Described): Promise<Described> {
  const audience = sent.audience ?? before.audience
  const after: Described = {
    title: sent.title === undefined ? before.title : terms.requireText('title', sent.title).replaceAll(/\s+/g, ' '),
    description: sent.description === undefined ? before.description : terms.cleanText(sent.description),
    tags: sent.tags === undefined ? before.tags : cleanTags(sent.tags),
    audience,
    price: priceOf(audience, sent.price, before.price),
    scheduledAt: sent.scheduledAt === undefined ? before.scheduledAt : sent.scheduledAt,
    expiresAt: sent.expiresAt === undefined ? before.expiresAt : sent.expiresAt,
    preview: sent.preview === undefined ? before.preview : sent.preview,
    teaser: sent.teaser === undefined ? before.teaser : sent.teaser,
    participants: sent.participants ?? before.participants,
    isForFront: sent.isForFront ?? before.isForFront,
  }
  await terms.refuseProhibited(db, { title: after.title, description: after.description, tags: after.tags })
  await refuseForeignFiles(db, creatorId, [
    { field: 'thumbnailId', ids: after.preview ? [after.preview] : [], purpose: 'thumbnail', mayWait: true },
    { field: 'teaserId', ids: after.teaser ? [after.teaser] : [], purpose: 'teaser', mayWait: true },
  ])
  return after
}

/** What staff approved is not what readers would see now. The price, the audience and the hours are the creator's own. */
export function readsOtherwise(before: Described, after: Described): boolean {
  const read = ({ title, description, tags, preview, teaser, participants }: Described) =>
    JSON.stringify([title, description, tags, preview, teaser, participants])
  return read(before) !== read(after)
}

/** The fields of contract/catalogue/work.ts, workDraft, as they come over the wire. */
export interface Sent {
  title?: string
  description?: string
  isSale?: Audience
  price?: number | null
  tags?: string[]
  participantIds?: string[]
  scheduledAt?: string | null
  expiresAt?: string | null
  thumbnailId?: string | null
  teaserId?: string | null
  isForFront?: boolean
  status?: 'active' | 'inactive'
}

/** Not sent stays not sent, null takes away. */
export function draftOf(sent: Sent): DescribedDraft & { isDraft: boolean | undefined } {
  return {
    title: sent.title,
    description: sent.description,
    tags: sent.tags,
    audience: sent.isSale,
    price: sent.price === undefined ? undefined : toHundredths(sent.price ?? 0),
    scheduledAt: instantOf(sent.scheduledAt),
    expiresAt: instantOf(sent.expiresAt),
    preview: sent.thumbnailId,
    teaser: sent.teaserId,
    participants: sent.participantIds,
    isForFront: sent.isForFront,
    isDraft: sent.status === undefined ? undefined : sent.status === 'inactive',
  }
}

export function instantOf(sent: string | null | undefined): Date | null | undefined {
  return typeof sent === 'string' ? new Date(sent) : sent
}
