/**
 * What the operator decided about this site, over defaults that work (specification.md sections 3 and 9).
 * Promises: a value that is kept has passed its row of table.ts; a change is seen here at once and by other processes within a second.
 * Leaves to others: who may change what (office), and what a setting means (the slice that reads it).
 */
import { createHash } from 'node:crypto'
import type { SignInProvider } from '#contract/people/federation.ts'
import type { PublicSettings } from '#contract/site/settings.ts'
import { record } from '#server/platform/audit/audit.ts'
import type { Db, Tx } from '#server/platform/db/db.ts'
import { remembered } from '#server/platform/db/remembered.ts'
import { announce } from '#server/platform/outbox/outbox.ts'
import { Refusal, type FieldError } from '#server/platform/refusals/refusal.ts'
import { check } from '#server/site/settings/checks.ts'
import { sumsOf, wrongSums } from '#server/site/settings/currency.ts'
import * as queries from '#server/site/settings/queries.ts'
import type {} from '#server/site/settings/events.ts'
import { fallbacks, type Group, isKey, ordered, table, type Key, type Row, type Settings } from '#server/site/settings/table.ts'

export { isOwnPath } from '#server/site/settings/checks.ts'
export { cleanHtml, cleanText, unsafeIn, wordsOf } from '#server/site/settings/sanitiser.ts'
export { refuseFractions, smallestPayment } from '#server/site/settings/currency.ts'
export { fallbacks, type Settings } from '#server/site/settings/table.ts'

/** What the program was started with and the web must know. */
export interface Facts {
  /** Clients send sha256:<hex> in place of a password (HASH_PW_CLIENT). */
  hashPwClient: boolean
  isDemo: boolean
  /** Providers of sign-in whose secret the program was given. */
  signInSecrets?: readonly SignInProvider[]
  /** So was the secret of whoever checks ages. */
  hasAgeSecret?: boolean
}

let facts: Facts = { hashPwClient: false, isDemo: false }

export function useFacts(given: Facts): void {
  facts = given
  shown = new WeakMap()
}

export function factsOfStart(): Facts {
  return facts
}

const all = remembered(async (db): Promise<Settings> => {
  const rows = await queries.saved(db)
  const values = Object.fromEntries(rows.filter((row) => isKey(row.key)).map((row) => [row.key, row.value]))
  return { ...fallbacks, ...values }
})

/** Every setting. Read from the database once a second at most. Amounts are decimals as on the wire: use toHundredths. */
export const current = (db: Db): Promise<Settings> => all.current(db)

/** Forgets what was read: the next `current` asks the database. */
export const forget = (): void => all.forget()

/** True while the site is closed for maintenance. It never answers from not knowing: after a start and after every save it waits for what the database says. */
export async function isInMaintenance(db: Db): Promise<boolean> {
  return (await current(db)).maintenanceMode
}

/**
 * Changes settings; those not named stay. Refuses `invalid`, naming every wrong field by its key, and then changes nothing.
 * Answers the keys whose value really changed; each is in the audit log with both values.
 */
export async function save(tx: Tx, values: Readonly<Record<string, unknown>>, by: string | undefined): Promise<Key[]> {
  const rows = await queries.saved(tx)
  const before: Settings = { ...fallbacks, ...Object.fromEntries(rows.map((row) => [row.key, row.value])) }
  const checked = checkAll(before, values)
  const changed = (Object.keys(checked) as Key[]).filter((key) => JSON.stringify(checked[key]) !== JSON.stringify(before[key]))
  for (const key of changed) {
    await queries.put(tx, key, checked[key], by ?? null)
    await record(tx, {
      actorId: by,
      action: 'settings.changed',
      subject: { kind: 'setting', id: key },
      detail: { from: before[key], to: checked[key] },
    })
  }
  if (changed.includes('currency')) await announce(tx, 'site.currency_changed', { from: before.currency, to: String(checked.currency) })
  const open = changed.filter((key) => table[key].isPublic)
  if (open.length > 0) await announce(tx, 'site.settings_changed', { keys: open })
  tx.afterCommit(forget)
  return changed
}

/**
 * The site's own sums are numbers like any other: together with the currency each is said again, also where it stays as it is.
 * @throws invalid {again}, naming every sum that was not
 */
export async function refuseUnsaidSums(db: Db, values: Readonly<Record<string, unknown>>): Promise<void> {
  if (!Object.hasOwn(values, 'currency') || values['currency'] === (await current(db)).currency) return
  const unsaid = sumsOf.filter((key) => !Object.hasOwn(values, key))
  if (unsaid.length === 0) return
  throw new Refusal(
    'invalid',
    {},
    unsaid.map((field) => ({ field, code: 'again', limit: String(values['currency']) })),
  )
}

/** What settings would not go together. `isChecked`: whether this one is being set now; `before`: what it was, as a form sends what stays, too. */
export type Rule = (after: Settings, isChecked: (key: Key) => boolean, before: Settings) => FieldError[]
const rules = new Set<Rule>()

/** Wired once at start: what a higher slice knows and the table cannot, such as which gateway sells in which currency. */
export function addRule(rule: Rule): void {
  rules.add(rule)
}

function checkAll(before: Settings, values: Readonly<Record<string, unknown>>): Partial<Record<Key, unknown>> {
  const wrongs: FieldError[] = []
  const checked: Partial<Record<Key, unknown>> = {}
  for (const [key, value] of Object.entries(values)) {
    const result = isKey(key) ? check(table[key] as Row, value) : { wrong: { code: 'unknown' } }
    if ('wrong' in result) wrongs.push({ field: key.slice(0, 100), ...result.wrong })
    else checked[key as Key] = result.value
  }
  const after = { ...before, ...checked } as Settings
  for (const [least, most] of ordered) {
    const named = least in checked ? least : most
    if ((least in checked || most in checked) && Number(after[least]) > Number(after[most])) {
      wrongs.push(
        named === least
          ? { field: least, code: 'too_large', limit: Number(after[most]) }
          : { field: most, code: 'too_small', limit: Number(after[least]) },
      )
    }
  }
  if (!after.supportedLocales.includes(after.defaultLocale)) wrongs.push({ field: 'defaultLocale', code: 'not_an_option' })
  const isChecked = (key: Key) => key in checked
  wrongs.push(...wrongSums(after, isChecked), ...[...rules].flatMap((rule) => rule(after, isChecked, before)))
  if (wrongs.length > 0) throw new Refusal('invalid', {}, wrongs)
  return checked
}

/** Whether a change of it changes what tokens are worth. */
export const revalues = (key: Key): boolean => (table[key] as Row).revalues ?? false

export interface SettingForm {
  key: Key
  group: Group
  kind: string
  value: unknown
  fallback: unknown
  minimum?: number
  maximum?: number
  options?: string[]
  changedAt?: Date
}

/** Every setting with its value and form, in the table's order, for the office. */
export async function forms(db: Db): Promise<SettingForm[]> {
  const rows = new Map((await queries.saved(db)).map((row) => [row.key, row]))
  return (Object.entries(table) as [Key, Row][]).map(([key, { group, kind, fallback, minimum, maximum, options }]) => {
    const row = rows.get(key)
    return {
      key,
      group,
      kind,
      value: row ? row.value : fallback,
      fallback,
      ...(minimum !== undefined && { minimum }),
      ...(maximum !== undefined && { maximum }),
      ...(options && { options: [...options] }),
      ...(row && { changedAt: row.changedAt }),
    }
  })
}

let shown = new WeakMap<Settings, PublicSettings>()

/** What anyone may read (calls.md section 1), the same object while nothing changed. No secret is among it. */
export async function publicSettings(db: Db): Promise<PublicSettings> {
  const settings = await current(db)
  const before = shown.get(settings)
  if (before) return before
  const fresh = openOf(settings)
  shown.set(settings, fresh)
  return fresh
}

function openOf(settings: Settings): PublicSettings {
  const open = Object.fromEntries(
    (Object.entries(table) as [Key, Row][]).filter(([, row]) => row.isPublic).map(([key]) => [key, settings[key]]),
  )
  return {
    ...(open as unknown as PublicSettings),
    ageAssurance: {
      mode: settings.ageAssuranceMode,
      regions: [...settings.ageAssuranceRegions],
      isOffered: settings.ageAssuranceIssuer !== '' && settings.ageAssuranceClientId !== '' && facts.hasAgeSecret === true,
    },
    prohibitedTermsVersion: versionOfTerms(settings),
    signInWays: signInWays(settings),
    ...widgetOf(settings),
    isDemo: facts.isDemo,
    hashPwClient: facts.hashPwClient,
  }
}

/** Providers that people may sign in by: switched on, and whole. In the order of their buttons. */
export function signInWays(settings: Settings): PublicSettings['signInWays'] {
  const { googleEnable, googleClientId, twitterEnable, twitterConsumerKey, openidEnable, openidIssuer, openidClientId, openidLabel } =
    settings
  const ways: { provider: SignInProvider; label: string; isReady: boolean }[] = [
    {
      provider: 'openid',
      label: openidLabel || hostOf(openidIssuer),
      isReady: openidEnable && openidIssuer !== '' && openidClientId !== '',
    },
    { provider: 'google', label: 'Google', isReady: googleEnable && googleClientId !== '' },
    { provider: 'twitter', label: 'X', isReady: twitterEnable && twitterConsumerKey !== '' },
  ]
  return ways
    .filter(({ provider, isReady }) => isReady && facts.signInSecrets?.includes(provider))
    .map(({ provider, label }) => ({ provider, label }))
}

/** Nobody but the OpenID provider can say whose a widget's tokens are, so there is none without it. */
function widgetOf(settings: Settings): Pick<PublicSettings, 'loginWidget'> {
  const {
    loginWidgetUrl: url,
    loginWidgetApplicationId: applicationId,
    loginWidgetCookieName: cookieName,
    loginWidgetMode: mode,
  } = settings
  const isWhole = url !== '' && signInWays(settings).some(({ provider }) => provider === 'openid')
  return isWhole ? { loginWidget: { url, applicationId, cookieName, mode } } : {}
}

const hostOf = (address: string): string => (URL.canParse(address) ? new URL(address).host : '')

/** The list's version follows from its words, so that no change can forget to raise it; the audit log tells when it changed. */
function versionOfTerms({ prohibitedTerms }: Pick<Settings, 'prohibitedTerms'>): string {
  return createHash('sha256').update(prohibitedTerms.join('\n')).digest('hex').slice(0, 12)
}
