/**
 * What is kept here of somebody, for them to take along: before they close their account, or because they want to see it.
 * Promises: only their own (what others wrote, sell or sent is not in it); by its owner, who proves that it is them, once a day; for a week; nothing is
 * copied for it, it is read as it is fetched.
 * Leaves to others: what each slice keeps (their doors), the proof and the letter (accounts).
 */
import { kindNames } from '#contract/catalogue/kind-names.ts'
import { type BelongingsState, belongingsDays } from '#contract/windows/belongings.ts'
import * as comments from '#server/catalogue/comments/comments.ts'
import * as works from '#server/catalogue/works/works.ts'
import * as files from '#server/media/files/files.ts'
import * as wallet from '#server/money/wallet/wallet.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
import { record } from '#server/platform/audit/audit.ts'
import type { Database, Db } from '#server/platform/db/db.ts'
import { signInOf, type Member } from '#server/platform/http/viewer.ts'
import { refuse } from '#server/platform/refusals/refusal.ts'
import { fromHundredths } from '#server/platform/units/units.ts'
import type { Language } from '#server/platform/words/words.ts'
import * as messaging from '#server/talk/messaging/messaging.ts'
import * as queries from '#server/windows/belongings/queries.ts'

export { forget, forgetEnded } from '#server/windows/belongings/queries.ts'

const dayMs = 86_400_000

/** Since when it stands, and how whoever asks proves that it is them. */
export async function stateOf(db: Db, viewer: Member): Promise<BelongingsState> {
  const signIn = signInOf(viewer)
  const [times, holder, hasTwoFactor] = await Promise.all([
    timesOf(db, viewer.accountId),
    accounts.find(db, signIn),
    accounts.hasTwoFactor(db, signIn),
  ])
  return { days: belongingsDays, ...times, hasPassword: (holder?.passwordHash ?? null) !== null, hasTwoFactor }
}

async function timesOf(db: Db, accountId: string): Promise<Pick<BelongingsState, 'readyUntil' | 'mayAskAt'>> {
  const asked = await queries.standing(db, accountId)
  if (!asked) return { readyUntil: null, mayAskAt: null }
  const mayAskAt = new Date(asked.askedAt.getTime() + dayMs)
  return {
    readyUntil: asked.endsAt > db.now ? asked.endsAt.toISOString() : null,
    mayAskAt: mayAskAt > db.now ? mayAskAt.toISOString() : null,
  }
}

/** @throws wrong_password, wrong_code, account_locked, authenticator_lost, sign_in_again, belongings_asked {at} */
export async function ask(
  db: Database,
  viewer: Member,
  proof: { currentPassword?: string | undefined; code?: string | undefined },
  { ip, language }: { ip: string; language: Language },
): Promise<BelongingsState> {
  const { mayAskAt } = await timesOf(db, viewer.accountId)
  if (mayAskAt) refuse('belongings_asked', { at: mayAskAt })
  await accounts.proveOwner(db, { accountId: signInOf(viewer), sessionId: viewer.sessionId, ip, language }, proof)
  return db.transaction(async (tx) => {
    // Whoever asks twice at once has asked once.
    const isNew = await queries.ask(tx, viewer.accountId, new Date(tx.now.getTime() + belongingsDays * dayMs))
    if (isNew) {
      await accounts.tellOfBelongings(tx, viewer.accountId, belongingsDays)
      await record(tx, { actorId: viewer.accountId, action: 'belongings.asked', subject: { kind: 'account', id: viewer.accountId }, ip })
    }
    return stateOf(tx, viewer)
  })
}

/** Whether the file may be fetched now. */
export const isReady = async (db: Db, accountId: string): Promise<boolean> => (await timesOf(db, accountId)).readyUntil !== null

const pageSize = 500

/** Every row of a list that is read page by page. */
async function* paged<Row>(page: (offset: number) => Promise<readonly Row[]>): AsyncGenerator<readonly Row[]> {
  for (let offset = 0; ; offset += pageSize) {
    const rows = await page(offset)
    if (rows.length > 0) yield rows
    if (rows.length < pageSize) return
  }
}

/** The parts of the file, in their order: facts at once, lists in pages. @param site where the site stands */
export async function partsOf(db: Db, accountId: string, site: string) {
  const account = (await accounts.find(db, accountId)) ?? refuse('not_found')
  const address = (path: string) => new URL(path, site).href
  return {
    facts: {
      takenAt: db.now.toISOString(),
      site,
      profile: {
        _id: account.id,
        role: account.role,
        name: account.name,
        username: account.username,
        email: account.email,
        emailVerifiedAt: account.emailVerifiedAt,
        dateOfBirth: account.birthDate,
        gender: account.gender,
        country: account.country,
        timezone: account.timezone,
        locale: account.locale,
        bio: account.bio,
        notificationPreferences: account.notificationPreferences,
        hidesPresence: account.hidesPresence,
        createdAt: account.createdAt,
      },
      wallet: { balance: fromHundredths(await wallet.balanceOf(db, accountId)), unit: 'tokens' },
    },
    lists: {
      /** Top-ups, purchases, tips and what was given back: titles are what the ledger says was paid for. */
      ledger: paged(async (offset) => {
        const { lines } = await wallet.statement(db, accountId, { limit: pageSize, offset, oldestFirst: true })
        return lines.map((line) => ({
          at: line.at,
          kind: line.kind,
          title: line.title,
          change: fromHundredths(line.change),
          balanceAfter: fromHundredths(line.balanceAfter),
          isPurchase: line.workId !== null && !line.isReversal,
          isReversal: line.isReversal,
          isReversed: line.isReversed,
        }))
      }),
      messages: named(db, messaging.writtenBy(db, accountId)),
      comments: paged((offset) => comments.writtenBy(db, accountId, { limit: pageSize, offset })),
      works: paged(async (offset) => {
        const ids = (await works.ownIds(db, accountId)).slice(offset, offset + pageSize)
        const found = await works.find(db, ids)
        return ids.flatMap((id) => {
          const work = found.get(id)
          if (!work) return []
          const { kind, title, words, tags, state, audience, price, publishedAt, createdAt } = work
          const link = works.isListed(work) ? address(`/${kindNames[work.kind].path}/${work.slug ?? id}`) : null
          return [{ _id: id, kind, title, words, tags, state, audience, price: fromHundredths(price), publishedAt, createdAt, link }]
        })
      }),
      files: paged(async (offset) => {
        const { rows } = await files.ofOwner(db, accountId, { purposes: files.purposes }, { limit: pageSize, offset })
        return rows.map(({ id, purpose, name, mediaType, bytes, sha256, durationMs, createdAt }) => ({
          _id: id,
          purpose,
          name,
          mediaType,
          bytes,
          sha256,
          durationMs,
          createdAt,
        }))
      }),
    },
  }
}

/** To whom each line went, by name. */
async function* named(db: Db, pages: AsyncIterable<readonly messaging.OwnLine[]>) {
  for await (const lines of pages) {
    const people = await accounts.people(db, [...new Set(lines.flatMap(({ toId }) => toId ?? []))])
    yield lines.map(({ toId, ...line }) => ({ ...line, to: (toId && people.get(toId)?.username) ?? null }))
  }
}
