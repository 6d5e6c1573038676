// All posts of the demo town, newest first: what the home page shows when everyone is followed.
import { airwaves } from './posts/airwaves.ts'
import { overseas } from './posts/overseas.ts'
import { paperAndInk } from './posts/paper-and-ink.ts'
import type { Post } from './posts/post.ts'
import { songs } from './posts/songs.ts'
import { stage } from './posts/stage.ts'

export type { PhotoPost, Post } from './posts/post.ts'

export const posts: readonly Post[] = [...paperAndInk, ...airwaves, ...songs, ...stage, ...overseas].toSorted(
  (a, b) => a.hoursAgo - b.hoursAgo,
)
