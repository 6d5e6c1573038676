import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { isFromOutside } from '#contract/site/captcha-pages.ts'
import { useSettings } from '#web/app/session.tsx'
import { OwnPaper } from '#web/site/pages/OwnPaper.tsx'
import { Paper } from '#web/site/pages/Paper.tsx'
import { ownPaper } from '#web/site/pages/reading.ts'

export const handle = { inClosedCountry: true }

export async function loader(args: LoaderFunctionArgs) {
  return { own: await ownPaper(args, 'privacy') }
}

const sections = (
  ['data', 'birth', 'documents', 'payments', 'passwords', 'pictures', 'country', 'cookies', 'captcha', 'blocks', 'rights'] as const
).map((section) => `papers.privacy.${section}` as const)

const providers = {
  none: '',
  altcha: '',
  turnstile: 'Cloudflare Turnstile',
  hcaptcha: 'hCaptcha',
  recaptcha_v2: 'Google reCAPTCHA',
  recaptcha_v3: 'Google reCAPTCHA',
} as const

/** What is kept about people, and why. What staff wrote stands in for what is built in. */
export function Component() {
  const { own } = useLoaderData<typeof loader>()
  const settings = useSettings()
  if (own) return <OwnPaper paper="privacy" page={own} />
  const shown = isFromOutside(settings) ? sections : sections.filter((section) => section !== 'papers.privacy.captcha')
  return <Paper paper="privacy" sections={shown} facts={{ provider: providers[settings.captchaProvider] }} />
}
