import type { Gallery } from '#contract/catalogue/galleries.ts'
import type { Api } from '#contract/client.ts'
import { type bodyOf, type GalleryDraft, nothingSaid } from '#web/catalogue/galleries/studio/draft.ts'

interface Intent {
  draft: GalleryDraft
  body: ReturnType<typeof bodyOf>
  before: Gallery | undefined
}

/** Writes the gallery, then takes out what was taken out, then what is said of each photo, and at last its cover. */
export async function send(api: Api, { draft, body, before }: Intent): Promise<Gallery> {
  const written = before ? await api.galleries.update({ id: before._id, ...body }) : await api.galleries.create(body)
  const kept = new Set(body.fileIds)
  for (const photo of before?.photos ?? []) if (!kept.has(photo.file._id)) await api.galleries.removePhoto({ id: photo._id })
  const photos = (written.photos ?? []).filter(({ file }) => kept.has(file._id))
  for (const photo of photos) {
    const said = draft.said[photo.file._id] ?? nothingSaid
    const isHidden = photo.status === 'inactive'
    if (said.title === photo.title && said.description === photo.description && said.isHidden === isHidden) continue
    const { title, description } = said
    await api.galleries.updatePhoto({
      id: photo._id,
      title,
      description,
      ...(said.isHidden !== isHidden && { status: said.isHidden ? 'inactive' : 'active' }),
    })
  }
  const cover = photos.find(({ file }) => file._id === draft.cover) ?? photos[0]
  if (cover && !cover.isCover) await api.galleries.setCover({ id: cover._id })
  return api.galleries.ownOne({ id: written._id })
}
