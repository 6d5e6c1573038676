// How somebody wants to hear of things: for each kind in the centre, by letter and by push; when they sleep; and how much may stand on a lock screen.
import type { NoticePreferences } from '#contract/talk/notifications.ts'
import { noticeKindsOf, type NoticeKind } from '#contract/talk/notice-names.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
import type { Db, Tx } from '#server/platform/db/db.ts'
import { Refusal, refuse } from '#server/platform/refusals/refusal.ts'
import { type Language, usualZoneOf } from '#server/platform/words/words.ts'
import { current } from '#server/site/settings/settings.ts'
import { type Channels, isFixed, usualChannels } from '#server/talk/notifications/events.ts'
import { clockOf, minutesOf, type Hours } from '#server/talk/notifications/hours.ts'
import * as queries from '#server/talk/notifications/preference-queries.ts'

export type { Reader } from '#server/talk/notifications/preference-queries.ts'

export function channelsOf(kind: NoticeKind, { inApp, letters, push }: Pick<queries.Reader, 'inApp' | 'letters' | 'push'>): Channels {
  const before = usualChannels(kind)
  return { inApp: inApp ?? before.inApp, email: isFixed(kind) ? 'now' : (letters ?? before.email), push: push ?? before.push }
}

/** Whoever shares a table or a screen with others has not thought of it before it lights up: a site of adults says no more than that there is news. */
const usualHabits: queries.Habits = { quietFrom: null, quietTo: null, digestHour: 9, isDiscreet: true }

export const habitsOf = (reader: Pick<queries.Reader, 'quietFrom' | 'quietTo' | 'digestHour' | 'isDiscreet'>): queries.Habits => ({
  quietFrom: reader.quietFrom,
  quietTo: reader.quietTo,
  digestHour: reader.digestHour ?? usualHabits.digestHour,
  isDiscreet: reader.isDiscreet ?? usualHabits.isDiscreet,
})

/** The account's own zone, else what most who read this language live in (as on pages: server/web.ts). */
export function hoursOf(reader: queries.Reader, language: Language): Hours {
  const { quietFrom, quietTo, digestHour } = habitsOf(reader)
  return { timeZone: reader.timezone ?? usualZoneOf(language), quietFrom, quietTo, digestHour }
}

/** Those of these who are here, by id, with what they decided about a kind. */
export async function readersOf(
  db: Db,
  ids: readonly string[],
  kind: NoticeKind,
): Promise<Map<string, queries.Reader & { language: Language }>> {
  const { defaultLocale } = await current(db)
  const found = await queries.readers(db, ids, kind)
  return new Map(found.map((reader) => [reader.accountId, { ...reader, language: accounts.languageFor(reader, defaultLocale) }]))
}

export async function preferencesOf(db: Db, accountId: string): Promise<NoticePreferences> {
  const [reader, account, chosen] = await Promise.all([
    readersOf(db, [accountId], 'account').then((found) => found.get(accountId)),
    accounts.find(db, accountId),
    queries.chosen(db, [accountId]),
  ])
  if (!reader || !account) return refuse('not_found')
  const { timeZone, quietFrom, quietTo, digestHour } = hoursOf(reader, reader.language)
  return {
    kinds: noticeKindsOf(reader.role).map((kind) => ({
      kind,
      ...(chosen.find((each) => each.kind === kind) ?? usualChannels(kind)),
      ...(isFixed(kind) && { email: 'now' as const, isFixed: true as const }),
    })),
    emails: account.notificationPreferences.email ?? true,
    ...(quietFrom !== null && quietTo !== null && { quietHours: { from: clockOf(quietFrom), to: clockOf(quietTo) } }),
    digestHour,
    isDiscreet: habitsOf(reader).isDiscreet,
    timeZone,
  }
}

export interface Wish {
  kinds?: readonly ({ kind: NoticeKind } & { [K in keyof Channels]?: Channels[K] | undefined })[] | undefined
  emails?: boolean | undefined
  quietHours?: { from: string; to: string } | null | undefined
  digestHour?: number | undefined
  isDiscreet?: boolean | undefined
  timeZone?: string | undefined
}

/** What is not named stays. @throws invalid for a kind of which they never hear, and for quiet hours that are none */
export async function prefer(tx: Tx, accountId: string, wish: Wish): Promise<void> {
  await queries.lockChoices(tx, accountId)
  const reader = (await readersOf(tx, [accountId], 'account')).get(accountId) ?? refuse('not_found')
  const chosen = await queries.chosen(tx, [accountId])
  for (const [place, { kind, inApp, email, push }] of (wish.kinds ?? []).entries()) {
    if (!noticeKindsOf(reader.role).includes(kind)) refuseWish(`kinds.${place}.kind`, 'not_an_option')
    if (isFixed(kind) && email !== undefined && email !== 'now') refuseWish(`kinds.${place}.email`, 'not_an_option')
    const before = chosen.find((each) => each.kind === kind) ?? usualChannels(kind)
    await queries.choose(tx, accountId, kind, { inApp: inApp ?? before.inApp, email: email ?? before.email, push: push ?? before.push })
  }
  const { quietHours, digestHour, isDiscreet, emails, timeZone } = wish
  if (quietHours && quietHours.from === quietHours.to) refuseWish('quietHours.to', 'same_time')
  if (quietHours !== undefined || digestHour !== undefined || isDiscreet !== undefined) {
    const before = habitsOf(reader)
    await queries.keepHabits(tx, accountId, {
      quietFrom: quietHours === undefined ? before.quietFrom : quietHours && minutesOf(quietHours.from),
      quietTo: quietHours === undefined ? before.quietTo : quietHours && minutesOf(quietHours.to),
      digestHour: digestHour ?? before.digestHour,
      isDiscreet: isDiscreet ?? reader.isDiscreet,
    })
  }
  if (emails !== undefined || timeZone !== undefined)
    await accounts.update(tx, accountId, {
      ...(timeZone !== undefined && { timezone: timeZone }),
      ...(emails !== undefined && { notificationPrefs: { email: emails } }),
    })
}

function refuseWish(field: string, code: string): never {
  throw new Refusal('invalid', {}, [{ field, code }])
}

/** Whether letters of this kind go, or any that only tell; and whether those do. */
export async function lettersGo(db: Db, accountId: string, kind: NoticeKind | undefined): Promise<{ emails: boolean; goes: boolean }> {
  const account = (await accounts.find(db, accountId)) ?? refuse('not_found')
  const emails = account.notificationPreferences.email ?? true
  return { emails, goes: emails && (kind === undefined || (await lettersOf(db, accountId, kind)).email !== 'off') }
}

/** No more letters of this kind, or none that only tell. */
export async function stopLetters(tx: Tx, accountId: string, kind: NoticeKind | undefined): Promise<void> {
  if (kind === undefined) {
    await accounts.update(tx, accountId, { notificationPrefs: { email: false } })
    return
  }
  await queries.lockChoices(tx, accountId)
  await queries.choose(tx, accountId, kind, { ...(await lettersOf(tx, accountId, kind)), email: 'off' })
}

/**
 * Takes that back, and leaves alone what goes already. Whoever stopped one kind did so in a letter that came at once: the day's digest is about all kinds,
 * and so is the link in it (mailing.ts, wishes.ts).
 */
export async function resumeLetters(tx: Tx, accountId: string, kind: NoticeKind | undefined): Promise<void> {
  if (kind === undefined) {
    await accounts.update(tx, accountId, { notificationPrefs: { email: true } })
    return
  }
  await queries.lockChoices(tx, accountId)
  const before = await lettersOf(tx, accountId, kind)
  if (before.email === 'off') await queries.choose(tx, accountId, kind, { ...before, email: 'now' })
}

const lettersOf = async (db: Db, accountId: string, kind: NoticeKind): Promise<Channels> =>
  (await queries.chosen(db, [accountId])).find((each) => each.kind === kind) ?? usualChannels(kind)
