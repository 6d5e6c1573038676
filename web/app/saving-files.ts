// Files that the API makes: asked for like any call, so that a "no" is a sentence and not a page of JSON.
import { Refused } from '#contract/client.ts'
import { type Boot } from '#web/app/boot.ts'

/**
 * @param path below /api, with its own query
 * @throws Refused, with the server's sentence where there is one
 */
export async function saveFile({ apiBaseUrl, locale }: Pick<Boot, 'apiBaseUrl' | 'locale'>, path: string, name: string): Promise<void> {
  const answer = await fetch(`${apiBaseUrl || '/api'}${path}`, {
    headers: { 'content-language': locale },
    credentials: apiBaseUrl ? 'include' : 'same-origin',
  })
  if (!answer.ok) throw new Refused(answer.status, await answer.json().catch(() => undefined))
  saveAs(await answer.blob(), name)
}

export function saveAs(bytes: Blob, name: string): void {
  const url = URL.createObjectURL(bytes)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The download has its own hold on the bytes once it began.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
