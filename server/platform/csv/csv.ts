// A table as a file that Excel, Numbers and LibreOffice open rightly (RFC 4180).

/** Quotes what needs it, and takes the sting out of cells that a spreadsheet would run as a formula, full-width signs too: people write their own names and titles. */
function cell(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const harmless = /^\s*[=+\-@\t\r＝＋－＠]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

export type Rows = readonly (readonly (string | number)[])[]

/** With the mark at the front by which Excel knows UTF-8. */
export function csv(rows: Rows): string {
  return `\uFEFF${csvRows(rows)}`
}

/** More of them, for a table that is sent as it is read. */
export function csvRows(rows: Rows): string {
  return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')
}
