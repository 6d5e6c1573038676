// A mass message that is being written is kept in this browser until it goes out: its words, whom it is for, what goes with it and what that costs.
import { storedOwn, storeOwn } from '#web/app/own-storage.ts'
import type { MediaItem } from '#web/media/uploads/uploads.ts'
import type { Audience } from '#web/talk/campaigns/audience.ts'
import type { Sale } from '#web/talk/messaging/drafts.ts'

export interface CampaignDraft {
  audience: Audience
  text: string
  /** A field's value; empty for now. */
  scheduledAt: string
  sale: Sale
  files: MediaItem[]
}

const name = 'campaign'

export function draftedCampaign(ownId: string): CampaignDraft | undefined {
  const { audience, text, scheduledAt, sale, files } = (storedOwn(ownId, name) ?? {}) as Partial<CampaignDraft>
  if (!audience || text === undefined || !sale) return undefined
  return { audience, text, sale, scheduledAt: scheduledAt ?? '', files: files ?? [] }
}

/** Where there is neither a word nor a file there is nothing to keep. */
export function keepCampaign(ownId: string, draft: CampaignDraft | undefined): void {
  const isBegun = draft !== undefined && (draft.text.trim() !== '' || draft.files.length > 0)
  storeOwn(ownId, name, isBegun ? { ...draft, files: draft.files.filter(({ fileId }) => fileId !== undefined) } : undefined)
}
