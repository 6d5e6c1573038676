// How much is said and kept in talk. Apart from the rows, so that a page that counts letters does not bring the library of schemas along.

/** Of a message, of a text to many with the longest name in it, and of what is said by a rule. */
export const mostLetters = 2000
export const mostFiles = 20
export const mostRoomLetters = 500
export const mostLists = 50
export const mostListLetters = 60
export const mostNoteLetters = 1000
export const mostReplies = 100
export const mostReplyNameLetters = 60

const mostQuotedLetters = 120
/** As much of a message's text as stands above an answer to it. */
export const quotedText = (text: string): string => Array.from(text).slice(0, mostQuotedLetters).join('')
