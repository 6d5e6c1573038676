// Videos with a page of their own (calls.md section 12).
import Type, { type Static } from 'typebox'
import { Body, ById, endpoints, Flag, Id, ListQuery, Page, TokensIn } from '#contract/endpoint.ts'
import {
  Charged,
  chargeRefusals,
  ownFilters,
  Seen,
  soldRefusals,
  workDraft,
  workDraftRefusals,
  workFields,
  workFilters,
} from '#contract/catalogue/work.ts'
import { FileProgress } from '#contract/media/file.ts'

/** `files` holds the one video: its `url` is an HLS playlist for this viewer, or it is locked. */
export const Video = Type.Object({
  ...workFields,
  slug: Type.String(),
  description: Type.String({ description: 'empty before the age gate, but for what is open there' }),
  duration: Type.Optional(Type.Number({ description: 'seconds, once it is processed' })),
  progress: Type.Optional(Type.Integer({ description: 'to its owner, while it is processed' })),
})
export type Video = Static<typeof Video>

const Title = Type.String({ minLength: 1, maxLength: 200 })
const draft = { ...workDraft, description: Type.Optional(Type.String({ maxLength: 5000 })) }
const mib = 1024 * 1024
const fileIds = {
  fileId: Type.Optional(Id),
  thumbnailId: Type.Optional(Type.Union([Id, Type.Null()])),
  teaserId: Type.Optional(Type.Union([Id, Type.Null()])),
}
const fileRefusals = ['file_required', 'file_type_not_allowed', 'file_unreadable', 'file_too_long', 'file_blocked'] as const
const details = Type.Object({ id: Type.String({ minLength: 1, maxLength: 100, description: 'id or slug' }) })

export const videos = endpoints({
  /**
   * The video as a multipart file, or one of the library by `fileId` (which is how large ones come: tus first, then this). It may be
   * published while it is processed: it shows once that is done. Without a teaser, five seconds of the middle
   * become one; of less than fifteen, a third.
   */
  upload: {
    method: 'POST',
    alsoBy: 'PUT',
    path: '/performer/performer-assets/videos/upload',
    for: 'creator',
    summary: 'Publish a video, or keep a draft',
    uploads: { video: { maxBytes: 4096 * mib }, teaser: { maxBytes: 200 * mib }, thumbnail: { maxBytes: 20 * mib } },
    body: Body({ title: Title, ...draft, ...fileIds }),
    reply: Video,
    refuses: [...workDraftRefusals, ...fileRefusals],
    rate: 'upload',
  },
  update: {
    method: 'PUT',
    alsoBy: 'POST',
    path: '/performer/performer-assets/videos/edit/:id',
    for: 'creator',
    summary: 'Edit one of my videos; a sold one keeps its footage',
    params: ById,
    uploads: { teaser: { maxBytes: 200 * mib }, thumbnail: { maxBytes: 20 * mib } },
    body: Body({ title: Type.Optional(Title), ...draft, ...fileIds }),
    reply: Video,
    refuses: [...workDraftRefusals, ...soldRefusals, ...fileRefusals, 'not_found'],
  },
  /**
   * calls.md section 0: it greets whoever comes to my page. It becomes a free video like any, is processed and reviewed as such, and takes the place of the
   * one before. Without a title it gets one in my language.
   */
  uploadWelcome: {
    method: 'POST',
    alsoBy: 'PUT',
    path: '/performers/welcome-video/upload',
    for: 'creator',
    summary: 'Set my welcome video',
    uploads: { file: { maxBytes: 500 * mib, required: true } },
    body: Body({ title: Type.Optional(Title) }),
    reply: Video,
    refuses: [...fileRefusals, 'prohibited_term'],
    rate: 'upload',
  },
  /** Ours: one of my free videos greets, or none. */
  chooseWelcome: {
    method: 'PUT',
    path: '/performers/welcome-video',
    for: 'creator',
    summary: 'Choose my welcome video among my free ones',
    body: Body({ videoId: Type.Union([Id, Type.Null()]) }),
    reply: Type.Object({ video: Type.Optional(Video) }),
    refuses: ['not_found', 'welcome_not_free'],
    rate: 'write',
  },
  removeFile: {
    method: 'DELETE',
    path: '/performer/performer-assets/videos/remove-file/:id',
    for: 'creator',
    summary: 'Take an attached file off one of my videos',
    params: ById,
    query: Type.Object({ type: Type.Enum(['video', 'teaser', 'thumbnail']) }),
    reply: Video,
    refuses: ['not_found', 'media_is_sold'],
  },
  own: {
    method: 'GET',
    path: '/performer/performer-assets/videos/search',
    for: 'creator',
    summary: 'My videos',
    query: ListQuery(ownFilters),
    reply: Page(Video),
  },
  ownOne: {
    method: 'GET',
    path: '/performer/performer-assets/videos/:id/view',
    for: 'creator',
    summary: 'One of my videos with all its files',
    params: ById,
    reply: Video,
    refuses: ['not_found'],
  },
  /** Gone for everyone but those who bought it. */
  remove: {
    method: 'DELETE',
    path: '/performer/performer-assets/videos/:id',
    for: 'creator',
    summary: 'Delete one of my videos',
    params: ById,
    reply: Type.Object({ deleted: Flag }),
    refuses: ['not_found'],
  },
  /** With `performerId` also those of others that name them, once they agreed. */
  search: {
    method: 'GET',
    path: '/performer-assets/videos/search',
    for: 'anyone',
    summary: 'Videos',
    query: ListQuery(workFilters),
    reply: Page(Video),
    refuses: ['prohibited_term'],
  },
  one: {
    method: 'GET',
    path: '/performer-assets/videos/:id',
    for: 'anyone',
    inClosedCountry: 'members',
    isExplicit: true,
    summary: 'One video',
    params: details,
    reply: Video,
    refuses: ['not_found'],
  },
  fileStatus: {
    method: 'GET',
    path: '/performer-assets/videos/:id/file/:fileId/status',
    for: 'anyone',
    inClosedCountry: 'members',
    isExplicit: true,
    summary: 'How far a file of a video is',
    params: Type.Object({ id: Id, fileId: Id }),
    reply: FileProgress,
    refuses: ['not_found'],
  },
  /** Sent after three seconds of playing. Counted once an hour for each member, or for each visitor's address. */
  view: {
    method: 'POST',
    path: '/performer-assets/videos/:id/view',
    for: 'anyone',
    inClosedCountry: 'members',
    isExplicit: true,
    summary: 'Count a view of a video',
    params: ById,
    reply: Seen,
    refuses: ['not_found'],
  },
  charge: {
    method: 'POST',
    path: '/wallet/charges/video/:id',
    for: 'member',
    summary: 'Unlock a video out of the wallet',
    params: ById,
    body: Body({ expectedPrice: Type.Optional(TokensIn) }),
    reply: Charged(Video),
    refuses: chargeRefusals,
    idempotent: true,
    rate: 'money',
  },
})
