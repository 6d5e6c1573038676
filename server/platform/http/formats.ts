// What a text must look like to be an id, a day or an instant. Narrower than the RFCs: only what PostgreSQL and JavaScript both hold,
// and an id only as we write it, so that the same id is always the same text.

/** The years that both write with four digits and without an era. */
const firstInstant = Date.parse('0001-01-01T00:00:00Z')
const lastInstant = Date.parse('9999-12-31T23:59:59.999Z')

const idForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const dayForm = /^\d{4}-\d\d-\d\d$/
/** No leap second, which neither clock has, and no offset beyond those that people live by. */
const instantForm = /^(\d{4}-\d\d-\d\d)T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?(Z|[+-](0\d|1[0-4]):[0-5]\d)$/i

/** Names only: what a clock is ahead by has another sign in PostgreSQL than it has here. */
const zoneForm = /^[a-z][a-z0-9_+-]*(\/[a-z0-9_+-]+){0,2}$/i

export const formats = {
  'time-zone': isZone,
  uuid: (text: string) => idForm.test(text),
  date: isDay,
  'date-time': (text: string) => {
    const day = instantForm.exec(text)?.[1]
    const instant = day && isDay(day) ? Date.parse(text) : Number.NaN
    return instant >= firstInstant && instant <= lastInstant
  },
}

function isDay(text: string): boolean {
  if (!dayForm.test(text) || text.startsWith('0000')) return false
  // The thirtieth of February is parsed as a day in March.
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().slice(0, 10) === text
}

function isZone(text: string): boolean {
  if (!zoneForm.test(text)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
