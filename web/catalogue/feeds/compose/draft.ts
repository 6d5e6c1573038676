// What a creator is writing: its form, what is wrong with it, and how it is kept in this browser and sent.
import type { Feed } from '#contract/catalogue/feeds.ts'
import type { SentTo } from '#contract/client.ts'
import type { PerformerCard } from '#contract/people/person.ts'
import type { PublicSettings } from '#contract/site/settings.ts'
import type { Files, MediaKind } from '#web/catalogue/feeds/compose/lists.ts'
import { emptyPoll, type PollDraft, pollFrom, wrongOfPoll } from '#web/catalogue/feeds/compose/poll-draft.ts'
import { chosenTeaser } from '#web/catalogue/works/studio/chosen.ts'
import { fieldFrom, instantFrom } from '#web/app/zoned-time.ts'
import { priceOf } from '#web/app/typed-amount.ts'
import { type Terms, type Wrong, wrongTerms } from '#web/catalogue/works/studio/terms.ts'

export interface Draft extends Terms {
  kind: MediaKind
  text: string
  tagline: string
  tags: string[]
  isPinned: boolean
  participants: PerformerCard[]
  poll: PollDraft
  /** A field of type datetime-local. */
  streamingAt: string
}

export const emptyDraft: Draft = {
  kind: 'photo',
  text: '',
  tagline: '',
  isSale: 'free',
  price: '',
  isForFront: false,
  tags: [],
  isPinned: false,
  participants: [],
  poll: emptyPoll,
  scheduledAt: '',
  expiresAt: '',
  streamingAt: '',
}
export const mostLetters = 5000
export const mostPhotos = 10

export type DraftField = keyof Draft | 'fileIds' | 'thumbnailId' | 'teaserId'
export type DraftErrors = Partial<Record<DraftField, string>>

export function draftFrom(post: Feed, timeZone: string): Draft {
  return {
    kind: post.type === 'scheduled-streaming' ? 'stream' : post.type === 'text' ? 'photo' : post.type,
    text: post.text,
    tagline: post.tagline,
    isSale: post.isSale,
    price: post.isSale === 'ppv' ? String(post.price) : '',
    isForFront: post.isForFront ?? false,
    tags: post.tags,
    isPinned: post.isPinned,
    participants: post.participants,
    poll: pollFrom(post.poll, timeZone),
    scheduledAt: fieldFrom(post.scheduledAt, timeZone),
    expiresAt: fieldFrom(post.expiresAt, timeZone),
    streamingAt: fieldFrom(post.streamingScheduled, timeZone),
  }
}

/** A photo post without a photo is a text. */
export function typeOf({ kind }: Pick<Draft, 'kind'>, { media }: Pick<Files, 'media'>): Feed['type'] {
  if (kind === 'stream') return 'scheduled-streaming'
  return kind === 'photo' && media.length === 0 ? 'text' : kind
}

interface Checks {
  files: Files
  settings: PublicSettings
  timeZone: string
  now: number
  before?: Feed | undefined
}
export type Wrongs = Partial<Record<DraftField, Wrong>>

/** What must be put right before it can be shown to anyone. The server checks again and knows more. */
export function wrongs(draft: Draft, checks: Checks): Wrongs {
  const { files, timeZone, now, before } = checks
  const found: Wrongs = {}
  const letters = Array.from(draft.text).length
  const isEmpty = draft.kind === 'photo' && draft.text.trim() === '' && files.media.length === 0
  if (letters > mostLetters) found.text = { key: 'composer.wrong.textTooLong', facts: { count: letters - mostLetters } }
  else if (isEmpty) found.text = { key: 'composer.wrong.empty' }
  const wrongFile = wrongOfFiles(draft, files)
  if (wrongFile) found.fileIds = wrongFile
  if (files.teaser && files.teaser.state !== 'ready') found.teaserId = { key: 'composer.wrong.teaserNotReady' }
  const wrongPoll = wrongOfPoll(draft.poll, { timeZone, now, before: before?.poll })
  if (wrongPoll) found.poll = wrongPoll
  return { ...found, ...wrongTerms(draft, checks), ...wrongStream(draft, checks) }
}

function wrongOfFiles({ kind, isSale }: Draft, { media }: Files): Wrong | undefined {
  const isClip = kind === 'video' || kind === 'audio'
  if (media.some(({ state }) => state === 'failed')) return { key: isClip ? 'composer.wrong.clipFailed' : 'composer.wrong.photoFailed' }
  if (media.some(({ state }) => state === 'waiting' || state === 'sending' || state === 'paused'))
    return { key: isClip ? 'composer.wrong.clipOnItsWay' : 'composer.wrong.photoOnItsWay' }
  if (isClip && media.length === 0) return { key: `composer.wrong.${kind}Missing` }
  if (isClip && media.some(({ state }) => state === 'processing')) return { key: 'composer.wrong.clipProcessing' }
  if (isSale === 'ppv' && media.length === 0)
    return { key: kind === 'stream' ? 'composer.wrong.streamNoSale' : 'composer.wrong.saleNeedsPhoto' }
  return undefined
}

function wrongStream({ kind, streamingAt: typed }: Draft, { timeZone, now, before }: Checks): Wrongs {
  if (kind !== 'stream') return {}
  const streamingAt = instantFrom(typed, timeZone)
  if (!streamingAt) return { streamingAt: { key: 'composer.wrong.streamMissing' } }
  const isNew = typed !== fieldFrom(before?.streamingScheduled, timeZone)
  return isNew && Date.parse(streamingAt) <= now ? { streamingAt: { key: 'composer.wrong.past' } } : {}
}

type Sent = SentTo<'feeds.create'>

/** What the call takes. A price belongs to a sale only, and a post without files sends none. */
export function bodyOf(draft: Draft, { media, thumbnail, teaser }: Files, timeZone: string): Omit<Sent, 'type' | 'status'> {
  const price = priceOf(draft.price)
  const scheduledAt = instantFrom(draft.scheduledAt, timeZone)
  const expiresAt = instantFrom(draft.expiresAt, timeZone)
  const streamingScheduled = draft.kind === 'stream' ? instantFrom(draft.streamingAt, timeZone) : undefined
  return {
    text: draft.text,
    tagline: draft.tagline,
    isSale: draft.isSale,
    isForFront: draft.isSale === 'free' && draft.isForFront,
    tags: draft.tags,
    isPinned: draft.isPinned,
    participantIds: draft.participants.map(({ _id }) => _id),
    fileIds: media.flatMap(({ fileId }) => (fileId ? [fileId] : [])),
    ...(draft.isSale === 'ppv' && !Number.isNaN(price) && { price }),
    ...(thumbnail?.fileId && { thumbnailId: thumbnail.fileId }),
    ...(teaser?.fileId && { teaserId: teaser.fileId }),
    ...(scheduledAt && { scheduledAt }),
    ...(expiresAt && { expiresAt }),
    ...(streamingScheduled && { streamingScheduled }),
  }
}

/** What the post had and the form has emptied: null takes it away, while a field that is not sent stays. */
export function clearedOf(
  draft: Draft,
  { thumbnail, teaser }: Pick<Files, 'thumbnail' | 'teaser'>,
  before: Pick<Feed, 'scheduledAt' | 'expiresAt' | 'thumbnail'> & Partial<Pick<Feed, 'teaser' | 'files'>>,
): { scheduledAt?: null; expiresAt?: null; thumbnailId?: null; teaserId?: null } {
  return {
    ...(before.scheduledAt && draft.scheduledAt === '' && { scheduledAt: null }),
    ...(before.expiresAt && draft.expiresAt === '' && { expiresAt: null }),
    ...(before.thumbnail && !thumbnail && { thumbnailId: null }),
    ...(chosenTeaser(before) && !teaser && { teaserId: null }),
  }
}
