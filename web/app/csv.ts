// A table as a file that Excel, Numbers and LibreOffice open rightly (RFC 4180).

/** Quotes what needs it, and takes the sting out of cells that a spreadsheet would run as a formula: buyers choose their own names. */
export function cell(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const harmless = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** With the mark at the front by which Excel knows UTF-8. */
export function csv(rows: readonly (readonly (string | number)[])[]): string {
  return `\uFEFF${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`
}
