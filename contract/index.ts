// Every call there is, by slice. `npm start` serves them, /api/docs shows them, contract/client.ts calls them.
import type { Endpoints } from '#contract/endpoint.ts'
import { comments } from '#contract/catalogue/comments.ts'
import { feeds } from '#contract/catalogue/feeds.ts'
import { galleries } from '#contract/catalogue/galleries.ts'
import { reactions } from '#contract/catalogue/reactions.ts'
import { shop } from '#contract/catalogue/shop.ts'
import { showing } from '#contract/catalogue/showing.ts'
import { videos } from '#contract/catalogue/videos.ts'
import { works } from '#contract/catalogue/works.ts'
import { uploads } from '#contract/media/uploads.ts'
import { coupons } from '#contract/money/coupons.ts'
import { destinations } from '#contract/money/destinations.ts'
import { earnings } from '#contract/money/earnings.ts'
import { gifts } from '#contract/money/gifts.ts'
import { invoices } from '#contract/money/invoices.ts'
import { merchants } from '#contract/money/merchants.ts'
import { offers } from '#contract/money/offers.ts'
import { packages } from '#contract/money/packages.ts'
import { payments } from '#contract/money/payments.ts'
import { payouts } from '#contract/money/payouts.ts'
import { proofs } from '#contract/money/proofs.ts'
import { reconciliation } from '#contract/money/reconciliation.ts'
import { refills } from '#contract/money/refills.ts'
import { renewals } from '#contract/money/renewals.ts'
import { statements } from '#contract/money/statements.ts'
import { subscriptions } from '#contract/money/subscriptions.ts'
import { wallet } from '#contract/money/wallet.ts'
import { admin } from '#contract/office/admin.ts'
import { closing } from '#contract/office/closing.ts'
import { copies } from '#contract/office/copies.ts'
import { reports } from '#contract/office/reports.ts'
import { accounts } from '#contract/people/accounts.ts'
import { age } from '#contract/people/age.ts'
import { addresses } from '#contract/people/addresses.ts'
import { codes } from '#contract/people/codes.ts'
import { email } from '#contract/people/email.ts'
import { federation } from '#contract/people/federation.ts'
import { blocks } from '#contract/people/blocks.ts'
import { follows } from '#contract/people/follows.ts'
import { identity } from '#contract/people/identity.ts'
import { profiles } from '#contract/people/profiles.ts'
import { sessions } from '#contract/people/sessions.ts'
import { switching } from '#contract/people/switching.ts'
import { captcha } from '#contract/site/captcha.ts'
import { passkeys } from '#contract/people/passkeys.ts'
import { twoFactor } from '#contract/people/two-factor.ts'
import { contact } from '#contract/site/contact.ts'
import { pages } from '#contract/site/pages.ts'
import { reference } from '#contract/site/reference.ts'
import { settings } from '#contract/site/settings.ts'
import { translations } from '#contract/site/translations.ts'
import { audience } from '#contract/stage/audience.ts'
import { hls } from '#contract/stage/hls.ts'
import { live } from '#contract/stage/live.ts'
import { metering } from '#contract/stage/metering.ts'
import { guests } from '#contract/stage/guests.ts'
import { polls as roomPolls } from '#contract/stage/polls.ts'
import { providers } from '#contract/stage/providers.ts'
import { recordings } from '#contract/stage/recording.ts'
import { reminders } from '#contract/stage/reminders.ts'
import { tipping } from '#contract/stage/tipping.ts'
import { automations } from '#contract/talk/automations.ts'
import { campaigns } from '#contract/talk/campaigns.ts'
import { fans } from '#contract/talk/fans.ts'
import { messaging } from '#contract/talk/messaging.ts'
import { notifications } from '#contract/talk/notifications.ts'
import { replies } from '#contract/talk/replies.ts'
import { requests } from '#contract/talk/requests.ts'
import { rooms } from '#contract/talk/rooms.ts'
import { bookmarks } from '#contract/windows/bookmarks.ts'
import { directory } from '#contract/windows/directory.ts'
import { front } from '#contract/windows/front.ts'
import { becoming, me } from '#contract/windows/me.ts'
import { promos } from '#contract/windows/promos.ts'
import { belongings } from '#contract/windows/belongings.ts'
import { referrals } from '#contract/windows/referrals.ts'
import { search } from '#contract/windows/search.ts'
import { timeline } from '#contract/windows/timeline.ts'

export const contract = {
  settings,
  translations,
  reference,
  captcha,
  contact,
  pages,
  promos,
  accounts: { ...accounts, ...codes, ...email, ...passkeys, ...sessions, ...twoFactor },
  blocks,
  profiles,
  follows,
  identity: { ...identity, ...becoming },
  switching,
  wallet,
  proofs,
  earnings,
  statements,
  coupons,
  packages,
  invoices,
  refills,
  payments: { ...merchants, ...payments, ...reconciliation },
  offers,
  subscriptions,
  renewals,
  gifts,
  payouts: { ...destinations, ...payouts },
  uploads,
  addresses,
  age,
  federation,
  works,
  showing,
  reactions,
  comments,
  feeds,
  galleries,
  videos,
  shop,
  messaging: { ...messaging, ...rooms },
  fans,
  campaigns,
  automations,
  replies,
  requests,
  notifications,
  live: { ...live, ...tipping, ...audience, ...metering, ...reminders, ...providers, ...roomPolls, ...guests, ...recordings, ...hls },
  me,
  directory,
  timeline,
  search,
  bookmarks,
  referrals,
  belongings,
  front,
  reports,
  admin,
  copies,
  closing,
}

/** In the browser's build the slices that no first page asks come when one of them is asked (scripts/slim-contract.ts); here all are there. */
export const later: { names: readonly string[]; load: () => Promise<Readonly<Record<string, Endpoints>>> } | undefined = undefined
