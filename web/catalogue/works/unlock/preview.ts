import type { Unlockable } from '#web/catalogue/works/unlock/purchase.ts'

/** The server's blur. Where the creator chose a public preview, that one. */
export function previewOf({ thumbnail, files, cover }: Pick<Unlockable, 'thumbnail' | 'files' | 'cover'>): string | undefined {
  return thumbnail?.url ?? files.find((file) => file.blurUrl)?.blurUrl ?? cover?.url
}
