// Whether a value fits its setting. Answers the value as it will be kept, or what is wrong with it.
import type { FieldError } from '#server/platform/refusals/refusal.ts'
import { cleanHtml, cleanText } from '#server/site/settings/sanitiser.ts'
import type { Row } from '#server/site/settings/table.ts'

type Wrong = Omit<FieldError, 'field'>
export type Checked = { value: unknown } | { wrong: Wrong }

const wrong = (code: string, limit?: number): Checked => ({ wrong: { code, ...(limit !== undefined && { limit }) } })

export function check(row: Row, value: unknown): Checked {
  switch (row.kind) {
    case 'flag':
      return typeof value === 'boolean' ? { value } : wrong('wrong_form')
    case 'integer':
    case 'decimal':
      return checkNumber(row, value)
    case 'choice':
      return typeof value === 'string' && row.options?.includes(value) ? { value } : wrong('not_an_option')
    case 'list':
      return checkList(row, value)
    case 'menus':
      return checkMenus(row, value)
    default:
      return checkText(row, value)
  }
}

function checkNumber({ kind, minimum = 0, maximum = 0 }: Row, value: unknown): Checked {
  if (typeof value !== 'number' || !Number.isFinite(value)) return wrong('wrong_form')
  if (value < minimum) return wrong('too_small', minimum)
  if (value > maximum) return wrong('too_large', maximum)
  const step = kind === 'integer' ? value : Math.round(value * 100) / 100
  return Math.abs(step - value) < 1e-9 && (kind !== 'integer' || Number.isInteger(value)) ? { value: step } : wrong('too_precise')
}

function checkText({ kind, minimum = 0, maximum = 0, entry }: Row, value: unknown): Checked {
  if (typeof value !== 'string') return wrong('wrong_form')
  const clean = kind === 'html' ? cleanHtml(value) : cleanText(value)
  if (clean.length < minimum) return wrong('required')
  if (clean.length > maximum) return wrong('too_long', maximum)
  if (entry && !entry.test(clean)) return wrong('wrong_form')
  if (kind === 'link' && clean !== '' && !isLink(clean)) return wrong('wrong_form')
  if (kind === 'email' && clean !== '' && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(clean)) return wrong('not_an_email')
  return { value: clean }
}

function checkList({ options, entry, maximum = 0 }: Row, value: unknown): Checked {
  if (!Array.isArray(value) || !value.every((each) => typeof each === 'string')) return wrong('wrong_form')
  const entries = [...new Set(value.map((each) => cleanText(each)))]
  if (entries.length > maximum) return wrong('too_many', maximum)
  if (options && !entries.every((each) => options.includes(each))) return wrong('not_an_option')
  if (options && entries.length === 0) return wrong('required')
  return !entry || entries.every((each) => entry.test(each)) ? { value: entries } : wrong('wrong_form')
}

function checkMenus({ maximum = 0 }: Row, value: unknown): Checked {
  if (!Array.isArray(value)) return wrong('wrong_form')
  if (value.length > maximum) return wrong('too_many', maximum)
  const items: unknown[] = []
  for (const item of value as unknown[]) {
    const { title, path, isNewTab } = (typeof item === 'object' && item !== null ? item : {}) as Record<string, unknown>
    if (typeof title !== 'string' || typeof path !== 'string') return wrong('wrong_form')
    const clean = { title: cleanText(title), path: cleanText(path) }
    if (clean.title === '' || clean.title.length > 60 || !isLink(clean.path)) return wrong('wrong_form')
    items.push({ ...clean, ...(isNewTab === true && { isNewTab }) })
  }
  return { value: items }
}

/**
 * A path of this site, for every browser: one slash at a time, and none of what they turn into another or drop while they read an address. Two slashes
 * would be another host once a language before them was taken off.
 */
export function isOwnPath(text: string): boolean {
  return /^\/(?!\/)[^\\\p{C}]*$/u.test(text) && !/^[^?#]*\/\//.test(text)
}

/** A path of this site or an http(s) address; never a script. */
function isLink(text: string): boolean {
  if (isOwnPath(text)) return true
  return URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol)
}
