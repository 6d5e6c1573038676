// How much is said with money. Apart from the rows, so that a sheet that counts letters does not bring the library of schemas along.

/** What a tip may say, wherever it is given (calls.md section 10). */
export const mostTipLetters = 200
