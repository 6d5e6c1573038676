// A table as a file that banks and spreadsheets open rightly (RFC 4180).

/** Quotes what needs it, and takes the sting out of cells that a spreadsheet would run as a formula: creators write their own names. */
function cell(value: string): string {
  const harmless = /^\s*[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** With the mark at the front by which Excel knows UTF-8. */
export function csv(rows: readonly (readonly string[])[]): string {
  return `\uFEFF${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`
}
