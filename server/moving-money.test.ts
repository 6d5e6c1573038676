// Every row that moves money takes an Idempotency-Key (calls.md, decisions). What could reach the ledger or a gateway and does not take one
// stands here with its reason, so that a new row is asked about, and an exception that is none any more fails.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { contract } from '#contract/index.ts'
import { importsOf, withoutComments } from '#server/boundaries-reading.ts'

const root = join(import.meta.dirname, '..')
const ledger = 'server/money/wallet/queries.ts'

/** Rows that move money, whatever their slice: those that calls.md names, and ours. */
const moving = [
  'payments.topUp',
  'payments.retry',
  'earnings.tip',
  'subscriptions.subscribe',
  'renewals.change',
  'gifts.give',
  'renewals.payWith',
  'subscriptions.cancel',
  'refills.save',
  'messaging.charge',
  'messaging.send',
  // It moves none: pressed twice, it would be heard twice by a hundred thousand.
  'campaigns.create',
  'payouts.request',
  'payouts.update',
  'payouts.batch',
  'feeds.charge',
  'galleries.charge',
  'videos.charge',
  'shop.charge',
  'shop.updateOrder',
  'live.charge',
  'live.enter',
  'live.leave',
  'live.askPrivate',
  'live.acceptPrivate',
  'live.declinePrivate',
  'live.withdrawPrivate',
  'requests.ask',
  'requests.quote',
  'requests.accept',
  'requests.decline',
  'requests.withdraw',
  'blocks.blockUser',
  'admin.refund',
  'admin.grantTokens',
  'admin.rejectWork',
  'reports.decide',
]

/** Reasons to do without a key. */
const asked = 'what the gateway says is received once, by the gateway’s own name for it'
const opened = 'it shows where an open payment is paid: it asks nobody for money, and again it answers the same'
const terms = 'what is sold from now on, and for how much'
const content = 'a work, its media or words about it: what was paid for it stays paid'
const cards = 'a card is kept, not asked'
const details = 'where money would go; none goes'
const read = 'it changes nothing'
const entering = 'whoever comes in moves nothing; what let them in is good once'
const files = 'a picture or a paper'
const told = 'how somebody hears of what happened, and whether they have'

const noted = 'a creator’s own notes'
const said = 'words to many, which nobody pays for by hearing them'

/** Facts that only stop what would move, that forget what was noted of somebody, or of which somebody is told and no more. */
const stopping = ['site.currency_changed', 'account.changed', 'account.password_changed', 'session.revoked', 'account.two_factor']

const still: Record<string, string> = {
  'messaging.readAll': 'what was held is earned once: a mark that moved does not move again',
  'messaging.remove': 'what was held comes back once: what is deleted is not deleted again',
  'messaging.begin': read,
  'messaging.updateRoom': 'a room has no money',
  'messaging.clearRoom': 'a room has no money',
  'live.begin': 'tickets are bought by whoever wants one',
  'live.edit': 'what did not take place gives its tickets back once, by the job of its end',
  'live.updateProfile': terms,
  'live.startPoll': 'a question; nobody pays to vote',
  'live.endPoll': 'a question; nobody pays to vote',
  'live.voteInRoom': 'a question; nobody pays to vote',
  'live.answerGuest': 'a yes to be seen; none is paid for',
  'live.renewKey': 'a key for an encoder',
  'live.beat': 'a statistic, by which nothing is paid',
  'live.setMenu': terms,
  'live.nameModerator': read,
  'live.dismissModerator': read,
  'live.ban': 'what they hold a ticket for gives it back once, in the same transaction',
  'live.liftBan': read,
  'live.openWithheldRecording': 'staff look at a film',
  'live.cut': 'what did not take place gives its tickets back once, by the job of its end',
  'live.grant': read,
  'live.watchByHls': 'to watch some seconds late; never what is paid for by the minute',
  'live.livekitHook': 'who is there; minutes are charged once each, by the job that looks at what flowed',
  'live.agoraHook': 'who is there, by which nothing is sold',
  'live.remind': told,
  'live.forgetReminder': told,
  'messaging.say': 'a room has no money; a line is kept under its sender’s name for it',
  'messaging.arrange': read,
  'messaging.uploadOpenPhoto': content,
  'messaging.uploadOpenVideo': content,
  'messaging.uploadOpenAudio': content,
  'messaging.uploadLockedPhoto': content,
  'messaging.uploadLockedVideo': content,
  'messaging.uploadLockedAudio': content,
  'fans.createList': noted,
  'fans.renameList': noted,
  'fans.removeList': noted,
  'fans.addMembers': noted,
  'fans.removeMember': noted,
  'fans.note': noted,
  'campaigns.count': read,
  'campaigns.edit': said,
  'campaigns.cancel': said,
  'campaigns.unsend': said,
  'automations.save': said,
  'referrals.arrive': noted,
  'referrals.forget': noted,
  'referrals.changeLink': noted,
  'belongings.ask': 'somebody asks for what is kept of them; again within a day they are told that they did',
  'replies.create': noted,
  'replies.edit': noted,
  'replies.remove': noted,
  'messaging.react': 'the same again changes nothing, and it costs nothing',
  'messaging.takeBackReaction': 'the same again changes nothing, and it costs nothing',
  'messaging.edit': 'what was paid for stays as it was said',
  'notifications.read': told,
  'notifications.prefer': told,
  'notifications.unsubscribe': told,
  'notifications.resubscribe': told,
  'notifications.subscribe': told,
  'notifications.unsubscribeDevice': told,
  'profiles.uploadAvatar': files,
  'profiles.avatarPath': files,
  'profiles.uploadPerformerAvatar': files,
  'profiles.performerAvatarPath': files,
  'profiles.uploadCover': files,
  'uploads.remove': files,
  'identity.register': files,
  'age.start': entering,
  'age.result': entering,
  'federation.begin': entering,
  'federation.complete': entering,
  'federation.twitterLogin': entering,
  'federation.twitterCallback': entering,
  'federation.googleLogin': entering,
  'federation.googleToken': entering,
  'federation.panToken': entering,
  'federation.register': entering,
  'federation.registerPerformer': entering,
  'federation.beginLink': entering,
  'federation.unlink': entering,
  'identity.apply': entering,
  'switching.accounts': entering,
  'switching.go': entering,
  'switching.back': entering,
  'identity.uploadDocument': files,
  'follows.follow': 'following is free',
  'follows.unfollow': 'following is free',
  'payments.applyCoupon': read,
  'payments.inquire': asked,
  'payments.callhook': asked,
  'payments.sandboxPay': asked,
  'payments.goOn': opened,
  'payments.closeDifference': 'finance have looked at it; what it comes to is mended by other rows',
  'payments.cardSetup': cards,
  'payments.addCard': cards,
  'payments.removeCard': cards,
  'payments.defaultCard': cards,
  'payments.ownAccount': details,
  'earnings.agreeRate': terms,
  'renewals.agreeToPrice': 'it counts from the next period, which is paid when it begins',
  'offers.createTier': terms,
  'offers.editTier': terms,
  'offers.retireTier': terms,
  'offers.createPromotion': terms,
  'offers.endPromotion': terms,
  'subscriptions.reactivate': 'the next period is paid when it begins',
  'payouts.stripeAccount': details,
  'payouts.calculate': read,
  'payouts.saveBank': details,
  'payouts.savePayoutAccount': details,
  'blocks.unblockUser': 'what a block ended stays ended',
  'blocks.blockCountries': 'subscriptions run on; where they are paid from is no part of a price',
  'works.agreeToTag': content,
  'works.declineTag': content,
  'reactions.react': content,
  'reactions.unreact': content,
  'comments.write': content,
  'comments.edit': content,
  'comments.remove': content,
  'comments.pin': content,
  'comments.unpin': content,
  'feeds.uploadPhoto': content,
  'feeds.uploadThumbnail': content,
  'feeds.uploadVideo': content,
  'feeds.uploadAudio': content,
  'feeds.uploadTeaser': content,
  'feeds.pollOption': content,
  'feeds.vote': content,
  'feeds.create': content,
  'feeds.update': content,
  'feeds.remove': content,
  'galleries.create': content,
  'galleries.update': content,
  'galleries.remove': content,
  'galleries.view': content,
  'galleries.uploadPhoto': content,
  'galleries.updatePhoto': content,
  'galleries.removePhoto': content,
  'galleries.setCover': content,
  'videos.upload': content,
  'videos.update': content,
  'videos.uploadWelcome': content,
  'videos.chooseWelcome': content,
  'videos.removeFile': content,
  'videos.remove': content,
  'videos.view': content,
  'shop.createProduct': content,
  'shop.updateProduct': content,
  'shop.updateNamedProduct': content,
  'shop.removeProduct': content,
  'shop.updateOrderAddress': 'it goes elsewhere at the same price',
  'me.updatePerformer': terms,
  'search.note': content,
  'admin.approvePerformer': 'from now on they may sell',
  'admin.rejectPerformer': 'what they sold stays sold',
  'admin.approveWork': content,
  'admin.markFitForAll': content,
  'admin.unmarkFitForAll': content,
  'copies.ask': files,
  'copies.discard': files,
  'admin.saveSettings': 'tokens stay; what they come to in money is asked for with its figures (docs/adr/0009)',
  'admin.endSessions': 'who is signed in, and no money',
  'admin.resetTwoFactor': 'how somebody signs in, and no money',
  'promos.picture': 'a picture that the site shows, and no money',
  'promos.create': 'what the site shows, and no money',
  'promos.update': 'what the site shows, and no money',
  'promos.remove': 'what the site shows, and no money',
  'admin.freezeWallet': 'it stops money',
  'admin.unfreezeWallet': 'it lets money move; none does',
  'admin.answered': 'a visitor’s letter',
  'closing.close': 'an account closes once: who presses again finds it closing, and what subscribers have back goes back once, by its job',
  'closing.takeBack': 'a press by a letter’s link; what was cancelled or given back stays so',
  'closing.hold': 'staff’s word on somebody',
  'closing.letGo': 'staff’s word on somebody',
  'reports.send': 'what somebody says about a thing; what is done about it takes a key',
  'reports.assign': 'whose work it is',
}

const rows = Object.entries(contract).flatMap(([slice, table]) =>
  Object.entries(table as Record<string, Endpoint>)
    .filter(([, row]) => row.method !== 'GET')
    .map(([name, row]) => ({ slice, name: `${slice}.${name}`, row })),
)

test('every row that moves money takes a key, and no other does', () => {
  expect(rows.flatMap(({ name, row }) => (row.idempotent ? name : [])).sort()).toEqual([...moving].sort())
  const reading = Object.values(contract).flatMap((table) => Object.values(table as Record<string, Endpoint>))
  expect(reading.filter((row) => row.method === 'GET' && row.idempotent)).toEqual([])
})

test('a row of a slice that reaches the ledger takes a key, or says here why it needs none', () => {
  const reaching = slicesReaching(sourcesOf())
  const unexplained = rows.filter(({ slice, name, row }) => reaching.has(slice) && !row.idempotent && !(name in still))
  expect(unexplained.map(({ name }) => name)).toEqual([])
  const known = new Set(rows.flatMap(({ slice, name, row }) => (reaching.has(slice) && !row.idempotent ? name : [])))
  expect(
    Object.keys(still).filter((name) => !known.has(name)),
    'an excuse that nobody needs',
  ).toEqual([])
})

test('a slice reaches the ledger by an import of an import, and by a fact that somebody hears who does', () => {
  const sources = {
    [ledger]: '',
    'server/people/gifts/routes.ts': `import { give } from '#server/people/gifts/gifts.ts'`,
    'server/people/gifts/gifts.ts': `import { post } from '#server/money/wallet/queries.ts'`,
    'server/people/quarrels/routes.ts': `import { quarrel } from '#server/people/quarrels/quarrels.ts'`,
    'server/people/quarrels/quarrels.ts': `await announce(tx, 'quarrel.begun', { by })`,
    'server/money/peace/listeners.ts': `import { post } from '#server/money/wallet/queries.ts'\noutbox.on('quarrel.begun', 'peace.pay', pay)`,
    'server/people/walks/routes.ts': `await announce(tx, 'walk.taken', {})`,
    'server/people/shoes/listeners.ts': `outbox.on('walk.taken', 'shoes.wear', wear)`,
  }
  expect([...slicesReaching(new Map(Object.entries(sources)))].sort()).toEqual(['gifts', 'quarrels'])
})

function sourcesOf(): Map<string, string> {
  const files = globSync('server/*/*/**/*.ts', { cwd: root }).map((file) => file.replaceAll('\\', '/'))
  const own = files.filter((file) => !/\.test\.ts$|\/testing[^/]*\.ts$/.test(file))
  return new Map(own.map((file) => [file, withoutComments(readFileSync(join(root, file), 'utf8'))]))
}

/** Whose routes lead to the ledger: by what they import, or by a fact that one hears who leads there. */
function slicesReaching(sources: ReadonlyMap<string, string>): Set<string> {
  const reach = (file: string, seen = new Set<string>()): Set<string> => {
    const source = sources.get(file)
    if (source === undefined || seen.has(file)) return seen
    seen.add(file)
    for (const { specifier, isLoadedAtStart } of importsOf(source)) if (isLoadedAtStart) reach(specifier.slice(1), seen)
    return seen
  }
  const files = [...sources.keys()]
  const heard = files
    .filter((file) => file.endsWith('/listeners.ts') && reach(file).has(ledger))
    .flatMap((file) => [...(sources.get(file) ?? '').matchAll(/\bon\(\s*'([\w.]+)'/g)].map(([, fact = '']) => fact))
    .filter((fact) => !stopping.includes(fact))
  const leads = (file: string) =>
    file === ledger || heard.some((fact) => new RegExp(`announce\\(\\s*\\w+,\\s*'${fact}'`).test(sources.get(file) ?? ''))
  const routes = files.filter((file) => file.endsWith('/routes.ts') && [...reach(file)].some(leads))
  return new Set(routes.map((file) => file.split('/').at(-2) ?? ''))
}
