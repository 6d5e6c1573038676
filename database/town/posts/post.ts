// What a post of the demo town is. Ages are hours before "now", so that the town is fresh on the day it is built.
import type { PictureSpec, Ratio, SceneName } from '../art/draw.ts'
import type { PaletteName } from '../art/palettes.ts'

interface Written {
  key: string
  /** The creator's username. */
  creator: string
  hoursAgo: number
  /** What everybody reads, before they sign in, follow or pay: of a free post its text is for signed-in adults. */
  tagline: string
  text: string
  tags: readonly string[]
  pinned?: true
  /** Of a free post: offered for the front of the house, and found fit for everyone. */
  front?: 'offered' | 'open'
}

/** Priced posts name their price in tokens. */
type Audience = { audience: 'free' | 'followers' | 'subscription' } | { audience: 'ppv'; price: number }
type TextPost = Written & { type: 'text'; audience: 'free' | 'followers' | 'subscription' }
export type PhotoPost = Written & Audience & { type: 'photo'; pictures: readonly PictureSpec[] }
export type Post = TextPost | PhotoPost

/** One picture for each scene named, seeded by the set's own name so that no two sets look alike. */
export function pictures(set: string, ratio: Ratio, palette: PaletteName, ...named: SceneName[]): PictureSpec[] {
  return named.map((scene, index) => ({ scene, palette, ratio, seed: `${set}-${index + 1}` }))
}
