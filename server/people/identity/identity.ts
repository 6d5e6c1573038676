/**
 * Who may perform: the application with its documents, and what staff decided of it (calls.md section 2, COMPLIANCE.md 1).
 * Promises: nobody performs before staff, who opened their papers, approved them; a decision is made once, and again when a paper is new or
 * somebody who was rejected applies anew; documents are sealed, and each view is on record.
 * Leaves to others: signing in (accounts), the public profile (profiles), showing the queue to staff (office).
 */
import { record } from '#server/platform/audit/audit.ts'
import { mayBeDone, type Database, type Db, type Tx } from '#server/platform/db/db.ts'
import { announce } from '#server/platform/outbox/outbox.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import { Refusal, refuse, refuseField } from '#server/platform/refusals/refusal.ts'
import type { ReceivedFile } from '#server/platform/storage/receive.ts'
import type { Language } from '#server/platform/words/words.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
import * as documents from '#server/people/identity/documents.ts'
import { write } from '#server/people/identity/letters.ts'
import * as queries from '#server/people/identity/queries.ts'
import * as profiles from '#server/people/profiles/profiles.ts'
import { current } from '#server/site/settings/settings.ts'
import { cleanText, requireText } from '#server/site/terms/terms.ts'
import type {} from '#server/people/identity/events.ts'

export {
  documentsOf,
  keep as keepDocument,
  open as openDocument,
  seenBy,
  viewed,
  type Kept,
} from '#server/people/identity/documents.ts'
export { countPending, oldestPending, storedKeys } from '#server/people/identity/queries.ts'

export interface Person {
  name: string
  username: string
  email: string
  gender: string
  dateOfBirth: string
  country: string
  phone: string
  /** As in the document; absent: the name. */
  legalName?: string | undefined
  bio?: string | undefined
  /** By whose link they came; it counts for a new account alone. */
  referralCode?: string | undefined
}

/**
 * Someone applies over the web: checks, seals away the documents, then makes everything in one transaction, or nothing. Undefined when
 * somebody has the address: its owner is told by letter, and whoever applied is told nothing.
 */
export async function register(
  db: Database,
  person: Person & { password: string; acceptedTermsVersion: string; acceptedAgreement: boolean; ip?: string; device?: string | undefined },
  files: Papers,
  language: Language,
): Promise<{ accountId: string } | undefined> {
  if (!person.acceptedAgreement) refuseField('acceptedAgreement', 'agreement_required')
  for (const file of Object.values(files)) await documents.mediaTypeOf(file)
  const before = await accounts.rejectedWith(db, person)
  const passwordHash = before ? null : await accounts.hashChosen(person.password)
  return accounts.tellingOwner(db, person.email, language, () =>
    applyWith(db, person, files, language, async (tx, kept) => {
      await accounts.refuseOldTerms(tx, person.acceptedTermsVersion)
      return before ? applyAgain(tx, before.id, person, kept) : apply(tx, { ...person, passwordHash, locale: language }, kept)
    }),
  )
}

type Papers = { idVerification: ReceivedFile; documentVerification: ReceivedFile }

/** Everything or nothing: the papers are sealed away, the account is made beside them, and whoever applied gets their letters. */
export async function applyWith(
  db: Database,
  { acceptedAgreement }: { acceptedAgreement: boolean },
  files: Papers,
  language: Language,
  make: (tx: Tx, kept: readonly documents.Kept[]) => Promise<{ id: string }>,
): Promise<{ accountId: string }> {
  if (!acceptedAgreement) refuseField('acceptedAgreement', 'agreement_required')
  for (const file of Object.values(files)) await documents.mediaTypeOf(file)
  const kept: documents.Kept[] = []
  try {
    for (const [kind, file] of Object.entries(files)) kept.push(await documents.keep(kind as keyof Papers, file))
    return await db.transaction(async (tx) => {
      const { id } = await make(tx, kept)
      const account = (await accounts.find(tx, id)) ?? refuse('not_found')
      await write(tx, account, 'applied')
      // The address of an account that stands behind another's sign-in is that one's.
      if (!account.emailVerifiedAt && account.holderId === null) await accounts.sendLink(tx, account, 'verify_email', language)
      return { accountId: id }
    })
  } catch (error) {
    if (!mayBeDone(error)) await documents.forget(kept)
    throw error
  }
}

/**
 * A fan applies from their own account; the performer's stands behind their sign-in. Whoever was rejected applies anew the same way.
 * @throws not_allowed, performs_already, and those of register; invalid {dateOfBirth} where none is known
 */
export function applyBehind(
  db: Database,
  holderId: string,
  person: Omit<Person, 'email' | 'dateOfBirth'> & {
    dateOfBirth?: string | undefined
    acceptedTermsVersion: string
    acceptedAgreement: boolean
  },
  files: Papers,
  language: Language,
): Promise<{ accountId: string }> {
  return applyWith(db, person, files, language, async (tx, kept) => {
    const holder = (await accounts.find(tx, holderId)) ?? refuse('not_found')
    if (holder.role !== 'user') refuse('not_allowed')
    await accounts.refuseOldTerms(tx, person.acceptedTermsVersion)
    const dateOfBirth = holder.birthDate ?? person.dateOfBirth
    if (dateOfBirth === undefined) throw new Refusal('invalid', {}, [{ field: 'dateOfBirth', code: 'required' }])
    const full = { ...person, email: holder.email, dateOfBirth }
    const before = await accounts.heldBy(tx, holderId)
    if (before?.state === 'rejected') return applyAgain(tx, before.id, full, kept)
    if (before) return refuse('performs_already')
    return apply(tx, { ...full, passwordHash: null, locale: holder.locale ?? language, holderId }, kept)
  })
}

/** The performer's account that this person may send papers for: theirs, or the one behind their sign-in. @throws not_allowed */
export async function performerOf(db: Db, { accountId, role }: Pick<Member, 'accountId' | 'role'>): Promise<string> {
  if (role === 'performer') return accountId
  const held = role === 'user' ? await accounts.heldBy(db, accountId) : undefined
  return held && held.state !== 'closed' ? held.id : refuse('not_allowed')
}

/** The application itself: a pending account, its profile and its documents. The demo town comes in here too. */
export async function apply(
  tx: Tx,
  {
    legalName,
    phone,
    dateOfBirth,
    ...person
  }: Person & { passwordHash: string | null; locale: string; emailVerified?: boolean; isProven?: boolean; holderId?: string },
  kept: readonly documents.Kept[],
): Promise<{ id: string }> {
  const { termsVersion } = await current(tx)
  const { id } = await accounts.create(tx, {
    ...person,
    role: 'performer',
    state: 'pending',
    birthDate: dateOfBirth,
    acceptedTermsVersion: termsVersion,
  })
  await profiles.create(tx, id)
  await queries.insert(tx, {
    accountId: id,
    legalName: requireText('legalName', legalName ?? person.name),
    birthDate: dateOfBirth,
    country: person.country,
    phone: cleanText(phone),
    agreementVersion: termsVersion,
  })
  for (const document of kept) await documents.list(tx, id, document)
  await announce(tx, 'performer.applied', { accountId: id })
  return { id }
}

/** The account that was rejected waits again, with what was sent now. */
async function applyAgain(tx: Tx, id: string, person: Person, kept: readonly documents.Kept[]): Promise<{ id: string }> {
  const { termsVersion } = await current(tx)
  const { name, username, gender, country, dateOfBirth } = person
  await accounts.reapply(tx, id, { name, username, gender, country, birthDate: dateOfBirth })
  const legalName = requireText('legalName', person.legalName ?? person.name)
  await queries.replace(tx, {
    accountId: id,
    legalName,
    birthDate: dateOfBirth,
    country,
    phone: cleanText(person.phone),
    agreementVersion: termsVersion,
  })
  await queries.reopen(tx, id)
  for (const document of kept) await documents.list(tx, id, document)
  await announce(tx, 'performer.applied', { accountId: id })
  return { id }
}

/** From now on they may sign in, publish and sell. Refuses `not_found`, `already_decided`, `applicant_closing`, `papers_missing` and `papers_unseen` {left}. */
export async function approve(tx: Tx, accountId: string, by: string): Promise<void> {
  await refuseUnseen(tx, accountId, by)
  await refuseLeaving(tx, accountId)
  const account = await decide(tx, accountId, { state: 'approved', reason: null, by })
  // Whoever closes their account meanwhile stays out of sight.
  if (account.state !== 'closing' && account.state !== 'closed') await accounts.setState(tx, accountId, 'active')
  await profiles.approve(tx, accountId)
  await announce(tx, 'performer.approved', { accountId, ...(account.holderId && { holderId: account.holderId }) })
  await write(tx, account, 'approved')
}

/** Else the performer that they become would keep their account from being erased, and be nobody's. */
async function refuseLeaving(tx: Tx, accountId: string): Promise<void> {
  const holderId = (await accounts.find(tx, accountId))?.holderId
  if (!holderId) return
  const holder = await accounts.lock(tx, holderId)
  if (holder?.closesAt || holder?.state === 'closed') refuse('applicant_closing')
}

/** Whoever decides has looked: the database holds it, too (guard_approval). */
async function refuseUnseen(tx: Tx, accountId: string, by: string): Promise<void> {
  const application = await queries.lock(tx, accountId)
  if (application?.state !== 'pending') return
  const papers = (await queries.documentsOf(tx, [accountId])).filter(({ kind }) => isPaper(kind))
  if (papers.length < 2) refuse('papers_missing')
  const seen = await queries.seenBy(
    tx,
    by,
    papers.map(({ id }) => id),
  )
  if (seen.size < papers.length) refuse('papers_unseen', { left: papers.length - seen.size })
}

/** What shows who somebody is; other documents are for the records. */
const isPaper = (kind: queries.DocumentKind): boolean => kind === 'idVerification' || kind === 'documentVerification'

/**
 * With the reason that they will read. A performer who was approved before keeps their account: only what they sent anew was refused.
 * Refuses `not_found` and `already_decided`.
 */
export async function reject(tx: Tx, accountId: string, { by, reason }: { by: string; reason: string }): Promise<void> {
  const clean = requireText('reason', reason)
  const account = await decide(tx, accountId, { state: 'rejected', reason: clean, by })
  if (account.state === 'pending') await accounts.setState(tx, accountId, 'rejected')
  await announce(tx, 'performer.rejected', { accountId, ...(account.holderId && { holderId: account.holderId }) })
  await write(tx, account, 'rejected', clean)
}

async function decide(tx: Tx, accountId: string, decision: Parameters<typeof queries.decide>[2]): Promise<accounts.Account> {
  const account = await accounts.find(tx, accountId)
  if (!account || !(await queries.byId(tx, accountId))) return refuse('not_found')
  if (!(await queries.decide(tx, accountId, decision))) refuse('already_decided')
  const { state, reason, by } = decision
  await record(tx, {
    actorId: by,
    action: `identity.${state}`,
    subject: { kind: 'account', id: accountId },
    ...(reason && { detail: { reason } }),
  })
  return account
}

/** A performer sends a document anew or one more. A paper of who they are is looked at before anything more is published or paid. Not inside a transaction. */
export async function sendDocument(
  db: Database,
  accountId: string,
  kind: queries.DocumentKind,
  file: ReceivedFile,
): Promise<{ id: string }> {
  const kept = await documents.keep(kind, file)
  try {
    return {
      id: await db.transaction(async (tx) => {
        const id = await documents.list(tx, accountId, kept)
        if (isPaper(kind) && (await queries.reopen(tx, accountId))) {
          // Whoever was rejected before they began waits again; a performer goes on performing meanwhile.
          if ((await accounts.find(tx, accountId))?.state === 'rejected') await accounts.setState(tx, accountId, 'pending')
          await announce(tx, 'performer.applied', { accountId })
        }
        return id
      }),
    }
  } catch (error) {
    if (!mayBeDone(error)) await documents.forget([kept])
    throw error
  }
}

/** A page of applications for staff, the longest waiting first. @param filter.q part of a name, username or address */
export function applications(
  db: Db,
  { q, ...filter }: { state?: queries.State | undefined; q?: string | undefined; limit: number; offset: number },
): Promise<{ rows: queries.Application[]; total: number }> {
  return queries.search(db, { ...filter, among: q ? accounts.matching(q, 'performer') : undefined })
}

/** True while a performer's papers are looked at anew, or were refused: what they publish is looked at first, and nothing is paid out. */
export async function isInDoubt(db: Db, accountId: string): Promise<boolean> {
  const application = await queries.byId(db, accountId)
  return application !== undefined && application.state !== 'approved'
}

/** How far each of these performers has come; someone who never applied has no entry. */
export async function statesOf(db: Db, ids: readonly string[]): Promise<Map<string, queries.State>> {
  return new Map((await queries.byIds(db, ids)).map(({ accountId, state }) => [accountId, state]))
}

export function find(db: Db, accountId: string): Promise<queries.Application | undefined> {
  return queries.byId(db, accountId)
}
