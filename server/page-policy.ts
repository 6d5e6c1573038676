// What a page lets in: its own scripts by digest, pictures from where the office put the site's, Stripe on two pages, a captcha of outside on those with
// a form that asks for it, a login widget that the office named, Google's counting after a yes.
import { hasCaptcha, isFromOutside } from '#contract/site/captcha-pages.ts'
import type { PublicSettings } from '#contract/site/settings.ts'
import type { Config } from '#server/platform/config/config.ts'

/** Stripe's script and frames are let in on the two pages that show its form, and only while it is the gateway. */
export function isStripeAt(path: string, prefix: string | undefined, { paymentGateway }: { paymentGateway: string }): boolean {
  const place = placeOf(path, prefix)
  return paymentGateway === 'stripe' && (place.startsWith('/checkout/stripe/') || place === '/wallet/cards')
}

function placeOf(path: string, prefix: string | undefined): string {
  return prefix ? path.slice(prefix.length + 1) : path
}

/** A captcha of outside is let in where a form asks for it, and only the one that the settings name. */
export function isCaptchaAt(path: string, prefix: string | undefined, settings: Pick<PublicSettings, 'captchaProvider'>): boolean {
  return isFromOutside(settings) && hasCaptcha(placeOf(path, prefix))
}

const google = 'https://www.google.com/recaptcha/'
const ofHcaptcha = ' https://hcaptcha.com https://*.hcaptcha.com'
const ofRecaptcha = {
  script: ` ${google} https://www.gstatic.com/recaptcha/`,
  frames: ` ${google} https://recaptcha.google.com/recaptcha/`,
  asked: ` ${google}`,
  style: '',
}

/** As their documents say. */
const captchas: Readonly<Record<PublicSettings['captchaProvider'], { script: string; frames: string; asked: string; style: string }>> = {
  none: { script: '', frames: '', asked: '', style: '' },
  altcha: { script: '', frames: '', asked: '', style: '' },
  turnstile: { script: ' https://challenges.cloudflare.com', frames: ' https://challenges.cloudflare.com', asked: '', style: '' },
  hcaptcha: { script: ofHcaptcha, frames: ofHcaptcha, asked: ofHcaptcha, style: ofHcaptcha },
  recaptcha_v2: ofRecaptcha,
  recaptcha_v3: ofRecaptcha,
}

/** A host may hold letters that end a rule of the policy, or begin another one. */
const plainOrigin = /^https?:\/\/[a-z0-9.:[\]-]+$/

/** The pictures that the office named by address may stand elsewhere. */
function picturesOf({ logoUrl, darkmodeLogoUrl, favicon, maintenanceImage }: PublicSettings): string {
  const origins = [logoUrl, darkmodeLogoUrl, favicon, maintenanceImage].flatMap((url) => URL.parse(url)?.origin.match(plainOrigin) ?? [])
  return [...new Set(origins)].map((origin) => ` ${origin}`).join('')
}

/** Google's counting is let in only to those who said yes, and there with what it says it needs. */
const counting = {
  script: ' https://www.googletagmanager.com',
  asked: ' https://*.google-analytics.com https://*.analytics.google.com https://*.googletagmanager.com',
  pictures: ' https://*.google-analytics.com https://*.googletagmanager.com',
}

/** A login widget of somebody else draws itself: what it brings comes from where its script does, and from nowhere else. */
function widgetFrom({ loginWidget }: Pick<PublicSettings, 'loginWidget'>): string {
  const [origin] = (loginWidget && URL.parse(loginWidget.url)?.origin.match(plainOrigin)) ?? []
  return origin ? ` ${origin}` : ''
}

type Shown = { settings: PublicSettings; analytics: string }

/** What a page brings itself and its policy lets in. */
interface OwnSources {
  script: string
  style: string
}

/**
 * Whoever may carry streams: pages are left without being loaded anew, so every page lets in the one that was configured, and no other. A stream that
 * began with one goes on there after another was chosen. Agora's are the domains that it publishes for firewalls.
 */
function carriersOf({ livekitUrl, agoraCertificate }: Pick<Config, 'livekitUrl' | 'agoraCertificate'>): string {
  const liveKit = livekitUrl ? new URL(livekitUrl) : undefined
  // A host may hold letters that end a rule here, too.
  const isPlain = liveKit && /^[a-z0-9.:[\]-]+$/.test(liveKit.host)
  const ofLiveKit = isPlain ? ` ${liveKit.protocol}//${liveKit.host} ${liveKit.protocol.replace('ws', 'http')}//${liveKit.host}` : ''
  const ofAgora = agoraCertificate
    ? ['agora.io', 'sd-rtn.com', 'rtnsvc.com', 'rtesvc.com'].map((domain) => ` https://*.${domain}:* wss://*.${domain}:*`).join('')
    : ''
  return ofLiveKit + ofAgora
}

export function policy(
  own: OwnSources,
  { environment, apiBaseUrl, ...carriers }: Config,
  { settings, analytics }: Shown,
  { isStripe, isCaptcha, isWidget }: { isStripe: boolean; isCaptcha: boolean; isWidget: boolean },
): string {
  const google = analytics === 'yes' ? counting : { script: '', asked: '', pictures: '' }
  const api = apiBaseUrl ? ` ${new URL(apiBaseUrl).origin}` : ''
  const captcha = captchas[isCaptcha ? settings.captchaProvider : 'none']
  const widget = isWidget ? widgetFrom(settings) : ''
  const script = (isStripe ? ' https://js.stripe.com' : '') + captcha.script + widget
  const framed = (isStripe ? ' https://js.stripe.com https://hooks.stripe.com' : '') + captcha.frames + widget
  const frames = framed ? [`frame-src${framed}`] : []
  const asked = (isStripe ? ' https://api.stripe.com' : '') + captcha.asked + widget
  const sockets = environment === 'development' ? ' ws:' : ''
  return [
    "default-src 'none'",
    `script-src 'self' ${own.script}${script}${google.script}`,
    ...frames,
    `style-src 'self' ${own.style}${captcha.style}${widget}`,
    // Base UI writes style attributes on the server; elements of its own it writes none (App.tsx).
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' data: blob:${api}${picturesOf(settings)}${widget}${google.pictures}`,
    `media-src 'self' blob:${api}`,
    `connect-src 'self'${api}${sockets}${asked}${google.asked}${carriersOf(carriers)}`,
    "font-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}
