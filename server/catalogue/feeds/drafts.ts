// What a creator wrote, cleaned and held against the rules of calls.md section 3.
import * as files from '#server/media/files/files.ts'
import type { Audience } from '#server/catalogue/works/works.ts'
import type { PostType } from '#server/catalogue/feeds/queries.ts'
import type { Db } from '#server/platform/db/db.ts'
import { refuse, refuseField } from '#server/platform/refusals/refusal.ts'
import * as terms from '#server/site/terms/terms.ts'

/** What may be sent; undefined stays as it was, null takes it away. */
export interface Draft {
  text?: string | undefined
  tagline?: string | undefined
  tags?: readonly string[] | undefined
  audience?: Audience | undefined
  /** Hundredths of a token. */
  price?: number | undefined
  pinned?: boolean | undefined
  scheduledAt?: Date | null | undefined
  expiresAt?: Date | null | undefined
  isDraft?: boolean | undefined
  media?: readonly string[] | undefined
  preview?: string | null | undefined
}

/** A whole post. */
export interface Written {
  type: PostType
  text: string
  tagline: string
  tags: string[]
  audience: Audience
  price: number
  pinned: boolean
  scheduledAt: Date | null
  expiresAt: Date | null
  isDraft: boolean
  media: readonly string[]
  preview: string | null
}

export async function checked(db: Db, creatorId: string, draft: Draft, before: Written): Promise<Written> {
  const audience = draft.audience ?? before.audience
  const post: Written = {
    type: before.type,
    text: draft.text === undefined ? before.text : terms.cleanText(draft.text),
    tagline: draft.tagline === undefined ? before.tagline : terms.cleanText(draft.tagline).replaceAll(/\s+/g, ' '),
    tags: draft.tags === undefined ? before.tags : tagsOf(draft.tags),
    audience,
    price: audience === 'ppv' ? (draft.price ?? before.price) : 0,
    pinned: draft.pinned ?? before.pinned,
    scheduledAt: draft.scheduledAt === undefined ? before.scheduledAt : draft.scheduledAt,
    expiresAt: draft.expiresAt === undefined ? before.expiresAt : draft.expiresAt,
    isDraft: draft.isDraft ?? before.isDraft,
    media: draft.media ?? before.media,
    preview: draft.preview === undefined ? before.preview : draft.preview,
  }
  await terms.refuseProhibited(db, { text: post.text, tagline: post.tagline, tags: post.tags })
  if (post.type === 'text' && post.media.length > 0) refuseField('fileIds', 'too_many_files', { most: 0 })
  if (audience === 'ppv' && post.media.length === 0) refuseField('fileIds', 'sale_needs_file')
  if (!post.isDraft && post.text === '' && post.media.length === 0) refuse('text_or_file_required')
  if (!post.isDraft && post.type === 'photo' && post.media.length === 0) refuse('text_or_file_required')
  await refuseForeignFiles(db, creatorId, post)
  return post
}

function tagsOf(tags: readonly string[]): string[] {
  const clean = tags.map((tag) => terms.cleanText(tag).replaceAll(/\s+/g, ' ').replace(/^#+/, '').trim().toLowerCase())
  return [...new Set(clean)].filter((tag) => tag !== '')
}

async function refuseForeignFiles(db: Db, creatorId: string, { media, preview, isDraft }: Written): Promise<void> {
  const found = await files.find(db, preview ? [...media, preview] : media)
  const check = (field: string, id: string, purpose: files.Purpose) => {
    const file = found.get(id)
    if (!file || file.ownerId !== creatorId || file.purpose !== purpose) refuseField(field, 'file_not_yours')
    else if (file.status === 'error' || (!isDraft && file.status !== 'finished')) refuseField(field, 'file_not_ready')
  }
  for (const id of media) check('fileIds', id, 'feed-photo')
  if (preview) check('thumbnailId', preview, 'thumbnail')
}
