/** The way back names the transaction, so that the page there can ask what became of it. */
export function withTransaction(path: string, transactionId: string): string {
  const url = new URL(path, 'http://site')
  url.searchParams.set('transaction', transactionId)
  return url.pathname + url.search + url.hash
}
