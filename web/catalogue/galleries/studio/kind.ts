import type { TitledKind } from '#web/catalogue/works/studio/kinds.ts'

export const galleries: TitledKind = {
  place: 'galleries',
  words: 'galleryStudio',
  lists: ['galleries.own'],
  remove: (api, id) => api.galleries.remove({ id }),
  publish: (api, id) => api.galleries.update({ id, status: 'active' }),
}
