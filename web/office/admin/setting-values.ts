// A setting as a form holds it, and as it is sent. Figures are texts while somebody types them.
import type { SettingRow } from '#web/office/admin/queries.ts'

export interface MenuItem {
  title: string
  path: string
  isNewTab?: boolean
}

/** Lists of countries are chosen by name; other open lists are typed, one entry a line. */
export const isCountries = (row: Pick<SettingRow, 'key'>): boolean => row.key === 'blockedCountries' || row.key === 'ageAssuranceRegions'
/** Sums in the site's currency; those of tips and single works are in tokens. */
export const isMoney = (key: string): boolean => /(Price|Amount|Fee)$/.test(key) && !/(Tip|Item)Price$/.test(key)

const isLines = (row: SettingRow): boolean => row.kind === 'list' && !row.options && !isCountries(row)

export function typed(row: SettingRow, value: unknown): unknown {
  if (row.kind === 'integer' || row.kind === 'decimal') return String(value)
  return isLines(row) ? (value as string[]).join('\n') : value
}

/** What is sent; undefined when a figure cannot be read. */
export function valueOf(row: SettingRow, edited: unknown): unknown {
  if (row.kind === 'integer' || row.kind === 'decimal') {
    const plain = String(edited).trim().replaceAll(/[,，]/g, '')
    return /^-?\d+(\.\d+)?$/.test(plain) ? Number(plain) : undefined
  }
  if (isLines(row))
    return [
      ...new Set(
        String(edited)
          .split('\n')
          .map((line) => line.trim()),
      ),
    ].filter((line) => line !== '')
  return edited
}

export const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)
