import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { settings } from '#server/platform/config/config.ts'

/** The README's configuration table, from the settings themselves. */
export function settingsTable(): string {
  const rows = settings.map(({ name, fallback, about }) => `| \`${name}\` | ${shown(name, fallback)} | ${about} |`)
  return ['| setting | default | what it is |', '|---|---|---|', ...rows].join('\n')
}

/** What depends on the machine is said in words. */
function shown(name: string, fallback: string): string {
  if (name === 'DATABASE_CONNECTIONS') return 'four a core, at least 15'
  return fallback ? `\`${fallback}\`` : 'none'
}

const start = '<!-- settings: made from server/platform/config/config.ts, held by a test -->\n'
const end = '\n<!-- /settings -->'

export function withSettings(readme: string): string {
  const [before = '', rest = ''] = readme.split(start)
  return `${before}${start}${settingsTable()}${end}${rest.split(end)[1] ?? ''}`
}

export const readmePath = join(import.meta.dirname, '../README.md')

export function readReadme(): string {
  return readFileSync(readmePath, 'utf8')
}
