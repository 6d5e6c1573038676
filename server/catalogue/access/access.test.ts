import { expect, test } from 'vitest'
import { judge, opensTalk } from '#server/catalogue/access/access.ts'
import type { Work } from '#server/catalogue/works/works.ts'
import { visitor, type Member, type Viewer } from '#server/platform/http/viewer.ts'

const now = new Date('2026-11-21T12:00:00Z')
const minutes = (n: number) => new Date(now.getTime() + n * 60_000)
const person = (accountId: string, more: Partial<Member> = {}): Member => ({
  kind: 'member',
  accountId,
  sessionId: accountId,
  role: 'user',
  username: accountId,
  isAdult: true,
  ...more,
})
const fan = person('fan')
const young = person('young', { isAdult: false })
const creator = person('creator', { role: 'performer' })
const staff = person('staff', { role: 'staff' })
const work = (more: Partial<Work> = {}): Work => ({
  id: 'work',
  version: '1',
  kind: 'feed',
  medium: 'photo',
  creatorId: 'creator',
  audience: 'free',
  price: 0,
  state: 'active',
  title: '',
  tags: [],
  words: '',
  slug: null,
  pinned: false,
  publishedAt: minutes(-60),
  scheduledAt: null,
  expiresAt: null,
  deletedAt: null,
  decidedAt: null,
  reason: null,
  createdAt: minutes(-60),
  updatedAt: minutes(-60),
  media: [],
  preview: null,
  teaser: null,
  participants: [],
  isForFront: false,
  fitForAllAt: null,
  ...more,
})
const nothing = {
  isHidden: false,
  isFollowed: false,
  isSubscribed: false,
  isBought: false,
  isReceived: false,
  isAdmitted: false,
  isSecret: false,
}

/** 'open', 'locked', or 'not there'. */
function sees(viewer: Viewer, given: Partial<Work>, facts: Partial<typeof nothing> = {}): string {
  const { isThere, canView } = judge(work(given), viewer, { ...nothing, ...facts }, now)
  return canView ? 'open' : isThere ? 'locked' : 'not there'
}
const all = { isFollowed: true, isSubscribed: true, isBought: false }

test('the view rule (calls.md, conventions): each audience opens for its own and for nobody else', () => {
  expect(sees(fan, { audience: 'free' })).toBe('open')
  expect(sees(fan, { audience: 'followers' })).toBe('locked')
  expect(sees(fan, { audience: 'followers' }, { isFollowed: true })).toBe('open')
  expect(sees(fan, { audience: 'followers' }, { isSubscribed: true })).toBe('locked')
  expect(sees(fan, { audience: 'subscription' }, { isFollowed: true })).toBe('locked')
  expect(sees(fan, { audience: 'subscription' }, { isSubscribed: true })).toBe('open')
  expect(sees(fan, { audience: 'ppv', price: 100 }, { isBought: true })).toBe('open')
})

test('a show that is paid for by the minute opens while somebody pays, and a private one is not there for others', () => {
  const group = { kind: 'stream', audience: 'metered' } as const
  expect(sees(fan, group)).toBe('locked')
  expect(sees(fan, group, { isFollowed: true, isSubscribed: true })).toBe('locked')
  expect(sees(fan, group, { isAdmitted: true })).toBe('open')
  expect(sees(fan, group, { isAdmitted: true, isHidden: true })).toBe('not there')
  expect(sees(fan, group, { isSecret: true })).toBe('not there')
  // Somebody who pays for what is no such show has not paid for it.
  expect(sees(fan, { audience: 'subscription' }, { isAdmitted: true })).toBe('locked')
})

test('what is sent in a message opens for whom it reached, and for nobody else', () => {
  const sent = { kind: 'message' } as const
  expect(sees(fan, { ...sent, audience: 'free' }, all)).toBe('not there')
  expect(sees(fan, { ...sent, audience: 'free' }, { isReceived: true })).toBe('open')
  expect(sees(fan, { ...sent, audience: 'ppv', price: 100 }, { ...all, isReceived: true })).toBe('locked')
  expect(sees(fan, { ...sent, audience: 'ppv', price: 100 }, { isReceived: true, isHidden: true })).toBe('not there')
  expect(sees(fan, { ...sent, audience: 'ppv', price: 100, deletedAt: now }, { isBought: true })).toBe('open')
})

test('a subscription does not unlock pay-per-view (calls.md section 0)', () => {
  expect(sees(fan, { audience: 'ppv', price: 100 }, all)).toBe('locked')
})

test('the owner and staff see everything, drafts and takedowns too', () => {
  for (const state of ['draft', 'pending_review', 'active', 'rejected', 'removed'] as const) {
    for (const audience of ['free', 'followers', 'subscription', 'ppv'] as const) {
      expect(sees(creator, { state, audience })).toBe('open')
      expect(sees(staff, { state, audience })).toBe('open')
    }
  }
})

test('a visitor, and a member without an adult birth date, know of a free post but get its media blurred (calls.md, decisions)', () => {
  expect(sees(visitor, { audience: 'free' })).toBe('locked')
  expect(sees(young, { audience: 'free' })).toBe('locked')
  expect(sees(young, { audience: 'subscription' }, all)).toBe('locked')
})

test('the front of the house (calls.md, decisions: Free): free, offered by its creator and found fit for everyone, all three, or it is closed', () => {
  const front: Partial<Work> = { audience: 'free', isForFront: true, fitForAllAt: minutes(-1) }
  expect(sees(visitor, front)).toBe('open')
  expect(sees(young, front)).toBe('open')
  for (const lacking of [
    { isForFront: false },
    { fitForAllAt: null },
    { audience: 'followers' },
    { audience: 'subscription' },
    { audience: 'ppv', price: 100 },
  ] satisfies Partial<Work>[]) {
    expect(sees(visitor, { ...front, ...lacking })).toBe('locked')
    expect(sees(young, { ...front, ...lacking }, { isFollowed: true, isSubscribed: true })).toBe('locked')
  }
  for (const gone of [
    { state: 'pending_review' },
    { state: 'removed' },
    { deletedAt: minutes(-1) },
    { publishedAt: minutes(1) },
    { expiresAt: minutes(0) },
  ] satisfies Partial<Work>[])
    expect(sees(visitor, { ...front, ...gone })).toBe('not there')
  expect(sees(visitor, front, { isHidden: true })).toBe('not there')
})

test('what people say of an open work is not open with it: nobody looked at that', () => {
  const front = work({ audience: 'free', isForFront: true, fitForAllAt: minutes(-1) })
  const open = { isThere: true, canView: true, isBought: false, isSubscribed: false, isFollowed: false }
  expect(opensTalk(visitor, front, open)).toBe(false)
  expect(opensTalk(young, front, open)).toBe(false)
  expect(opensTalk(fan, front, open)).toBe(true)
  expect(opensTalk(creator, front, open)).toBe(true)
})

test('a block beats everything except what was bought', () => {
  for (const audience of ['free', 'followers', 'subscription', 'ppv'] as const) {
    expect(sees(fan, { audience }, { ...all, isHidden: true })).toBe('not there')
    expect(sees(fan, { audience }, { isHidden: true, isBought: true })).toBe('open')
  }
  expect(sees(visitor, {}, { isHidden: true })).toBe('not there')
})

test('a takedown beats even what was bought, and so does a rejection', () => {
  expect(sees(fan, { state: 'removed' }, { ...all, isBought: true })).toBe('not there')
  expect(sees(fan, { state: 'rejected' }, { ...all, isBought: true })).toBe('not there')
})

test('nothing is seen before its approval or its time, nor after its end or its deletion, except by those who bought it', () => {
  const hidden: Partial<Work>[] = [
    { state: 'draft' },
    { state: 'pending_review' },
    { publishedAt: minutes(1) },
    { expiresAt: minutes(0) },
    { deletedAt: minutes(-1) },
  ]
  for (const given of hidden) {
    expect(sees(fan, given, all)).toBe('not there')
    expect(sees(visitor, given)).toBe('not there')
    expect(sees(fan, given, { isBought: true })).toBe('open')
  }
  expect(sees(fan, { publishedAt: now, expiresAt: minutes(1) })).toBe('open')
})
