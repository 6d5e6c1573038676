// Galleries and their photos (calls.md section 5).
import Type, { type Static } from 'typebox'
import { Body, ById, endpoints, Flag, Id, Instant, ListQuery, Page, SortedQuery, TokensIn } from '#contract/endpoint.ts'
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
import { MediaFile } from '#contract/media/file.ts'

/** A photo of a gallery. For those who may not see the gallery's photos its file is locked and its title and description are empty. */
export const Photo = Type.Object({
  _id: Id,
  galleryId: Id,
  performerId: Id,
  title: Type.String(),
  description: Type.String(),
  status: Type.Enum(['active', 'inactive', 'file-error'], { description: 'inactive: its owner sees it, nobody else' }),
  isCover: Flag,
  file: MediaFile,
  createdAt: Instant,
})
export type Photo = Static<typeof Photo>

/** `files` are empty in lists; in details they are those of `photos`. */
export const Gallery = Type.Object({
  ...workFields,
  slug: Type.String(),
  description: Type.String({ description: 'empty before the age gate, but for what is open there' }),
  totalPhotos: Type.Integer({ description: 'active ones' }),
  photos: Type.Optional(Type.Array(Photo, { description: 'in details: all of them in their order, locked without a right' })),
})
export type Gallery = Static<typeof Gallery>

const draft = {
  ...workDraft,
  description: Type.Optional(Type.String({ maxLength: 5000 })),
  thumbnailId: Type.Optional(Type.Union([Id, Type.Null()])),
}
const Title = Type.String({ minLength: 1, maxLength: 200 })
const details = Type.Object({ id: Type.String({ minLength: 1, maxLength: 100, description: 'id or slug' }) })

export const galleries = endpoints({
  /** Without a finished photo it is a draft and goes out with its first one, unless `status` is inactive. */
  create: {
    method: 'POST',
    path: '/performer/performer-assets/galleries',
    for: 'creator',
    summary: 'Make a gallery',
    body: Body({
      title: Title,
      ...draft,
      fileIds: Type.Optional(
        Type.Array(Id, { maxItems: 200, uniqueItems: true, description: 'photos of the library to begin with; at most 500 in a gallery' }),
      ),
    }),
    reply: Gallery,
    refuses: workDraftRefusals,
  },
  update: {
    method: 'PUT',
    path: '/performer/performer-assets/galleries/:id',
    for: 'creator',
    summary: 'Edit one of my galleries',
    params: ById,
    body: Body({
      title: Type.Optional(Title),
      ...draft,
      photoIds: Type.Optional(
        Type.Array(Id, { maxItems: 500, uniqueItems: true, description: 'its photos in their new order; those left out stay behind them' }),
      ),
      fileIds: Type.Optional(
        Type.Array(Id, {
          maxItems: 500,
          uniqueItems: true,
          description: 'the same by their files; one of the library that is not in it yet joins',
        }),
      ),
    }),
    maxBodyBytes: 128 * 1024,
    reply: Gallery,
    refuses: [...workDraftRefusals, ...soldRefusals, 'not_found', 'needs_a_photo', 'too_many_files'],
  },
  own: {
    method: 'GET',
    path: '/performer/performer-assets/galleries/search',
    for: 'creator',
    summary: 'My galleries',
    query: ListQuery(ownFilters),
    reply: Page(Gallery),
  },
  ownOne: {
    method: 'GET',
    path: '/performer/performer-assets/galleries/:id/view',
    for: 'creator',
    summary: 'One of my galleries with its photos',
    params: ById,
    reply: Gallery,
    refuses: ['not_found'],
  },
  /** Gone for everyone but those who bought it. */
  remove: {
    method: 'DELETE',
    path: '/performer/performer-assets/galleries/:id',
    for: 'creator',
    summary: 'Delete one of my galleries',
    params: ById,
    reply: Type.Object({ deleted: Flag }),
    refuses: ['not_found'],
  },
  search: {
    method: 'GET',
    path: '/performer-assets/galleries/search',
    for: 'anyone',
    summary: 'Galleries',
    query: ListQuery(workFilters),
    reply: Page(Gallery),
    refuses: ['prohibited_term'],
  },
  one: {
    method: 'GET',
    path: '/performer-assets/galleries/:id',
    for: 'anyone',
    inClosedCountry: 'members',
    isExplicit: true,
    summary: 'One gallery',
    params: details,
    reply: Gallery,
    refuses: ['not_found'],
  },
  /** Counted once an hour for each member, or for each visitor's address. */
  view: {
    method: 'POST',
    path: '/performer-assets/galleries/:id/view',
    for: 'anyone',
    inClosedCountry: 'members',
    isExplicit: true,
    summary: 'Count a view of a gallery',
    params: ById,
    reply: Seen,
    refuses: ['not_found'],
  },
  /** Photos of one performer's galleries, newest first; locked without a right. */
  photosOf: {
    method: 'GET',
    path: '/performer-assets/photos/:performerId',
    for: 'anyone',
    summary: 'A performer’s photos',
    params: Type.Object({ performerId: Id }),
    query: ListQuery({}),
    reply: Page(Photo),
    refuses: ['not_found'],
  },
  photos: {
    method: 'GET',
    path: '/performer-assets/photos',
    for: 'anyone',
    inClosedCountry: 'members',
    isExplicit: true,
    summary: 'Photos of a gallery',
    query: ListQuery({ galleryId: Id }),
    reply: Page(Photo),
    refuses: ['not_found'],
  },
  ownPhotos: {
    method: 'GET',
    path: '/performer/performer-assets/photos/search',
    for: 'creator',
    summary: 'My photos',
    query: SortedQuery(['createdAt', 'title'], {
      galleryId: Type.Optional(Id),
      q: Type.Optional(Type.String({ maxLength: 200 })),
      status: Type.Optional(Type.Enum(['active', 'inactive', 'file-error'])),
    }),
    reply: Page(Photo),
  },
  /** A file sent now, or one of the library by its id. A new photo of a gallery that is shown is reviewed with it again; none joins one that was sold where review comes first. */
  uploadPhoto: {
    method: 'POST',
    alsoBy: 'PUT',
    path: '/performer/performer-assets/photos/upload',
    for: 'creator',
    summary: 'Add a photo to a gallery',
    uploads: { file: { maxBytes: 20 * 1024 * 1024 } },
    body: Body({
      galleryId: Id,
      fileId: Type.Optional(Id),
      title: Type.Optional(Type.String({ maxLength: 200 })),
      description: Type.Optional(Type.String({ maxLength: 2000 })),
      status: Type.Optional(Type.Enum(['active', 'inactive'])),
    }),
    reply: Photo,
    refuses: [
      'not_found',
      'file_required',
      'file_type_not_allowed',
      'file_unreadable',
      'file_blocked',
      'file_not_yours',
      'file_not_ready',
      'file_in_use',
      'too_many_files',
      'media_is_sold',
      'prohibited_term',
    ],
    rate: 'upload',
  },
  updatePhoto: {
    method: 'PUT',
    path: '/performer/performer-assets/photos/:id',
    for: 'creator',
    summary: 'Edit a photo',
    params: ById,
    body: Body({
      title: Type.Optional(Type.String({ maxLength: 200 })),
      description: Type.Optional(Type.String({ maxLength: 2000 })),
      status: Type.Optional(Type.Enum(['active', 'inactive'])),
    }),
    reply: Photo,
    refuses: ['not_found', 'media_is_sold', 'needs_a_photo', 'file_blocked', 'prohibited_term'],
  },
  /** The cover falls to the next. A photo of a gallery that was sold stays. */
  removePhoto: {
    method: 'DELETE',
    path: '/performer/performer-assets/photos/:id',
    for: 'creator',
    summary: 'Take a photo out of its gallery',
    params: ById,
    reply: Type.Object({ deleted: Flag }),
    refuses: ['not_found', 'media_is_sold', 'needs_a_photo', 'file_blocked'],
  },
  setCover: {
    method: 'POST',
    path: '/performer/performer-assets/photos/set-cover/:id',
    for: 'creator',
    summary: 'Make a photo the cover of its gallery',
    params: ById,
    reply: Gallery,
    refuses: ['not_found'],
  },
  charge: {
    method: 'POST',
    path: '/wallet/charges/gallery/:id',
    for: 'member',
    summary: 'Unlock a gallery out of the wallet',
    params: ById,
    body: Body({ expectedPrice: Type.Optional(TokensIn) }),
    reply: Charged(Gallery),
    refuses: chargeRefusals,
    idempotent: true,
    rate: 'money',
  },
})
