// A file as it travels. A locked one carries no address at all, only its shape and its blurred picture (calls.md, conventions).
import Type, { type Static } from 'typebox'
import { Flag, Id } from '#contract/endpoint.ts'

export const FileStatus = Type.Enum(['created', 'processing', 'finished', 'error'])
/** What a file may be used for: photo, video and audio are media that a right opens, thumbnail and teaser public previews. */
export const FilePurpose = Type.Enum(['photo', 'video', 'audio', 'thumbnail', 'teaser', 'download'])

/** The colour that a picture lends to what stands around it; absent where it is grey, or of every colour at once. */
export const Tint = Type.Object({
  hue: Type.Integer({ minimum: 0, maximum: 359, description: 'in OKLCH' }),
  strength: Type.Number({ minimum: 0, maximum: 1 }),
})
export type Tint = Static<typeof Tint>

const Sized = Type.Object({ url: Type.String(), width: Type.Integer(), height: Type.Integer() })

export const Thumbnail = Type.Object({
  ...Sized.properties,
  smaller: Type.Optional(Type.Array(Sized, { description: 'the same picture in fewer pixels, smallest first' })),
  tint: Type.Optional(Tint),
})
export type Thumbnail = Static<typeof Thumbnail>

/** Many small pictures of footage in one, row by row, one every so many seconds: what the seek bar shows. */
const Sprite = Type.Object({
  url: Type.String(),
  columns: Type.Integer(),
  rows: Type.Integer(),
  width: Type.Integer({ description: 'of one of them' }),
  height: Type.Integer(),
  everySeconds: Type.Number(),
})

export const MediaFile = Type.Object({
  _id: Id,
  type: Type.String({
    description: 'photo, video, audio or download; in posts feed-photo, feed-video, feed-audio (specification.md section 3)',
  }),
  status: FileStatus,
  width: Type.Optional(Type.Integer()),
  height: Type.Optional(Type.Integer()),
  duration: Type.Optional(Type.Number({ description: 'seconds' })),
  blurUrl: Type.Optional(Type.String({ description: 'a tiny blurred picture, as a data URL' })),
  tint: Type.Optional(Tint),
  locked: Flag,
  url: Type.Optional(
    Type.String({
      description:
        'a picture, an HLS playlist of footage, or sound: signed for this viewer, short-lived; absent when locked or not finished. ' +
        'A picture that is not free for all carries the username of whoever looks at it, all over; a free one does not, because a copy ' +
        'of what anyone may have tells nothing about who passed it on',
    }),
  ),
  thumbnails: Type.Array(Thumbnail, { description: 'of footage, its poster' }),
  sprite: Type.Optional(Sprite),
  peaks: Type.Optional(
    Type.Array(Type.Integer({ minimum: 0, maximum: 100 }), { description: 'loudness of sound, evenly over its length' }),
  ),
  name: Type.Optional(Type.String({ description: 'of a download, once it is open' })),
  bytes: Type.Optional(Type.Integer({ description: 'of a download' })),
})
export type MediaFile = Static<typeof MediaFile>

/** A few seconds of footage that anyone may see who may know of the work. */
export const Teaser = Type.Object({
  url: Type.String({ description: 'MP4' }),
  duration: Type.Number({ description: 'seconds' }),
  thumbnails: Type.Array(Thumbnail),
})
export type Teaser = Static<typeof Teaser>

/** How far a file is (calls.md section 3); the address only while the asker has the right. */
export const FileProgress = Type.Object({
  status: FileStatus,
  progress: Type.Integer({ minimum: 0, maximum: 100 }),
  url: Type.Optional(Type.String()),
})
