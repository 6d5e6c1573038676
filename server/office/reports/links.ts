// What a letter's link is made of: its secret leaves with the letter, and only its digest stays.
import { hash, randomBytes } from 'node:crypto'
import * as queries from '#server/office/reports/queries.ts'
import type { Tx } from '#server/platform/db/db.ts'

export const hashOf = (token: string): Buffer => hash('sha256', token, 'buffer')

/** A link of its own for each letter; the ones before it go on working. */
export async function newLink(tx: Tx, reportId: string): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await queries.insertLink(tx, reportId, hashOf(token))
  return token
}

export const pathOf = (token: string): string => `/reports/${token}`
