// What a creator has uploaded: their media library, from which they publish without uploading again. All but preview pictures may also
// come by the tus protocol (resumable; POST /api/uploads with the metadata `purpose` and `filename`), which is no row because it answers
// no JSON.
import Type, { type Static } from 'typebox'
import { ById, endpoints, Flag, Id, Instant, ListQuery, Page } from '#contract/endpoint.ts'
import { FileProgress, FilePurpose, FileStatus, MediaFile, Thumbnail } from '#contract/media/file.ts'

/** An upload's answer (calls.md, conventions). */
export const UploadedFile = Type.Object({
  _id: Id,
  type: Type.String(),
  url: Type.Optional(Type.String()),
  status: FileStatus,
  width: Type.Optional(Type.Integer()),
  height: Type.Optional(Type.Integer()),
  thumbnails: Type.Array(Thumbnail),
})
export type UploadedFile = Static<typeof UploadedFile>

export const LibraryFile = Type.Interface([MediaFile], {
  purpose: FilePurpose,
  name: Type.String({ description: 'as it was called when it was sent' }),
  bytes: Type.Integer(),
  progress: Type.Integer({ minimum: 0, maximum: 100 }),
  failure: Type.Optional(Type.Enum(['unreadable', 'blocked', 'too_long'], { description: 'why its status is error' })),
  createdAt: Instant,
})
export type LibraryFile = Static<typeof LibraryFile>

export const uploads = endpoints({
  /** Newest first. Previews are left out unless they are asked for by their purpose. */
  library: {
    method: 'GET',
    path: '/performer/media',
    for: 'creator',
    summary: 'My media library',
    query: ListQuery({
      purpose: Type.Optional(FilePurpose),
      status: Type.Optional(FileStatus),
      q: Type.Optional(Type.String({ maxLength: 200, description: 'in the file’s name' })),
    }),
    reply: Page(LibraryFile),
  },
  one: {
    method: 'GET',
    path: '/performer/media/:id',
    for: 'creator',
    summary: 'One of my files',
    params: ById,
    reply: LibraryFile,
    refuses: ['not_found'],
  },
  status: {
    method: 'GET',
    path: '/performer/media/:id/status',
    for: 'creator',
    summary: 'How far one of my files is',
    params: ById,
    reply: FileProgress,
    refuses: ['not_found'],
  },
  /** Its bytes are removed. A file that a work uses stays. */
  remove: {
    method: 'DELETE',
    path: '/performer/media/:id',
    for: 'creator',
    summary: 'Delete one of my files',
    params: ById,
    reply: Type.Object({ deleted: Flag }),
    refuses: ['not_found', 'file_in_use'],
  },
})
