// Videos of the demo town. Ages are hours before "now"; prices are tokens, as on the wire.
import type { FilmSpec } from './art/film.ts'

export interface Film {
  key: string
  /** The creator's username. */
  creator: string
  hoursAgo: number
  title: string
  description: string
  tags: readonly string[]
  sale: { audience: 'free' | 'followers' | 'subscription' } | { audience: 'ppv'; price: number }
  /** Performers who are in it too, and who said yes. */
  with?: readonly string[]
  /** It greets on its creator's page. */
  greets?: true
  film: FilmSpec
}

export const films: readonly Film[] = [
  {
    key: 'film-tide',
    creator: 'papertheatre',
    hoursAgo: 30,
    title: '《潮間帶》第一幕：紙船出港',
    description: '開場的八秒，練了三個星期。\n\n紙浪一共七層，最後一層是用吸管吹動的。關燈看，會看見月亮在水裡晃。',
    tags: ['紙雕', '光影', '短劇'],
    sale: { audience: 'free' },
    greets: true,
    film: {
      picture: { scene: 'paperSea', palette: 'tide', seed: 'film-tide', ratio: '16:9' },
      seconds: 8,
      walk: 'across',
      chord: [110, 165, 220],
    },
  },
  {
    key: 'film-lanterns',
    creator: 'papertheatre',
    hoursAgo: 76,
    title: '《燈會前夜》完整版',
    description: '一百二十盞紙燈，一盞一盞點起來。完整的一幕，和琴聲一起。',
    tags: ['紙雕', '燈'],
    sale: { audience: 'ppv', price: 90 },
    with: ['ache.piano'],
    film: {
      picture: { scene: 'lanterns', palette: 'dusk', seed: 'film-lanterns', ratio: '16:9' },
      seconds: 12,
      walk: 'up',
      chord: [98, 147, 196, 247],
    },
  },
  {
    key: 'film-beams',
    creator: 'spot.three',
    hoursAgo: 52,
    title: '追光練習：慢半秒',
    description: '光比演員晚半秒到，像剛剛才想起他。這一段給訂閱的人看光位是怎麼走的。',
    tags: ['追光', '幕後'],
    sale: { audience: 'subscription' },
    film: {
      picture: { scene: 'beams', palette: 'rose', seed: 'film-beams', ratio: '16:9' },
      seconds: 10,
      walk: 'in',
      chord: [82, 123, 185],
    },
  },
  {
    key: 'film-harbor',
    creator: 'harborlight',
    hoursAgo: 120,
    title: 'Last ferry, from the lamp room',
    description: 'Ten quiet seconds of the channel after the last boat. Put it on a loop and go to sleep.',
    tags: ['night', 'sea'],
    sale: { audience: 'ppv', price: 60 },
    film: {
      picture: { scene: 'moonWater', palette: 'tide', seed: 'film-harbor', ratio: '16:9' },
      seconds: 10,
      walk: 'across',
      chord: [73, 110, 165],
    },
  },
]
