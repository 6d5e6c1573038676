// Everyone in the town comes in by the doors that visitors come in by, on the day they joined.
import type { Tx } from '#server/platform/db/db.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
import * as identity from '#server/people/identity/identity.ts'
import * as profiles from '#server/people/profiles/profiles.ts'
import { current } from '#server/site/settings/settings.ts'
import * as referrals from '#server/windows/referrals/referrals.ts'
import { at } from '#database/town/build/one-transaction.ts'
import { applicant, creators, type Creator, type Fan, fans, staff } from '#database/town/people.ts'
import { holders, legalNameOf } from '#database/town/payouts.ts'
import { links } from '#database/town/referrals.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** Someone of the town as the doors know them. */
interface Actor {
  member: Member
  name: string
  country: string
  locale: 'zh-TW' | 'en-US'
}

export interface Cast {
  staffId: string
  /** Creators, fans and the applicant by username. */
  actors: ReadonlyMap<string, Actor>
  /** Finds them; a name that nobody has is a mistake in the town's data. */
  of(username: string): Actor
}

/** @param passwordHash one for all of them: hashing takes its time by design */
export async function engage(tx: Tx, passwordHash: string, papers: ReadonlyMap<string, readonly identity.Kept[]>): Promise<Cast> {
  accounts.useArrivals(referrals.noteArrival)
  const staffId = await engageStaff(at(tx, new Date(tx.now.getTime() - 500 * dayMs)), passwordHash)
  const actors = new Map<string, Actor>()
  for (const person of [...creators, ...fans, applicant].toSorted((a, b) => b.joinedDaysAgo - a.joinedDaysAgo)) {
    const joined = at(tx, new Date(tx.now.getTime() - person.joinedDaysAgo * dayMs))
    const id = isPerformer(person)
      ? await apply(joined, person, passwordHash, papers.get(person.username) ?? [])
      : await join(joined, person, passwordHash)
    if (isPerformer(person)) await present(at(tx, new Date(joined.now.getTime() + hourMs)), id, person)
    if (isPerformer(person) && person !== applicant) await approve(at(tx, new Date(joined.now.getTime() + 20 * hourMs)), id, staffId)
    if (isPerformer(person)) await link(at(tx, new Date(joined.now.getTime() + 21 * hourMs)), id, person)
    actors.set(person.username, actorOf(id, person))
  }
  return { staffId, actors, of: (username) => actors.get(username) ?? missing(username) }
}

const isPerformer = (person: Creator | Fan): person is Creator => 'cover' in person

async function engageStaff(tx: Tx, passwordHash: string): Promise<string> {
  const { locale, ...person } = staff
  const { id } = await accounts.create(tx, { ...person, locale, role: 'staff', passwordHash, emailVerified: true })
  return id
}

async function join(tx: Tx, fan: Fan, passwordHash: string): Promise<string> {
  const { termsVersion: acceptedTermsVersion } = await current(tx)
  const referralCode = Object.values(links).find(({ brought }) => brought.includes(fan.username))?.code
  const { id } = await accounts.create(tx, { ...fan, role: 'user', passwordHash, emailVerified: true, acceptedTermsVersion, referralCode })
  return id
}

/** Their link, as soon as they may be seen. */
async function link(tx: Tx, performerId: string, { username }: Creator): Promise<void> {
  const own = links[username]
  if (!own) return
  await referrals.changeLink(tx, performerId, own.code)
}

async function apply(
  tx: Tx,
  { birthDate: dateOfBirth, ...person }: Creator,
  passwordHash: string,
  papers: readonly identity.Kept[],
): Promise<string> {
  const { name, username, email, gender, country, locale, bio } = person
  // Numbers of this block are kept free for stories; nobody's telephone rings.
  const phone = `+1 202 555 01${String(10 + creators.findIndex((one) => one.username === username)).padStart(2, '0')}`
  const holder = holders[username]
  const legalName = holder && legalNameOf(holder)
  const application = {
    name,
    legalName,
    username,
    email,
    gender,
    dateOfBirth,
    country,
    locale,
    bio,
    phone,
    passwordHash,
    emailVerified: true,
  }
  const { id } = await identity.apply(tx, application, papers)
  return id
}

async function approve(tx: Tx, accountId: string, staffId: string): Promise<void> {
  const papers = (await identity.documentsOf(tx, [accountId])).get(accountId) ?? []
  for (const { id, type: kind } of papers) await identity.viewed(tx, { id, accountId, kind }, { by: staffId })
  await identity.approve(tx, accountId, staffId)
}

async function present(tx: Tx, accountId: string, creator: Creator): Promise<void> {
  const { tagline, languages, tags, monthlyPrice, yearlyPrice, freeTrial: isFreeSubscription, body } = creator
  const { eye, ...rest } = body
  const bodyInfo = { ...rest, ...(eye && { eyes: eye }) }
  await profiles.update(tx, accountId, {
    tagline,
    languages,
    tags,
    monthlyPrice,
    yearlyPrice,
    isFreeSubscription,
    bodyInfo,
  })
}

function actorOf(accountId: string, person: Creator | Fan): Actor {
  const { username, name, country, locale } = person
  const role = isPerformer(person) ? 'performer' : 'user'
  return { member: { kind: 'member', accountId, sessionId: accountId, role, username, isAdult: true }, name, country, locale }
}

function missing(username: string): never {
  throw new Error(`nobody in the town is called ${username}`)
}
