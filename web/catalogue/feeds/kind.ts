import type { PublishableKind } from '#web/catalogue/works/studio/kinds.ts'

export const posts: PublishableKind = {
  place: 'posts',
  words: 'studio',
  lists: ['feeds.own'],
  remove: (api, id) => api.feeds.remove({ id }),
  publish: (api, id) => api.feeds.update({ id, status: 'active' }),
}
