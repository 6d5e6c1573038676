// What both sides say of a text to many, without the schemas.

/** Where a fan's name stands in a text that goes to many: offered by a button, so that nobody has to know it. */
export const fansName = '{name}'
/** A name has so many letters at most, and a text counts as long as it is with one. */
export const mostNameLetters = 60

export const occasions = ['follower', 'subscriber', 'tip', 'renewal'] as const
export type Occasion = (typeof occasions)[number]
