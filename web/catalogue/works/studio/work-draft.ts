// What a creator is writing of a work that has a title. What is wrong with it, and how it is sent.
import type { PerformerCard } from '#contract/people/person.ts'
import type { PublicSettings } from '#contract/site/settings.ts'
import type { TitledWork } from '#web/catalogue/works/studio/kinds.ts'
import { fieldFrom, instantFrom } from '#web/app/zoned-time.ts'
import { priceOf } from '#web/app/typed-amount.ts'
import { type Terms, type Wrong, wrongTerms } from '#web/catalogue/works/studio/terms.ts'

export interface WorkDraft extends Terms {
  title: string
  description: string
  tags: string[]
  participants: PerformerCard[]
}

export type WorkField = keyof WorkDraft | 'thumbnailId'

export const emptyDraft: WorkDraft = {
  title: '',
  description: '',
  isSale: 'free',
  price: '',
  isForFront: false,
  tags: [],
  participants: [],
  scheduledAt: '',
  expiresAt: '',
}

export function draftFrom(
  { title, description, isSale, price, isForFront = false, tags, participants, scheduledAt, expiresAt }: TitledWork,
  timeZone: string,
): WorkDraft {
  return {
    title,
    description,
    isSale,
    price: isSale === 'ppv' ? String(price) : '',
    isForFront,
    tags,
    participants,
    scheduledAt: fieldFrom(scheduledAt, timeZone),
    expiresAt: fieldFrom(expiresAt, timeZone),
  }
}

export interface Checks {
  settings: PublicSettings
  timeZone: string
  now: number
  before: Pick<TitledWork, 'scheduledAt' | 'expiresAt'> | undefined
}

/** What must be put right before it can be shown to anyone; a draft needs a title. */
export function wrongs(draft: WorkDraft, status: 'active' | 'inactive', checks: Checks): Partial<Record<WorkField, Wrong>> {
  const found = status === 'inactive' ? {} : wrongTerms(draft, checks)
  return { ...(draft.title.trim() === '' && { title: { key: 'composer.wrong.title' } }), ...found }
}

/** What the calls of either kind take. What stays is not sent again: a schedule that has passed would be refused. */
export function bodyOf(draft: WorkDraft, status: 'active' | 'inactive', { timeZone, before }: Pick<Checks, 'timeZone' | 'before'>) {
  const { title, description, isSale, tags, participants } = draft
  const price = priceOf(draft.price)
  const isPriced = isSale === 'ppv' && !Number.isNaN(price)
  // A draft may be without a price as yet; a sale may not.
  const isUnpriced = status === 'inactive' && isSale === 'ppv' && !isPriced
  const moment = (field: 'scheduledAt' | 'expiresAt') => {
    if (draft[field] === fieldFrom(before?.[field], timeZone)) return {}
    return { [field]: instantFrom(draft[field], timeZone) ?? null }
  }
  return {
    title,
    description,
    isSale: isUnpriced ? ('free' as const) : isSale,
    isForFront: isSale === 'free' && draft.isForFront,
    tags,
    participantIds: participants.map(({ _id }) => _id),
    status,
    ...(isPriced && { price }),
    ...moment('scheduledAt'),
    ...moment('expiresAt'),
  }
}
