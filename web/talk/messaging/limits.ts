/** As contract/talk/messaging.ts says it: its schemas stay out of the browser. */
export const mostLetters = 2000
export const mostFiles = 20
