// A file as it travels. A locked one carries no address at all, only its blurred picture (calls.md, conventions).
import Type, { type Static } from 'typebox'
import { Flag, Id } from '#contract/endpoint.ts'

export const FileStatus = Type.Enum(['created', 'processing', 'finished', 'error'])

const Thumbnail = Type.Object({ url: Type.String(), width: Type.Integer(), height: Type.Integer() })

export const MediaFile = Type.Object({
  _id: Id,
  type: Type.String({ description: 'feed-photo or feed-video' }),
  status: FileStatus,
  width: Type.Optional(Type.Integer()),
  height: Type.Optional(Type.Integer()),
  duration: Type.Optional(Type.Number({ description: 'seconds' })),
  blurUrl: Type.Optional(Type.String({ description: 'a tiny blurred picture, as a data URL' })),
  locked: Flag,
  url: Type.Optional(Type.String({ description: 'signed for this viewer, short-lived; absent when locked' })),
  thumbnails: Type.Array(Thumbnail),
})
export type MediaFile = Static<typeof MediaFile>
