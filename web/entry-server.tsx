import { Writable } from 'node:stream'
import type { Speaker } from '#contract/words/speaking.ts'
import type { ReactNode } from 'react'
import { renderToPipeableStream } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, type RouteObject, RouterContextProvider, StaticRouterProvider } from 'react-router'
import { directions, inEachLocale } from '#contract/locales.ts'
import type { Api } from '#contract/client.ts'
import { App } from '#web/App.tsx'
import { apiContext, bootContext } from '#web/app/api.ts'
import type { Boot } from '#web/app/boot.ts'
import { makeSpeaker } from '#web/app/words.ts'
import { cardOf } from '#web/card.ts'
import { splitPrefix } from '#web/app/locale.ts'
import { closedBy } from '#web/app/shell/door.ts'
import { knownAs, listingOf } from '#web/listing.ts'
import { routes } from '#web/routes.tsx'
import { foundIn, isWork } from '#web/subject.ts'
import { kept } from '#web/ui/kept.ts'
import { all } from 'words:all'

export interface RenderOptions {
  boot: Boot
  api: Api
  /** '' or '/en-US'. */
  basename: string
  /** Where this site stands, for those elsewhere. */
  origin: string
  /** Whether those who list pages may be told of any now, there where this is asked from. */
  mayBeListed: boolean
  /** Whether a work is among them: goods only once staff looked at them. */
  listsWork: (id: string) => Promise<boolean>
  /** Links and scripts for these source files, which the matched routes need. */
  head: (sources: readonly string[]) => string
  /** On every script of ours, so that the server knows them from what somebody may have slipped in. */
  nonce: string
  onError: (error: unknown) => void
}

export type Rendered =
  | { response: Response }
  | {
      response?: undefined
      status: number
      html: string
      /** The source files that the matched routes need. */
      sources: readonly string[]
      /** It counts nothing and is the same for whoever may read it in the same language, theme, zone and country. */
      isForAll: boolean
    }

export async function render(
  url: string,
  { boot, api, basename, origin, mayBeListed, listsWork, head, nonce, onError }: RenderOptions,
): Promise<Rendered> {
  const handler = handlerAt(basename || '/')
  const requestContext = new RouterContextProvider(
    new Map<never, unknown>([
      [apiContext as never, api],
      [bootContext as never, boot],
    ]) as never,
  )
  const context = await handler.query(new Request(url), { requestContext })
  if (context instanceof Response) return { response: context }
  for (const error of Object.values(context.errors ?? {}))
    if (!(error instanceof Response) && (error as { status?: number })?.status === undefined) onError(error)

  // The routes that matched are all that one page draws; what the router makes of them it would make of all others, too.
  const router = createStaticRouter(
    context.matches.map(({ route }) => ({ ...route, children: undefined }) as RouteObject),
    context,
  )
  const closed = closedBy(
    boot,
    context.matches.map(({ pathname, route }) => ({ pathname, handle: route.handle as unknown })),
  )
  // Every screen but maintenance's, which the server says, has its status.
  const shut = closed === 'country' ? 451 : closed === 'age' ? 403 : 200
  const last = context.matches.at(-1)?.route
  const route = last?.path ?? ''
  // What stands behind a closed door, was not found or went wrong says the site's name and no more; a member's page too, because what opens for them is
  // not for whoever reads it over their shoulder.
  const isShown = !closed && context.statusCode === 200
  const found = isShown && !boot.me ? foundIn(route, context.loaderData[last?.id ?? '']) : undefined
  const speaker = wordsOf(boot)
  const { pathname } = new URL(url)
  const { prefix = '', rest } = splitPrefix(pathname)
  const path = `${prefix && `/${prefix}`}${knownAs(found, rest)}`
  const card = cardOf({ boot, found, origin, path, lead: speaker.t('landing.lead') })
  const isForLists = mayBeListed && isShown && (!found || !isWork(found.is) || (await listsWork(found.subject._id)))
  const listing = listingOf({ boot, route, found, origin, path: rest, mayBeListed: isForLists })
  const sources = context.matches.map(({ route }) => (route as { source?: string }).source ?? '')
  const drawn = await drawnWhole(
    <App boot={boot} api={api} speaker={speaker}>
      <StaticRouterProvider router={router} context={context} nonce={nonce} />
    </App>,
    nonce,
    onError,
  )
  const before = `<!doctype html><html lang="${boot.locale}" dir="${directions[boot.locale]}" data-theme="${boot.theme}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover">${head(sources)}${card}${listing}${earlyPress(nonce)}${boot.me ? keptOffer(nonce) : ''}</head><body><div id="root">`
  return {
    status: context.statusCode === 200 ? shut : context.statusCode,
    html: `${before}${drawn}</div>${bootScript(boot)}</body></html>`,
    sources,
    isForAll: context.matches.some(({ route }) => (route as { isForAll?: boolean }).isForAll),
  }
}

/** The routes as they match under one address: kept, because ranking them takes as long as drawing a small page. What one page asked for is in its context alone. */
const handlerAt = kept((basename: string) => createStaticHandler(routes, { basename }), 8)

const spoken = inEachLocale(() => new WeakMap<Boot['overrides'], Speaker>())

/** One for all pages in one language while the operator changes no word: nothing on the server changes the language of what it is given. */
function wordsOf({ locale, overrides }: Boot): Speaker {
  const before = spoken[locale].get(overrides)
  if (before) return before
  const fresh = makeSpeaker(locale, all[locale], overrides)
  spoken[locale].set(overrides, fresh)
  return fresh
}

/** The whole page at once: everything a loader promised is here, and a late error still has its status. */
function drawnWhole(page: ReactNode, nonce: string, onError: (error: unknown) => void): Promise<string> {
  return new Promise((done, failed) => {
    const chunks: Buffer[] = []
    const out = new Writable({
      highWaterMark: Number.MAX_SAFE_INTEGER,
      write(chunk: Buffer, _encoding, written) {
        chunks.push(chunk)
        written()
      },
      final(ended) {
        ended()
        done(Buffer.concat(chunks).toString())
      },
    })
    const { pipe } = renderToPipeableStream(page, {
      nonce: { script: nonce, style: nonce },
      onAllReady: () => pipe(out),
      onShellError: failed,
      onError,
    })
  })
}

/**
 * A press on a button before the page is alive, or before the part of it that comes in a file of its own, waits for it: the last one, because people press
 * again. Where React has come it has left its mark on the element. A click before that it drops, unless it can come at once for its sake: then the mark is
 * there as soon as the click is over, and a second one would be one too many.
 */
function earlyPress(nonce: string): string {
  const keeps = `(d=>{let last;addEventListener("click",e=>{let b=e.target.closest("button[type=button]"),is=()=>d.hasAttribute("data-alive")&&Object.keys(b).some(k=>k.startsWith("__reactProps"));last=b;if(!b||is())return;setTimeout(()=>{if(is())return;let t=setInterval(()=>{if(last!==b||!b.isConnected)clearInterval(t);else if(is()){clearInterval(t);b.click()}},50)})},true)})(document.documentElement)`
  return `<script nonce="${nonce}">${keeps}</script>`
}

/**
 * That the site can be installed is said once, perhaps before the page is alive: it is kept for the hint to members (web/app/shell/InstallHint.tsx), and the
 * browser's own bar stays away, so that a no to one is a no to both.
 */
function keptOffer(nonce: string): string {
  return `<script nonce="${nonce}">addEventListener("beforeinstallprompt",e=>{e.preventDefault();window.offered=e})</script>`
}

/** The boot facts as JSON that no parser mistakes for markup. */
function bootScript(boot: Boot): string {
  const json = JSON.stringify(boot).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  return `<script type="application/json" id="boot">${json}</script>`
}
