import { PassThrough } from 'node:stream'
import { renderToPipeableStream } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, RouterContextProvider, StaticRouterProvider } from 'react-router'
import type { Api } from '#contract/client.ts'
import { App } from '#web/App.tsx'
import { apiContext, bootContext } from '#web/app/api.ts'
import type { Boot } from '#web/app/boot.ts'
import { makeI18n } from '#web/app/i18n.ts'
import { cardOf } from '#web/card.ts'
import { closedBy } from '#web/app/shell/door.ts'
import { routes } from '#web/routes.tsx'
import { messages as english } from '#web/words/en-US.ts'
import { messages as englishBrowse } from '#web/words/en-US.browse.ts'
import { messages as englishLanding } from '#web/words/en-US.landing.ts'
import { messages as englishOwn } from '#web/words/en-US.own.ts'
import { messages as englishTalk } from '#web/words/en-US.talk.ts'
import { messages as englishWork } from '#web/words/en-US.work.ts'
import { messages as chinese } from '#web/words/zh-TW.ts'
import { messages as chineseBrowse } from '#web/words/zh-TW.browse.ts'
import { messages as chineseLanding } from '#web/words/zh-TW.landing.ts'
import { messages as chineseOwn } from '#web/words/zh-TW.own.ts'
import { messages as chineseTalk } from '#web/words/zh-TW.talk.ts'
import { messages as chineseWork } from '#web/words/zh-TW.work.ts'

export interface RenderOptions {
  boot: Boot
  api: Api
  /** '' or '/en-US'. */
  basename: string
  /** Where this site stands, for those elsewhere. */
  origin: string
  /** Links and scripts for these source files, which the matched routes need. */
  head: (sources: readonly string[]) => string
  onError: (error: unknown) => void
}

const words = {
  'zh-TW': { ...chinese, ...chineseBrowse, ...chineseOwn, ...chineseTalk, ...chineseLanding, ...chineseWork },
  'en-US': { ...english, ...englishBrowse, ...englishOwn, ...englishTalk, ...englishLanding, ...englishWork },
}

export type Rendered = { response: Response } | { response?: undefined; status: number; stream: PassThrough }

export async function render(url: string, { boot, api, basename, origin, head, onError }: RenderOptions): Promise<Rendered> {
  const handler = createStaticHandler(routes, { basename: basename || '/' })
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

  const router = createStaticRouter(handler.dataRoutes, context)
  const isAbroad =
    closedBy(
      boot,
      context.matches.map(({ pathname, route }) => ({ pathname, handle: route.handle as unknown })),
    ) === 'country'
  const data: unknown = context.loaderData[context.matches.at(-1)?.route.id ?? '']
  const i18n = makeI18n(boot.locale, words[boot.locale], boot.overrides)
  const card = cardOf({ boot, data, origin, path: new URL(url).pathname, lead: i18n.t('landing.lead') })
  const sources = context.matches.map(({ route }) => (route as { source?: string }).source ?? '')
  return new Promise((done, failed) => {
    const out = new PassThrough()
    const { pipe } = renderToPipeableStream(
      <App boot={boot} api={api} i18n={i18n}>
        <StaticRouterProvider router={router} context={context} nonce={boot.nonce} />
      </App>,
      {
        nonce: { script: boot.nonce, style: boot.nonce },
        // The whole page at once: everything a loader promised is here, and a late error still has its status.
        onAllReady() {
          out.write(
            `<!doctype html><html lang="${boot.locale}" data-theme="${boot.theme}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover">${head(sources)}${card}${earlyPress(boot)}</head><body><div id="root">`,
          )
          const page = new PassThrough()
          page.on('data', (chunk) => out.write(chunk))
          page.on('end', () => out.end(`</div>${bootScript(boot)}</body></html>`))
          pipe(page)
          done({ status: isAbroad && context.statusCode === 200 ? 451 : context.statusCode, stream: out })
        },
        onShellError: failed,
        onError,
      },
    )
  })
}

/** A press on a button before the page is alive waits for it (entry-client.tsx): the last one, because people press again. */
function earlyPress({ nonce }: Boot): string {
  const keeps = `addEventListener("click",e=>{let d=document.documentElement,b=e.target.closest("button[type=button]");if(b&&!d.hasAttribute("data-alive"))d.early=b},true)`
  return `<script nonce="${nonce}">${keeps}</script>`
}

/** The boot facts as JSON that no parser mistakes for markup. */
function bootScript(boot: Boot): string {
  const json = JSON.stringify(boot).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  return `<script type="application/json" id="boot" nonce="${boot.nonce}">${json}</script>`
}
