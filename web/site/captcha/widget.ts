// What gives a form its token: the site's own worker, or the script of whoever the operator chose, which is fetched here and nowhere else.
import type { Api } from '#contract/client.ts'
import type { CaptchaForm } from '#contract/site/captcha-pages.ts'
import type { PublicSettings } from '#contract/site/settings.ts'

/** What it tells the field that it stands in. */
export interface Told {
  /** Its reader has something to do. */
  asks: () => unknown
  gives: (token: string) => unknown
  /** The token is over; another one follows, or is asked for. */
  takesBack: () => unknown
  fails: () => unknown
}

export interface Widget {
  /** One whose tokens last two minutes gives each when it is needed. */
  giveNow?: () => void
  /** The token was used: it begins anew. */
  renew: () => void
  end: () => void
}

interface Wanted {
  form: CaptchaForm
  siteKey: string
  language: string
  theme: 'light' | 'dark'
  api: Api
}

type Begin = (place: HTMLElement, wanted: Wanted, told: Told) => Promise<Widget>
type Provider = Exclude<PublicSettings['captchaProvider'], 'none'>

export const begin: Readonly<Record<Provider, Begin>> = {
  altcha,
  turnstile,
  hcaptcha,
  recaptcha_v2: recaptchaV2,
  recaptcha_v3: recaptchaV3,
}

/** Before it ends on the server. */
const earlyMs = 60_000

async function altcha(_place: HTMLElement, { api, form }: Wanted, told: Told): Promise<Widget> {
  let worker: Worker | undefined
  let isOver: ReturnType<typeof setTimeout> | undefined
  const end = () => {
    worker?.terminate()
    clearTimeout(isOver)
  }
  const renew = () => {
    end()
    told.takesBack()
    void work().catch(() => told.fails())
  }
  const work = async () => {
    const { challenge, expiresAt } = await api.captcha.challenge({ action: form })
    const own = new Worker(new URL('./working-out.worker.ts', import.meta.url), { type: 'module' })
    worker = own
    own.onerror = () => told.fails()
    own.onmessage = ({ data: solution }: MessageEvent<unknown>) => {
      own.terminate()
      if (worker !== own) return
      if (!solution) return told.fails()
      told.gives(btoa(JSON.stringify({ challenge, solution })))
      // The clocks of both sides may differ; what counts is how long it is from its making to its end, as the server has them.
      isOver = setTimeout(renew, Math.max(earlyMs, lastsMs(expiresAt) - earlyMs))
    }
    own.postMessage(challenge)
  }
  await work()
  return { renew, end }
}

/** At most what the server says, and at least a minute, whatever hour this browser has. */
const lastsMs = (expiresAt: string) => Math.min(20 * 60_000, Date.parse(expiresAt) - Date.now())

interface Turnstile {
  render(place: HTMLElement, options: object): string
  reset(id: string): void
  remove(id: string): void
}

async function turnstile(place: HTMLElement, { form, siteKey, language, theme }: Wanted, told: Told): Promise<Widget> {
  const provider = await scriptOf<Turnstile>('turnstile', 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit')
  const id = provider.render(place, {
    sitekey: siteKey,
    action: form,
    theme,
    language: language.toLowerCase(),
    size: 'flexible',
    'response-field': false,
    callback: told.gives,
    'before-interactive-callback': told.asks,
    // It begins anew by itself.
    'expired-callback': told.takesBack,
    'error-callback': () => {
      told.fails()
      return true
    },
    'unsupported-callback': told.fails,
  })
  return { renew: () => provider.reset(id), end: () => provider.remove(id) }
}

interface Asking {
  render(place: HTMLElement, options: object): number | string
  reset(id: number | string): void
}

/** hCaptcha and reCAPTCHA v2 are written alike: a box to tick. */
async function box(provider: Asking, place: HTMLElement, { siteKey, theme }: Wanted, told: Told): Promise<Widget> {
  // A box is drawn once in its place: another one, in another theme, needs a place of its own.
  const own = place.appendChild(document.createElement('div'))
  const id = provider.render(own, {
    sitekey: siteKey,
    theme,
    // Where the box would not fit beside the page's edges.
    size: place.clientWidth < 302 ? 'compact' : 'normal',
    callback: told.gives,
    'expired-callback': told.asks,
    'chalexpired-callback': told.asks,
    'error-callback': told.fails,
  })
  told.asks()
  return {
    renew() {
      provider.reset(id)
      told.asks()
    },
    end: () => own.remove(),
  }
}

async function hcaptcha(place: HTMLElement, wanted: Wanted, told: Told): Promise<Widget> {
  const address = `https://js.hcaptcha.com/1/api.js?render=explicit&recaptchacompat=off&hl=${wanted.language}`
  return box(await scriptOf<Asking>('hcaptcha', address), place, wanted, told)
}

interface Recaptcha extends Asking {
  execute(siteKey: string, options: { action: string }): Promise<string>
}

async function recaptchaV2(place: HTMLElement, wanted: Wanted, told: Told): Promise<Widget> {
  const address = `https://www.google.com/recaptcha/api.js?render=explicit&hl=${wanted.language}`
  return box(await scriptOf<Recaptcha>('grecaptcha', address), place, wanted, told)
}

async function recaptchaV3(_place: HTMLElement, { form, siteKey, language }: Wanted, told: Told): Promise<Widget> {
  const address = `https://www.google.com/recaptcha/api.js?render=${siteKey}&hl=${language}`
  const provider = await scriptOf<Recaptcha>('grecaptcha', address)
  return {
    giveNow: () => void provider.execute(siteKey, { action: form }).then(told.gives, told.fails),
    renew() {},
    end() {},
  }
}

const brought = new Map<string, Promise<unknown>>()

/** Once for the page that it was let into. What did not come is fetched again when somebody asks again. */
function scriptOf<Provider>(name: string, address: string): Promise<Provider> {
  const coming =
    brought.get(address) ??
    new Promise<unknown>((done, failed) => {
      const script = document.createElement('script')
      const fail = () => {
        script.remove()
        failed(new Error(`${name} did not come`))
      }
      const given = window as unknown as Record<string, unknown>
      // Each of them says so when it is ready, which is later than its file.
      given['captchaIsReady'] = () => done(given[name])
      script.src = `${address}&onload=captchaIsReady`
      script.async = true
      script.onerror = fail
      setTimeout(fail, 20_000)
      document.head.append(script)
    })
  brought.set(address, coming)
  coming.catch(() => brought.delete(address))
  return coming as Promise<Provider>
}
