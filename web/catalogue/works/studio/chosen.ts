import type { Feed } from '#contract/catalogue/feeds.ts'
import { itemsOf, seed } from '#web/media/uploads/uploads.ts'

type Chosen = Partial<Pick<Feed, 'teaser' | 'files' | 'thumbnail'>>

/** The teaser that the creator chose: one that was made of the footage itself has the footage's address. */
export function chosenTeaser({ teaser, files = [] }: Chosen): Feed['teaser'] {
  return teaser && files.every(({ _id }) => !teaser.url.includes(_id)) ? teaser : undefined
}

/** What the work already has beside its media comes into the form's lists; what was chosen anew there stays. */
export function seedChosen(list: string, work: Chosen): void {
  const before = { id: 'before', name: '', state: 'ready', percent: 100 } as const
  const teaser = chosenTeaser(work)
  if (work.thumbnail && itemsOf(`${list}:thumbnail`).length === 0)
    seed(`${list}:thumbnail`, [{ ...before, purpose: 'thumbnail', picture: work.thumbnail.url }])
  if (teaser && itemsOf(`${list}:teaser`).length === 0)
    seed(`${list}:teaser`, [{ ...before, purpose: 'teaser', picture: teaser.thumbnails[0]?.url, duration: teaser.duration }])
}
