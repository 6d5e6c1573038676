// Files that the API makes: asked for like any call, so that a "no" is a sentence and not a page of JSON.
import { type Boot } from '#web/app/boot.ts'

/**
 * @param path below /api, with its own query
 * @throws Error with the server's sentence, when there is one
 */
export async function saveFile({ apiBaseUrl, locale }: Pick<Boot, 'apiBaseUrl' | 'locale'>, path: string, name: string): Promise<void> {
  const answer = await fetch(`${apiBaseUrl || '/api'}${path}`, {
    headers: { 'content-language': locale },
    credentials: apiBaseUrl ? 'include' : 'same-origin',
  })
  if (!answer.ok) throw new Error(sentenceIn(await answer.json().catch(() => undefined)))
  saveAs(await answer.blob(), name)
}

const sentenceIn = (body: unknown): string =>
  typeof body === 'object' && body !== null && 'message' in body && typeof body.message === 'string' ? body.message : ''

export function saveAs(bytes: Blob, name: string): void {
  const url = URL.createObjectURL(bytes)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The download has its own hold on the bytes once it began.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
