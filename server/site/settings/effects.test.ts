// A setting that does nothing is a lie in the office. Each names the test that changes it and sees what comes of it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Key, table } from '#server/site/settings/table.ts'

const pages = 'journeys/site-settings.test.ts'
const browser = 'browser/settings.spec.ts'
const ages = 'journeys/age-assurance.test.ts'
const others = 'journeys/signing-in-by-others.test.ts'

/** By setting: a file, and the beginning of the test's name. */
const seen: Readonly<Record<Key, readonly [file: string, name: string]>> = {
  siteName: [browser, 'the office gives the site its logo'],
  logoUrl: [browser, 'the office gives the site its logo'],
  darkmodeLogoUrl: [browser, 'the office gives the site its logo'],
  favicon: [pages, 'the site’s pictures may stand elsewhere'],
  menus: [browser, 'the office gives the site its logo'],
  footerContent: [browser, 'the office gives the site its logo'],
  gaCode: [pages, 'nobody is counted before they said yes'],
  contactEmail: ['server/site/contact/contact.test.ts', 'it is mailed to the operator'],
  supportedLocales: [pages, 'a language that the site does not offer'],
  defaultLocale: [pages, 'a new visitor reads the site’s own language'],
  defaultTheme: ['journeys/front.test.ts', 'a new site is dark'],
  volume: [pages, 'players begin as loud as the office set'],
  maintenanceMode: [pages, 'a closed site says so with 503'],
  maintenanceImage: [browser, 'the office gives the site its logo'],
  blockedCountries: ['server/people/blocks/blocks.test.ts', 'the check answers for the site'],
  ageAssuranceMode: [ages, 'without a provider'],
  ageAssuranceRegions: [ages, 'without a provider'],
  ageAssuranceIssuer: [ages, 'a visitor is checked'],
  ageAssuranceClientId: [ages, 'a visitor is checked'],
  ageAssuranceScope: [ages, 'a visitor is checked'],
  ageAssuranceClaim: [ages, 'which claim proves it'],
  ageAssuranceDays: [ages, 'a result ends'],
  unknownCountry: ['server/people/blocks/blocks.test.ts', 'an unknown country passes by default'],
  requireEmailVerification: ['server/people/accounts/signing-in.test.ts', 'when the site asks for verified addresses'],
  closingDays: ['journeys/closing.test.ts', 'a fan closes their account'],
  staffNeedTwoFactor: ['server/people/accounts/two-factor.test.ts', 'where the site asks a second factor of its staff'],
  captchaProvider: ['journeys/captcha.test.ts', 'the site’s own captcha'],
  captchaSiteKey: ['journeys/captcha.test.ts', 'a provider of outside is chosen'],
  captchaScore: ['journeys/captcha.test.ts', 'reCAPTCHA v3'],
  termsVersion: [pages, 'newcomers accept the terms that the office set'],
  avatarHosts: [pages, 'an avatar is fetched from no host that the office did not name'],
  prohibitedTerms: ['server/site/terms/terms.test.ts', 'the operator changes the list'],
  paymentGateway: ['server/money/payments/payments.test.ts', 'the sandbox is closed where nobody chose it'],
  stripePublishableKey: ['server/money/payments/gateways/stripe.test.ts', 'without its secrets it is not there'],
  currency: [pages, 'what is paid is paid in the site’s currency'],
  tokenConversionRate: ['server/money/subscriptions/subscriptions.test.ts', 'a price that is no whole number of tokens'],
  commission: ['server/money/earnings/earnings.test.ts', 'a sale keeps the site commission of its instant'],
  clearingDays: [pages, 'what can be paid out begins at the sum'],
  freeSubscriptionEnabled: ['server/money/subscriptions/subscriptions.test.ts', 'a trial: only where both offer it'],
  freeSubscriptionDuration: ['server/money/subscriptions/subscriptions.test.ts', 'a trial: only where both offer it'],
  minimumSubscriptionPrice: ['server/people/profiles/profiles.test.ts', 'a subscription’s price stays within the site’s bounds'],
  maximumSubscriptionPrice: [pages, 'a subscription costs at most what the office set'],
  minimumWalletPrice: [pages, 'top-ups keep within the least and the most'],
  maximumWalletPrice: [pages, 'top-ups keep within the least and the most'],
  minimumTipPrice: [pages, 'tips keep within the least and the most'],
  maximumTipPrice: [pages, 'tips keep within the least and the most'],
  minimumItemPrice: ['server/catalogue/works/waiting.test.ts', 'what waits for its files goes out'],
  maximumItemPrice: ['server/catalogue/works/waiting.test.ts', 'what waits for its files goes out'],
  minimumPayoutAmount: [pages, 'what can be paid out begins at the sum'],
  sellerName: ['journeys/invoices.test.ts', 'a payment brings a receipt'],
  sellerAddress: ['journeys/invoices.test.ts', 'a payment brings a receipt'],
  sellerTaxId: ['journeys/invoices.test.ts', 'a payment brings a receipt'],
  payoutFee: ['server/money/payouts/exporting.test.ts', 'the bank’s file has each approved payout once'],
  reviewDefault: ['journeys/galleries.test.ts', 'photos go up one by one'],
  showAutomationShare: ['journeys/campaigns.test.ts', 'what part of a creator’s messages'],
  liveDocumentDays: ['journeys/live.test.ts', 'nobody goes live whose papers'],
  liveProvider: ['journeys/live-providers.test.ts', 'another provider is chosen while a show runs'],
  agoraAppId: ['journeys/live-agora.test.ts', 'it is chosen only while it is whole'],
  agoraEnable: ['journeys/live-agora.test.ts', 'it is chosen only while it is whole'],
  googleEnable: [others, 'buttons are told to everybody'],
  googleClientId: [others, 'buttons are told to everybody'],
  twitterEnable: [others, 'X: three legs'],
  twitterConsumerKey: [others, 'X: three legs'],
  openidEnable: [others, 'a provider that is away'],
  openidIssuer: [others, 'a provider that is away'],
  openidClientId: [others, 'a provider that is away'],
  openidLabel: [others, 'buttons are told to everybody'],
  loginWidgetUrl: [others, 'a login widget of somebody else is told'],
  loginWidgetApplicationId: [others, 'a login widget of somebody else is told'],
  loginWidgetCookieName: [others, 'a login widget of somebody else is told'],
  loginWidgetMode: [others, 'a login widget of somebody else is told'],
  liveRefundMinutes: ['journeys/live.test.ts', 'a ticket comes back'],
  massMessagesPerDay: ['journeys/campaigns.test.ts', 'so many a day of one creator'],
}

test('every setting of the office has a test that sees its effect', () => {
  expect(Object.keys(seen).toSorted()).toEqual(Object.keys(table).toSorted())
})

test('the tests that are named are there, and speak of the setting', () => {
  const missing = Object.entries(seen).filter(([key, [file, name]]) => {
    const source = readFileSync(join(import.meta.dirname, '../../..', file), 'utf8')
    return !source.includes(`test('${name}`) || !new RegExp(`\\b${key}\\b`).test(source)
  })
  expect(missing).toEqual([])
})
