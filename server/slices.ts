// Where every slice is put on the server: its routes, what it hears, what it pushes, its later work. Nothing else knows them all.
import type { FastifyInstance } from 'fastify'
import * as access from '#server/catalogue/access/access.ts'
import * as accessJobs from '#server/catalogue/access/jobs.ts'
import * as accessListeners from '#server/catalogue/access/listeners.ts'
import * as accessPushes from '#server/catalogue/access/pushes.ts'
import { mayKnow } from '#server/catalogue/comments/comments.ts'
import * as commentsPushes from '#server/catalogue/comments/pushes.ts'
import { handlers as comments } from '#server/catalogue/comments/routes.ts'
import * as feedsJobs from '#server/catalogue/feeds/jobs.ts'
import { tippedPost, useAnnouncedStreams } from '#server/catalogue/feeds/feeds.ts'
import { handlers as feeds } from '#server/catalogue/feeds/routes.ts'
import * as galleriesJobs from '#server/catalogue/galleries/jobs.ts'
import * as galleriesListeners from '#server/catalogue/galleries/listeners.ts'
import { handlers as galleries } from '#server/catalogue/galleries/routes.ts'
import * as reactionsJobs from '#server/catalogue/reactions/jobs.ts'
import { useComments } from '#server/catalogue/reactions/reactions.ts'
import { handlers as reactions } from '#server/catalogue/reactions/routes.ts'
import * as shopJobs from '#server/catalogue/shop/jobs.ts'
import * as shopListeners from '#server/catalogue/shop/listeners.ts'
import * as shopPushes from '#server/catalogue/shop/pushes.ts'
import { handlers as shop } from '#server/catalogue/shop/routes.ts'
import { countDownload, mayDownload } from '#server/catalogue/shop/shop.ts'
import * as videosJobs from '#server/catalogue/videos/jobs.ts'
import { handlers as showing } from '#server/catalogue/showing/routes.ts'
import { paidFor } from '#server/catalogue/showing/showing.ts'
import * as videosListeners from '#server/catalogue/videos/listeners.ts'
import { handlers as videos } from '#server/catalogue/videos/routes.ts'
import * as worksJobs from '#server/catalogue/works/jobs.ts'
import * as worksListeners from '#server/catalogue/works/listeners.ts'
import { handlers as works } from '#server/catalogue/works/routes.ts'
import { useLeaving, useMayServe, useNamesIn, useWithheld } from '#server/media/files/files.ts'
import * as filesJobs from '#server/media/files/jobs.ts'
import * as filesPushes from '#server/media/files/pushes.ts'
import * as audioJobs from '#server/media/audio/jobs.ts'
import * as footageJobs from '#server/media/footage/jobs.ts'
import * as imagesJobs from '#server/media/images/jobs.ts'
import * as uploadsJobs from '#server/media/uploads/jobs.ts'
import { handlers as uploads } from '#server/media/uploads/routes.ts'
import { handlers as coupons } from '#server/money/coupons/routes.ts'
import * as destinationsJobs from '#server/money/destinations/jobs.ts'
import * as destinationsListeners from '#server/money/destinations/listeners.ts'
import { handlers as destinations } from '#server/money/destinations/routes.ts'
import { useStillToCome, useTippedConversations, useTippedPosts, useTippedStreams } from '#server/money/earnings/earnings.ts'
import * as earningsPushes from '#server/money/earnings/pushes.ts'
import { handlers as earnings } from '#server/money/earnings/routes.ts'
import { fulfilling as givenByCard } from '#server/money/gifts/gifts.ts'
import { handlers as gifts } from '#server/money/gifts/routes.ts'
import * as invoicesListeners from '#server/money/invoices/listeners.ts'
import { confirmsItself, serveFiles as serveInvoiceFiles } from '#server/money/invoices/invoices.ts'
import { handlers as invoices } from '#server/money/invoices/routes.ts'
import { handlers as merchants } from '#server/money/merchants/routes.ts'
import * as offersJobs from '#server/money/offers/jobs.ts'
import * as offersListeners from '#server/money/offers/listeners.ts'
import { useBought } from '#server/money/offers/offers.ts'
import { handlers as offers } from '#server/money/offers/routes.ts'
import { handlers as packages } from '#server/money/packages/routes.ts'
import * as paymentsJobs from '#server/money/payments/jobs.ts'
import { alsoUsesCards, fulfil, isReadyToSell, sellsThere, useReach } from '#server/money/payments/payments.ts'
import * as paymentsPushes from '#server/money/payments/pushes.ts'
import { handlers as payments } from '#server/money/payments/routes.ts'
import { usePaidFor } from '#server/money/wallet/wallet.ts'
import * as payoutsJobs from '#server/money/payouts/jobs.ts'
import * as payoutsListeners from '#server/money/payouts/listeners.ts'
import * as payoutsPushes from '#server/money/payouts/pushes.ts'
import { handlers as payouts } from '#server/money/payouts/routes.ts'
import * as proofsJobs from '#server/money/proofs/jobs.ts'
import { handlers as proofs } from '#server/money/proofs/routes.ts'
import * as reconciliationJobs from '#server/money/reconciliation/jobs.ts'
import { handlers as reconciliation } from '#server/money/reconciliation/routes.ts'
import * as refillsJobs from '#server/money/refills/jobs.ts'
import * as refillsListeners from '#server/money/refills/listeners.ts'
import { usesOf as refilledBy } from '#server/money/refills/refills.ts'
import { handlers as refills } from '#server/money/refills/routes.ts'
import * as renewalsJobs from '#server/money/renewals/jobs.ts'
import * as renewalsListeners from '#server/money/renewals/listeners.ts'
import { fulfilling as renewedByCard } from '#server/money/renewals/renewals.ts'
import { handlers as renewals } from '#server/money/renewals/routes.ts'
import { handlers as statements } from '#server/money/statements/routes.ts'
import { serveFiles as serveStatementFiles } from '#server/money/statements/statements.ts'
import * as subscriptionsListeners from '#server/money/subscriptions/listeners.ts'
import * as subscriptionsPushes from '#server/money/subscriptions/pushes.ts'
import { handlers as subscriptions } from '#server/money/subscriptions/routes.ts'
import { bought, fulfilment as subscribedByCard } from '#server/money/subscriptions/subscriptions.ts'
import * as walletJobs from '#server/money/wallet/jobs.ts'
import * as walletPushes from '#server/money/wallet/pushes.ts'
import { handlers as wallet } from '#server/money/wallet/routes.ts'
import { contract } from '#contract/index.ts'
import { handlers as bookmarks } from '#server/windows/bookmarks/routes.ts'
import { handlers as directory } from '#server/windows/directory/routes.ts'
import { handlers as front } from '#server/windows/front/routes.ts'
import { becoming, handlers as me } from '#server/windows/me/routes.ts'
import * as searchJobs from '#server/windows/search/jobs.ts'
import { mayServe as mayServePromo } from '#server/windows/promos/promos.ts'
import { handlers as promos } from '#server/windows/promos/routes.ts'
import { serveFile as serveBelongings } from '#server/windows/belongings/file.ts'
import * as belongingsJobs from '#server/windows/belongings/jobs.ts'
import { handlers as belongings } from '#server/windows/belongings/routes.ts'
import { handlers as referrals } from '#server/windows/referrals/routes.ts'
import { noteArrival } from '#server/windows/referrals/referrals.ts'
import { handlers as search } from '#server/windows/search/routes.ts'
import { handlers as timeline } from '#server/windows/timeline/routes.ts'
import type { Database } from '#server/platform/db/db.ts'
import { useWishes } from '#server/platform/mail/mail.ts'
import { serve, type Surroundings } from '#server/platform/http/serve.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import type { Outbox } from '#server/platform/outbox/outbox.ts'
import type { Realtime } from '#server/platform/realtime/realtime.ts'
import * as accountsJobs from '#server/people/accounts/jobs.ts'
import * as accountsPushes from '#server/people/accounts/pushes.ts'
import { useArrivals } from '#server/people/accounts/accounts.ts'
import { handlers as accounts } from '#server/people/accounts/routes.ts'
import { handlers as addresses } from '#server/people/addresses/routes.ts'
import { isFitToAssure } from '#server/people/age/age.ts'
import * as ageJobs from '#server/people/age/jobs.ts'
import { handlers as age } from '#server/people/age/routes.ts'
import { handlers as blocks } from '#server/people/blocks/routes.ts'
import * as followsListeners from '#server/people/follows/listeners.ts'
import * as federationJobs from '#server/people/federation/jobs.ts'
import { isReadyToSignIn } from '#server/people/federation/federation.ts'
import { handlers as federation } from '#server/people/federation/routes.ts'
import { handlers as switching } from '#server/people/switching/routes.ts'
import { handlers as follows } from '#server/people/follows/routes.ts'
import { handlers as identity } from '#server/people/identity/routes.ts'
import * as profilesListeners from '#server/people/profiles/listeners.ts'
import { namesInPictures } from '#server/people/profiles/profiles.ts'
import { handlers as profiles } from '#server/people/profiles/routes.ts'
import * as captchaJobs from '#server/site/captcha/jobs.ts'
import { isReadyToTell } from '#server/site/captcha/captcha.ts'
import { handlers as captcha } from '#server/site/captcha/routes.ts'
import { handlers as contact } from '#server/site/contact/routes.ts'
import { handlers as pages } from '#server/site/pages/routes.ts'
import { handlers as reference } from '#server/site/reference/routes.ts'
import * as copiesJobs from '#server/office/copies/jobs.ts'
import { handlers as copies } from '#server/office/copies/routes.ts'
import * as closingJobs from '#server/office/closing/jobs.ts'
import { handlers as closing } from '#server/office/closing/routes.ts'
import * as reportsJobs from '#server/office/reports/jobs.ts'
import { handlers as reports } from '#server/office/reports/routes.ts'
import * as adminListeners from '#server/office/admin/listeners.ts'
import { handlers as admin } from '#server/office/admin/routes.ts'
import * as automationsJobs from '#server/talk/automations/jobs.ts'
import * as automationsListeners from '#server/talk/automations/listeners.ts'
import { handlers as automations } from '#server/talk/automations/routes.ts'
import * as campaignsJobs from '#server/talk/campaigns/jobs.ts'
import { handlers as campaigns } from '#server/talk/campaigns/routes.ts'
import { onList } from '#server/talk/fans/fans.ts'
import * as fansListeners from '#server/talk/fans/listeners.ts'
import { handlers as fans } from '#server/talk/fans/routes.ts'
import * as messagingJobs from '#server/talk/messaging/jobs.ts'
import * as messagingListeners from '#server/talk/messaging/listeners.ts'
import * as livePollPushes from '#server/stage/live/poll-pushes.ts'
import * as livePushes from '#server/stage/live/pushes.ts'
import * as messagingPushes from '#server/talk/messaging/pushes.ts'
import { judgeTip, rooms, sent, useOwnLists, useRequests } from '#server/talk/messaging/messaging.ts'
import { handlers as roomsOfStreams } from '#server/talk/messaging/room-routes.ts'
import { handlers as messaging } from '#server/talk/messaging/routes.ts'
import * as notificationsJobs from '#server/talk/notifications/jobs.ts'
import * as notificationsListeners from '#server/talk/notifications/listeners.ts'
import { serveUnsubscribing, wishOf } from '#server/talk/notifications/notifications.ts'
import * as notificationsPushes from '#server/talk/notifications/pushes.ts'
import { handlers as notifications } from '#server/talk/notifications/routes.ts'
import { handlers as replies } from '#server/talk/replies/routes.ts'
import * as requestsJobs from '#server/talk/requests/jobs.ts'
import * as requestsListeners from '#server/talk/requests/listeners.ts'
import { deliveries } from '#server/talk/requests/requests.ts'
import { handlers as requests } from '#server/talk/requests/routes.ts'
import * as liveJobs from '#server/stage/live/jobs.ts'
import * as liveListeners from '#server/stage/live/listeners.ts'
import * as stage from '#server/stage/live/live.ts'
import { handlers as live } from '#server/stage/live/routes.ts'
import * as settingsPushes from '#server/site/settings/pushes.ts'
import { handlers as settings } from '#server/site/settings/routes.ts'
import { addRule } from '#server/site/settings/settings.ts'
import { handlers as translations } from '#server/site/translations/routes.ts'

/** Contract rows → handlers. */
export function serveSlices(app: FastifyInstance, around: Surroundings): void {
  serve(app, around, 'settings', contract.settings, settings)
  serve(app, around, 'admin', contract.admin, admin)
  serve(app, around, 'copies', contract.copies, copies)
  serve(app, around, 'closing', contract.closing, closing)
  serve(app, around, 'reports', contract.reports, reports)
  serve(app, around, 'translations', contract.translations, translations)
  serve(app, around, 'reference', contract.reference, reference)
  serve(app, around, 'captcha', contract.captcha, captcha)
  serve(app, around, 'contact', contract.contact, contact)
  serve(app, around, 'pages', contract.pages, pages)
  serve(app, around, 'uploads', contract.uploads, uploads)
  serve(app, around, 'accounts', contract.accounts, accounts)
  serve(app, around, 'blocks', contract.blocks, blocks)
  serve(app, around, 'profiles', contract.profiles, profiles)
  serve(app, around, 'follows', contract.follows, follows)
  serve(app, around, 'identity', contract.identity, { ...identity, ...becoming })
  serve(app, around, 'federation', contract.federation, federation)
  serve(app, around, 'switching', contract.switching, switching)
  serve(app, around, 'addresses', contract.addresses, addresses)
  serve(app, around, 'age', contract.age, age)
  serve(app, around, 'wallet', contract.wallet, wallet)
  serve(app, around, 'proofs', contract.proofs, proofs)
  serve(app, around, 'earnings', contract.earnings, earnings)
  serve(app, around, 'statements', contract.statements, statements)
  serveStatementFiles(app, around)
  serve(app, around, 'coupons', contract.coupons, coupons)
  serve(app, around, 'packages', contract.packages, packages)
  serve(app, around, 'invoices', contract.invoices, invoices)
  serveInvoiceFiles(app, around)
  serve(app, around, 'refills', contract.refills, refills)
  serve(app, around, 'reactions', contract.reactions, reactions)
  serve(app, around, 'comments', contract.comments, comments)
  serve(app, around, 'feeds', contract.feeds, feeds)
  serve(app, around, 'shop', contract.shop, shop)
  serve(app, around, 'works', contract.works, works)
  serve(app, around, 'showing', contract.showing, showing)
  serve(app, around, 'galleries', contract.galleries, galleries)
  serve(app, around, 'videos', contract.videos, videos)
  serve(app, around, 'payments', contract.payments, { ...merchants, ...payments, ...reconciliation })
  serve(app, around, 'offers', contract.offers, offers)
  serve(app, around, 'subscriptions', contract.subscriptions, subscriptions)
  serve(app, around, 'renewals', contract.renewals, renewals)
  serve(app, around, 'gifts', contract.gifts, gifts)
  serve(app, around, 'payouts', contract.payouts, { ...destinations, ...payouts })
  serve(app, around, 'messaging', contract.messaging, { ...messaging, ...roomsOfStreams })
  serve(app, around, 'notifications', contract.notifications, notifications)
  serve(app, around, 'fans', contract.fans, fans)
  serve(app, around, 'campaigns', contract.campaigns, campaigns)
  serve(app, around, 'automations', contract.automations, automations)
  serve(app, around, 'replies', contract.replies, replies)
  serve(app, around, 'requests', contract.requests, requests)
  serveUnsubscribing(app)
  serve(app, around, 'live', contract.live, live)
  stage.serveMedia(app, around)
  stage.serveHls(app, around)
  serve(app, around, 'me', contract.me, me)
  serve(app, around, 'directory', contract.directory, directory)
  serve(app, around, 'timeline', contract.timeline, timeline)
  serve(app, around, 'bookmarks', contract.bookmarks, bookmarks)
  serve(app, around, 'referrals', contract.referrals, referrals)
  serve(app, around, 'belongings', contract.belongings, belongings)
  serveBelongings(app, around)
  serve(app, around, 'search', contract.search, search)
  serve(app, around, 'promos', contract.promos, promos)
  serve(app, around, 'front', contract.front, front)
}

/** The sandbox reports over HTTP, as a gateway of outside does. */
export function reportTo(siteUrl: () => string): void {
  useReach({ siteUrl, fetch })
}

/** What lower slices ask of higher ones at once, and cannot be told as a fact: each question has its answer here, and nowhere else. */
export function answerBelow(): void {
  // A promotion is no work: who is shown it now may have its picture.
  useMayServe((db, question) => (question.file.purpose === 'promo' ? mayServePromo(db, question) : access.mayServe(db, question)))
  useNamesIn(namesInPictures)
  access.useDownloads(mayDownload)
  access.useMessages(sent)
  useOwnLists(onList)
  useRequests(deliveries)
  rooms.useStreams(stage.streamsOfRooms)
  useLeaving(countDownload)
  useWithheld(stage.withheldFor)
  useTippedPosts(tippedPost)
  useAnnouncedStreams(stage.announcedIn)
  useTippedConversations(judgeTip)
  useTippedStreams(stage.judgeTip)
  useStillToCome(stage.stillToCome)
  useArrivals(noteArrival)
  access.useStages({ isShutOut: stage.isShutOut, admissions: stage.admissionsOf })
  usePaidFor(paidFor)
  useComments(mayKnow)
  useWishes(wishOf)
  addRule(isReadyToTell)
  addRule(sellsThere)
  addRule(isReadyToSell)
  addRule(stage.isReadyToCarry)
  addRule(isReadyToSignIn)
  addRule(isFitToAssure)
  useBought(bought)
  fulfil('subscription', subscribedByCard({ renewals: renewedByCard, gifts: givenByCard }))
  // Every payment by card for a subscription ends in one of its own letters.
  confirmsItself('subscription')
  alsoUsesCards(refilledBy)
}

/** What slices do when a lower one announces a fact, and later or recurring work. */
export function wireWork(outbox: Outbox, jobs: Jobs, db: Database): void {
  filesJobs.work(jobs, db)
  imagesJobs.work(jobs, db)
  footageJobs.work(jobs, db)
  audioJobs.work(jobs, db)
  uploadsJobs.work(jobs, db)
  captchaJobs.work(jobs, db)
  accountsJobs.work(jobs, db)
  worksJobs.work(jobs, db)
  accessJobs.work(jobs, db)
  galleriesJobs.work(jobs, db)
  federationJobs.work(jobs, db)
  ageJobs.work(jobs, db)
  videosJobs.work(jobs, db)
  walletJobs.work(jobs, db)
  proofsJobs.work(jobs, db)
  reactionsJobs.work(jobs, db)
  feedsJobs.work(jobs, db)
  paymentsJobs.work(jobs, db)
  reconciliationJobs.work(jobs, db)
  refillsJobs.work(jobs, db)
  offersJobs.work(jobs, db)
  renewalsJobs.work(jobs, db)
  destinationsJobs.work(jobs, db)
  payoutsJobs.work(jobs, db)
  searchJobs.work(jobs, db)
  shopJobs.work(jobs, db)
  messagingJobs.work(jobs, db)
  notificationsJobs.work(jobs, db)
  campaignsJobs.work(jobs, db)
  automationsJobs.work(jobs, db)
  requestsJobs.work(jobs, db)
  liveJobs.work(jobs, db)
  copiesJobs.work(jobs, db)
  reportsJobs.work(jobs, db)
  belongingsJobs.work(jobs, db)
  closingJobs.work(jobs, db)
  invoicesListeners.listen(outbox)
  refillsListeners.listen(outbox)
  offersListeners.listen(outbox)
  subscriptionsListeners.listen(outbox)
  renewalsListeners.listen(outbox)
  destinationsListeners.listen(outbox)
  payoutsListeners.listen(outbox)
  shopListeners.listen(outbox)
  followsListeners.listen(outbox)
  profilesListeners.listen(outbox)
  worksListeners.listen(outbox)
  accessListeners.listen(outbox)
  galleriesListeners.listen(outbox)
  videosListeners.listen(outbox)
  messagingListeners.listen(outbox)
  notificationsListeners.listen(outbox)
  fansListeners.listen(outbox)
  automationsListeners.listen(outbox)
  requestsListeners.listen(outbox)
  liveListeners.listen(outbox)
  adminListeners.listen(outbox)
}

/** Which fact reaches whose screen. */
export function wirePushes(outbox: Outbox, realtime: Realtime, db: Database): void {
  settingsPushes.push(outbox, realtime)
  filesPushes.push(outbox, realtime, db)
  accessPushes.push(outbox, realtime)
  commentsPushes.push(outbox, realtime)
  accountsPushes.push(outbox, realtime, db)
  walletPushes.push(outbox, realtime, db)
  earningsPushes.push(outbox, realtime, db)
  paymentsPushes.push(outbox, realtime, db)
  subscriptionsPushes.push(outbox, realtime, db)
  payoutsPushes.push(outbox, realtime)
  shopPushes.push(outbox, realtime)
  messagingPushes.push(realtime, db)
  rooms.letIn(realtime, db)
  notificationsPushes.push(realtime)
  livePushes.push(outbox, realtime)
  livePollPushes.push(outbox, realtime, db)
}
