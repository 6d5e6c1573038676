import type { Gallery } from '#contract/catalogue/galleries.ts'
import { type Api, Refused } from '#contract/client.ts'
import {
  type bodyOf,
  type GalleryDraft,
  type GalleryErrors,
  type GalleryField,
  nothingSaid,
} from '#web/catalogue/galleries/studio/draft.ts'

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

/** Refusals that name no field stand at the one they are about; the wire's names are not always the form's. */
const fieldOfCode: Readonly<Record<string, GalleryField>> = {
  prohibited_term: 'title',
  price_required: 'price',
  price_out_of_bounds: 'price',
  price_is_sold: 'price',
  needs_a_photo: 'fileIds',
  too_many_files: 'fileIds',
  file_not_yours: 'fileIds',
  file_not_ready: 'fileIds',
  file_blocked: 'fileIds',
  media_is_sold: 'fileIds',
  schedule_in_past: 'scheduledAt',
  unknown_participant: 'participants',
}
const fieldOfWire: Readonly<Record<string, GalleryField>> = { participantIds: 'participants', photoIds: 'fileIds' }

/** The server's sentences by field; undefined when it said nothing that belongs to one. */
export function errorsFrom(error: unknown): GalleryErrors | undefined {
  if (!(error instanceof Refused)) return undefined
  if (error.errors.length > 0) {
    return Object.fromEntries(
      error.errors.map(({ field, message }) => {
        const [name = ''] = field.split(/[.[/]/, 1)
        return [fieldOfWire[name] ?? name, message]
      }),
    )
  }
  const field = fieldOfCode[error.code]
  return field && { [field]: error.message }
}
