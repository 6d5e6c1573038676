/** Tokens that staff may give in one go: a slip of the finger has an end. Apart from the rows, because a form shows it. */
export const mostGranted = 100_000
