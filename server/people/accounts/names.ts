// Names that nobody may have, because an address of the web or a word of the API has them already (/{username} is a profile).
// It binds everyone, the demo too; names.test.ts holds it against the contract.
import { kindNames } from '#contract/catalogue/kind-names.ts'

const web = `
  home creator creators auth login logout signin signup register registration contact error 404 403 401 500 503 offline api admin office staff
  moderator system root support help about terms privacy legal rules dmca removal report complaint 2257 safety guidelines cookies imprint pages page posts post blog
  news press jobs careers wallet wallets checkout pay payment payments payout payouts earnings balance tokens token package packages coupon coupons
  invoice ledger settings setting account accounts profile profiles me my you user users fan fans performer performers member members people studio
  explore front discover search browse top popular random new tag tags hashtag live stream streams streaming messages message chat inbox conversations conversation
  notifications notification requests request unsubscribe offline bookmarks bookmark bookmarked collections following followers follows follow subscriptions subscription subscribe subscribers
  photos photo audio audios shop store orders order cart works work likes like unlocked dev
  media files file assets asset static public images image img css fonts uploads upload download downloads flags favicon manifest robots sitemap
  healthz readyz metrics docs openapi socket socket.io well-known geo geoblock maintenance age agegate eighteen_day verify reset password
  stagedoor official site web www mail null undefined true false test anonymous unknown deleted nobody everyone all
`
const api = `
  addresses block blocks cities comments countries geo-location keys languages locales re-captcha reactions reports site-promo states stripe translations
  user-additional phone-codes performer-assets payment-cards payout-requests cards conversations automations campaign campaigns fans replies referrals
`

const reservedNames: ReadonlySet<string> = new Set([
  ...`${web} ${api}`.split(/\s+/).filter(Boolean),
  ...Object.entries(kindNames).flatMap(([kind, { plural, path }]) => [kind, plural, path]),
])

/** Also names that a server or a browser would read as something else, only dots and dashes, or a file's; and those of accounts that are gone. */
export function isReserved(username: string): boolean {
  return (
    reservedNames.has(username) ||
    username.startsWith('closed.') ||
    /^[._]+$/.test(username) ||
    /^\.|\.$|\.\./.test(username) ||
    /\.(html?|js|mjs|css|json|xml|txt|ico|png|jpe?g|gif|svg|webp|map|php|webmanifest)$/.test(username)
  )
}

/** The domain that RFC 2606 keeps for addresses that there are not. Accounts that are gone have theirs there. */
export const isNobodysAddress = (email: string): boolean => /[@.]invalid\.?$/i.test(email.trim())
