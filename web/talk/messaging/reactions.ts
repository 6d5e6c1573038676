import type { Reaction } from '#contract/talk/messaging.ts'

/** In the order in which they are offered. */
export const pictures = {
  heart: '❤️',
  applause: '👏',
  fire: '🔥',
  laugh: '😂',
  wow: '😮',
  tear: '😢',
} as const satisfies Record<Reaction, string>

export const reactionNames = Object.keys(pictures) as Reaction[]
