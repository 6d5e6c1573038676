#!/usr/bin/env node
// Checks a creator's statement without asking the site: node check-statement.mjs statement.json [digest …]
//
// It needs Node 20 or newer and nothing else, and shares no code with the site: it is written from docs/adr/0006 of Stagedoor, so that
// two programs have to agree. Give it the digests that you kept from the site's public ledger page, or that somebody else kept:
// each must be one of the statement's days, or the site has rewritten its ledger.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

const sha256 = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest()
const hex = (text) => Buffer.from(text, 'hex')
const list = (fields) => Buffer.from(fields.map((field) => (field === null ? '-;' : `${Buffer.byteLength(field)}:${field};`)).join(''))

/** The root that a line's proof leads to. */
function rootOf({ shown, kept, path }) {
  let hash = sha256(Buffer.of(0), sha256(list(shown)), hex(kept))
  for (const step of path)
    hash = step.side === 'left' ? sha256(Buffer.of(1), hex(step.hash), hash) : sha256(Buffer.of(1), hash, hex(step.hash))
  return hash.toString('hex')
}

const hundredths = (amount) => Math.round(amount * 100)

/** Every way in which a statement does not hold, as sentences. Empty: it holds. */
export function wrongIn(statement, keptDigests = []) {
  const wrong = []
  let digest = hex(statement.before)
  const days = new Map()
  for (const day of statement.days) {
    digest = sha256(digest, list([day.day, day.first, day.last]), hex(day.root), hex(day.head))
    if (digest.toString('hex') !== day.digest) wrong.push(`${day.day}: the digest does not follow from the day before.`)
    days.set(day.day, day)
  }
  let [gross, commission] = [0, 0]
  const seen = new Set()
  for (const line of statement.lines) {
    const [id, sign, amount, kept, kind, , at, account, owner] = line.proof.shown
    const name = `Line ${line._id} of ${line.createdAt}`
    if (seen.has(id)) wrong.push(`${name}: it is counted twice.`)
    seen.add(id)
    const isSame =
      id === line._id &&
      Number(sign) * Number(amount) === hundredths(line.grossPrice) &&
      Number(sign) * Number(kept) === hundredths(line.commission) &&
      kind === line.sourceType &&
      Math.floor(Number(at) / 1000) === Date.parse(line.createdAt) &&
      hundredths(line.netPrice) === hundredths(line.grossPrice) - hundredths(line.commission)
    if (!isSame) wrong.push(`${name}: what it says is not what is proved.`)
    if (account !== 'earnings' || owner !== statement.performerId) wrong.push(`${name}: it is proved for another account.`)
    if (rootOf(line.proof) !== days.get(line.proof.day)?.root)
      wrong.push(`${name}: the proof does not lead to the root of ${line.proof.day}.`)
    gross += hundredths(line.grossPrice)
    commission += hundredths(line.commission)
  }
  const { grossPrice, commission: total, netPrice } = statement.totals
  if (gross !== hundredths(grossPrice) || commission !== hundredths(total) || gross - commission !== hundredths(netPrice))
    wrong.push('The totals are not the sums of the lines.')
  const digests = new Set(statement.days.map((day) => day.digest))
  for (const each of keptDigests)
    if (!digests.has(each.toLowerCase())) wrong.push(`The digest ${each} that you kept is not among the statement's days.`)
  return wrong
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [file, ...digests] = process.argv.slice(2)
  if (!file) {
    console.error('node check-statement.mjs statement.json [digest …]')
    process.exit(2)
  }
  const statement = JSON.parse(readFileSync(file, 'utf8'))
  const wrong = wrongIn(statement, digests)
  for (const sentence of wrong) console.error(sentence)
  if (wrong.length === 0)
    console.log(`${statement.lines.length} lines hold, under the digest ${statement.days.at(-1)?.digest ?? 'of no day yet'}.`)
  process.exitCode = wrong.length > 0 ? 1 : 0
}
