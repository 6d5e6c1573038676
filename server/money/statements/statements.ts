/**
 * A creator's statements: the months of their earnings, and for each that is over its lines with their proofs.
 * Promises: a statement that was given out is what the ledger says for ever; its file passes /ledger/check-statement.mjs, which shares no
 * code with us; a month is given out only once each of its lines is proved.
 * Leaves to others: the lines (earnings), their proofs (proofs), how a file looks (files.ts).
 */
export { serveFiles } from '#server/money/statements/files.ts'
export { months, statement, whole } from '#server/money/statements/making.ts'
