// A post that is being written is kept in this browser: its words, and what of its files is on the server already.
import { type Draft, emptyDraft } from '#web/catalogue/feeds/compose/draft.ts'
import { allParts, type Part } from '#web/catalogue/feeds/compose/lists.ts'
import { itemsOf, type MediaItem } from '#web/media/uploads/uploads.ts'

export interface LocalDraft {
  draft: Draft
  files: Partial<Record<Part, MediaItem[]>>
  savedAt: number
}

const keyOf = (accountId: string) => `stagedoor.draft.${accountId}`

/** Only what is on the server: a file that is still here would be gone after a reload. */
export function filesToStore(list: string): LocalDraft['files'] {
  return Object.fromEntries(
    allParts.flatMap((part) => {
      const there = itemsOf(`${list}${part}`).filter(({ fileId }) => fileId)
      return there.length > 0 ? [[part, there]] : []
    }),
  ) as LocalDraft['files']
}

export function storeDraft(accountId: string, draft: LocalDraft): boolean {
  try {
    localStorage.setItem(keyOf(accountId), JSON.stringify(draft))
    return true
  } catch {
    return false
  }
}

export function storedDraft(accountId: string): LocalDraft | undefined {
  try {
    const found = JSON.parse(localStorage.getItem(keyOf(accountId)) ?? 'null') as Partial<LocalDraft> | null
    return found ? { savedAt: found.savedAt ?? 0, files: found.files ?? {}, draft: { ...emptyDraft, ...found.draft } } : undefined
  } catch {
    return undefined
  }
}

export function removeDraft(accountId: string): void {
  try {
    localStorage.removeItem(keyOf(accountId))
  } catch {
    // Nothing was kept where storage is refused.
  }
}
