// The script of somebody else's widget, and what it is begun with (specification.md section 9).
import type { OutsideWidget } from '#contract/site/settings.ts'
import { type LoginWidget, type WidgetOptions } from '#web/app/widget.ts'
import { buttonColour } from '#web/app/widget-window.tsx'

/** What the script leaves for the page. */
interface Brought {
  init(options: WidgetOptions): LoginWidget | Promise<LoginWidget>
}

const operations = [
  'openLogin',
  'openRegister',
  'openProfile',
  'openProducts',
  'close',
  'logout',
  'onAccessToken',
  'onAccessTokenFailed',
  'onProductLogout',
] as const satisfies readonly (keyof LoginWidget)[]

const brought = new Map<string, Promise<LoginWidget>>()

/** Once for the page, whoever asks. Throws where it is missing, or is none. */
export function bring(given: OutsideWidget, contactUrl: string): Promise<LoginWidget> {
  const coming = brought.get(given.url) ?? begin(given, contactUrl)
  brought.set(given.url, coming)
  return coming
}

async function begin({ url, applicationId, cookieName, mode }: OutsideWidget, contactUrl: string): Promise<LoginWidget> {
  await scriptFrom(url)
  return begun((window as { loginWidget?: Brought }).loginWidget, { applicationId, cookieName, mode, contactUrl })
}

type Own = Pick<WidgetOptions, 'applicationId' | 'cookieName' | 'mode' | 'contactUrl'>

export async function begun(found: Brought | undefined, own: Own): Promise<LoginWidget> {
  if (typeof found?.init !== 'function') throw new Error('找不到登入元件')
  const widget = await found.init({ ...own, buttonColour, messaging: true, payment: true, points: true, loginLoading: true })
  if (!operations.every((name) => typeof widget?.[name] === 'function')) throw new Error('登入元件尚未初始化')
  return widget
}

function scriptFrom(url: string): Promise<void> {
  return new Promise((done, failed) => {
    const script = document.createElement('script')
    const fail = () => failed(new Error(`no script came from ${url}`))
    script.src = url
    script.async = true
    script.onload = () => done()
    script.onerror = fail
    setTimeout(fail, 20_000)
    document.head.append(script)
  })
}
