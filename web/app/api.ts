// The typed client in this page. On the server it goes straight into the app, in the browser over fetch.
import { createContext, type LoaderFunctionArgs } from 'react-router'
import { type Api, createApi, Refused, type Send } from '#contract/client.ts'
import type { Boot } from '#web/app/boot.ts'
import { noticedLoss } from '#web/ui/network.ts'

export const apiContext = createContext<Api>()
export const bootContext = createContext<Boot>()

/** For loaders. */
export function apiOf({ context }: Pick<LoaderFunctionArgs, 'context'>): Api {
  return (context as { get(key: unknown): Api }).get(apiContext)
}

export function bootOf({ context }: Pick<LoaderFunctionArgs, 'context'>): Boot {
  return (context as { get(key: unknown): Boot }).get(bootContext)
}

/** Pages where a 401 is an answer and not a reason to leave (specification.md section 8 fixes sign-in's own messages). */
const signInPages = /^(\/[a-z]{2}-[A-Z]{2})?\/auth\//

export function browserApi({ apiBaseUrl, locale }: Pick<Boot, 'apiBaseUrl' | 'locale'>): Api {
  const send: Send = async (request, options) => {
    const url = apiBaseUrl ? apiBaseUrl + request.url.replace(/^\/api/, '') : request.url
    const headers = { ...request.headers, 'content-language': locale, accept: 'application/json' }
    const credentials = apiBaseUrl ? ('include' as const) : ('same-origin' as const)
    const answer = options.onProgress
      ? await sendWithProgress(url, { ...request, headers }, options.onProgress, options.signal, credentials === 'include')
      : await fetch(url, {
          method: request.method,
          headers,
          credentials,
          body: request.body ?? null,
          signal: options.signal ?? null,
          cache: options.isFresh ? 'reload' : 'default',
        }).then(async (response) => ({
          status: response.status,
          json: await response.json().catch(() => undefined),
        }))
    leaveIfNeeded(answer.status, request.url)
    return answer
  }
  return createApi((request, options) =>
    send(request, options).catch((error: unknown) => {
      if (error instanceof TypeError) void noticedLoss()
      throw error
    }),
  )
}

/** specification.md section 8: 401 leads to sign-in and back here afterwards; 500 to the page that says so. */
function leaveIfNeeded(status: number, url: string): void {
  const { pathname, search } = window.location
  if (status === 401 && !signInPages.test(pathname) && !url.startsWith('/api/auth/')) {
    const prefix = /^\/[a-z]{2}-[A-Z]{2}(?=\/)/.exec(pathname)?.[0] ?? ''
    window.location.assign(`${prefix}/auth/login?redirect=${encodeURIComponent(pathname + search)}`)
  }
  if (status === 500 && pathname !== '/500') window.location.assign('/500')
}

/** fetch cannot tell how much of a body has left; XMLHttpRequest can. */
function sendWithProgress(
  url: string,
  request: { method: string; headers: Record<string, string>; body?: string | FormData },
  onProgress: (fraction: number) => void,
  signal: AbortSignal | undefined,
  withCredentials: boolean,
): Promise<{ status: number; json: unknown }> {
  return new Promise((done, failed) => {
    const xhr = new XMLHttpRequest()
    xhr.open(request.method, url)
    xhr.withCredentials = withCredentials
    for (const [name, value] of Object.entries(request.headers)) xhr.setRequestHeader(name, value)
    xhr.upload.onprogress = (event) => event.lengthComputable && onProgress(event.loaded / event.total)
    xhr.onload = () => done({ status: xhr.status, json: parsed(xhr.responseText) })
    xhr.onerror = () => failed(new TypeError('the upload did not arrive'))
    xhr.onabort = () => failed(new DOMException('stopped', 'AbortError'))
    signal?.addEventListener('abort', () => xhr.abort())
    xhr.send(request.body ?? null)
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** What to tell a person about something that failed: the server's sentence, else the given one. */
export function sentenceOf(error: unknown, otherwise: string): string {
  return error instanceof Refused && error.message ? error.message : otherwise
}
