import type { TitledKind } from '#web/catalogue/works/studio/kinds.ts'

export const videos: TitledKind = {
  place: 'videos',
  words: 'videoStudio',
  lists: ['videos.own'],
  remove: (api, id) => api.videos.remove({ id }),
  publish: (api, id) => api.videos.update({ id, status: 'active' }),
}
