// Polls in the room of a stream: asked by its performer, voted in once by whoever watches, and read by those who may.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type House, listens, openHouse, type Person } from '#journeys/house.ts'
import { sql } from '#server/platform/db/db.ts'

let house: House
beforeAll(async () => {
  house = await openHouse()
}, 600_000)
afterAll(() => house.close())

async function onAir(more: { type?: 'public' | 'subscribers' | 'ticket'; price?: number } = {}) {
  const [lan, mei, yun] = [
    await house.creator({ name: 'Lan' }),
    await house.fan({ name: 'Mei', balance: 100 }),
    await house.fan({ name: 'Yun', balance: 100 }),
  ]
  const { _id: streamId } = await lan.api.live.begin({ title: 'Show', type: 'public', ...more })
  const pollFor = async (who: Person) => (await who.api.live.join({ id: streamId })).poll
  const starts = (asked: { question?: string; options?: string[]; expiredAt?: string } = {}) =>
    lan.api.live.startPoll({ id: streamId, question: '下一首唱什麼？', options: ['慢歌', '快歌'], ...asked })
  return { lan, mei, yun, streamId, pollFor, starts }
}

test('whoever watches votes once, sees how it stands from then on, and hears of every further vote', async () => {
  const { lan, mei, yun, pollFor, starts } = await onAir()
  const poll = await starts()
  expect(poll).toMatchObject({ question: '下一首唱什麼？', isOver: false, totalVote: 0, options: [{ totalVote: 0 }, { totalVote: 0 }] })
  const [slow, fast] = poll.options.map(({ _id }) => _id)
  // Before their own vote nobody follows the crowd.
  const unseen = await pollFor(mei)
  expect(unseen).toMatchObject({ _id: poll._id, options: [{ description: '慢歌' }, { description: '快歌' }] })
  expect(JSON.stringify(unseen)).not.toContain('totalVote')
  const [meis, lans, yuns] = await Promise.all([mei, lan, yun].map((who) => listens(house, who, 'stream/poll')))
  expect(await mei.api.live.voteInRoom({ id: slow! })).toMatchObject({ votedId: slow, totalVote: 1 })
  await expect(mei.api.live.voteInRoom({ id: fast! })).rejects.toMatchObject({ code: 'already_voted' })
  await expect(lan.api.live.voteInRoom({ id: fast! })).rejects.toMatchObject({ code: 'not_allowed' })
  expect(await pollFor(lan)).toMatchObject({ totalVote: 1 })
  expect(JSON.stringify(await pollFor(yun))).not.toContain('totalVote')
  await house.settle()
  await expect.poll(() => meis!.heard.at(-1)).toMatchObject({ pollId: poll._id, options: [{ totalVote: 1 }, { totalVote: 0 }] })
  await expect.poll(() => lans!.heard.length).toBe(1)
  expect(yuns!.heard).toEqual([])
  for (const one of [meis, lans, yuns]) one!.socket.close()
})

test('of many votes in one moment those who voted hear once more, and with all of them; who was shown the door since hears nothing', async () => {
  const { lan, mei, yun, starts } = await onAir()
  const poll = await starts()
  const crowd = await Promise.all(['Ada', 'Bo', 'Chi', 'Dan', 'Eun', 'Fay'].map((name) => house.fan({ name })))
  const vote = (who: Person) => who.api.live.voteInRoom({ id: poll.options[0]!._id })
  await vote(mei)
  await vote(yun)
  await house.settle()
  await lan.api.live.ban({ id: yun.id })
  const [lans, meis, yuns] = await Promise.all([lan, mei, yun].map((who) => listens(house, who, 'stream/poll')))
  await Promise.all(crowd.map(vote))
  await house.settle()
  await expect.poll(() => meis!.heard.at(-1)).toMatchObject({ options: [{ totalVote: 8 }, { totalVote: 0 }] })
  expect(meis!.heard.length).toBeLessThan(crowd.length)
  expect(lans!.heard).toEqual(meis!.heard)
  expect(yuns!.heard).toEqual([])
  for (const one of [lans, meis, yuns]) one!.socket.close()
})

test('one poll at a time: it ends by hand, by its hour or with the show, and everybody who watches reads the result', async () => {
  const { lan, mei, yun, streamId, pollFor, starts } = await onAir()
  const first = await starts()
  await expect(starts()).rejects.toMatchObject({ code: 'poll_running' })
  await mei.api.live.voteInRoom({ id: first.options[0]!._id })
  expect(await lan.api.live.endPoll({ id: first._id })).toMatchObject({ isOver: true })
  expect(await lan.api.live.endPoll({ id: first._id })).toMatchObject({ isOver: true })
  expect(await pollFor(yun)).toMatchObject({ isOver: true, totalVote: 1 })
  await expect(yun.api.live.voteInRoom({ id: first.options[1]!._id })).rejects.toMatchObject({ code: 'poll_over' })

  const timed = await starts({ question: '', expiredAt: new Date(Date.now() + 60_000).toISOString() })
  expect(await pollFor(yun)).toMatchObject({ _id: timed._id, isOver: false, question: '' })
  house.clock.advance({ minutes: 2 })
  expect(await pollFor(yun)).toMatchObject({ _id: timed._id, isOver: true, totalVote: 0 })
  await expect(yun.api.live.voteInRoom({ id: timed.options[1]!._id })).rejects.toMatchObject({ code: 'poll_over' })

  const last = await starts()
  expect(await pollFor(yun)).toMatchObject({ _id: last._id })
  await lan.api.live.edit({ id: streamId, status: 'ended' })
  await expect(yun.api.live.voteInRoom({ id: last.options[0]!._id })).rejects.toMatchObject({ code: 'poll_over' })
  expect(await pollFor(yun)).toBeUndefined()
  await expect(starts()).rejects.toMatchObject({ code: 'stream_ended' })
})

test('what is no poll is refused at its field, and nobody asks in another’s show', async () => {
  const { lan, mei, streamId, starts } = await onAir()
  for (const options of [[], ['一'], ['一', '一'], ['一', '   ']])
    await expect(starts({ options })).rejects.toMatchObject({ code: 'poll_needs_options', errors: [{ field: 'options' }] })
  await expect(starts({ options: Array.from({ length: 11 }, (_each, place) => `${place}`) })).rejects.toMatchObject({ code: 'invalid' })
  await expect(starts({ expiredAt: new Date(Date.now() - 60_000).toISOString() })).rejects.toMatchObject({
    code: 'schedule_in_past',
    errors: [{ field: 'expiredAt' }],
  })
  await expect(starts({ expiredAt: '2206-11-26T20:00:00.000Z' })).rejects.toMatchObject({
    code: 'invalid',
    errors: [{ field: 'expiredAt', code: 'too_far' }],
  })
  const other = await house.creator({ name: 'Ada' })
  await expect(other.api.live.startPoll({ id: streamId, options: ['一', '二'] })).rejects.toMatchObject({ code: 'not_found' })
  const poll = await starts()
  await expect(other.api.live.endPoll({ id: poll._id })).rejects.toMatchObject({ code: 'not_found' })
  await expect(mei.api.live.startPoll({ id: streamId, options: ['一', '二'] })).rejects.toMatchObject({ code: 'not_allowed' })
  const announced = await lan.api.live.begin({ title: 'Later', scheduledAt: new Date(Date.now() + 3_600_000).toISOString() })
  await expect(lan.api.live.startPoll({ id: announced._id, options: ['一', '二'] })).rejects.toMatchObject({ code: 'stream_not_begun' })
})

test('whoever may not watch neither sees it nor votes: without a ticket, banned, blocked, too young, or staff', async () => {
  const { lan, mei, yun, pollFor, starts } = await onAir({ type: 'ticket', price: 20 })
  const poll = await starts()
  const vote = (who: Person) => who.api.live.voteInRoom({ id: poll.options[0]!._id })
  expect(await pollFor(mei)).toBeUndefined()
  await expect(vote(mei)).rejects.toMatchObject({ code: 'not_allowed' })
  await mei.api.live.charge({ id: poll.streamId })
  expect(await pollFor(mei)).toBeDefined()
  await vote(mei)
  const office = await house.staff()
  await expect(vote(office)).rejects.toMatchObject({ code: 'not_allowed' })
  await lan.api.live.ban({ id: yun.id })
  await expect(vote(yun)).rejects.toMatchObject({ code: 'not_found' })
  const ada = await house.fan({ name: 'Ada', balance: 100 })
  await ada.api.live.charge({ id: poll.streamId })
  await lan.api.blocks.blockUser({ targetId: ada.id })
  await expect(vote(ada)).rejects.toMatchObject({ status: expect.toSatisfy((status: number) => [403, 404].includes(status)) })
  await expect(house.visitor().live.voteInRoom({ id: poll.options[0]!._id })).rejects.toMatchObject({ code: 'sign_in_required' })
})

test('against plain SQL, too: a vote is neither changed nor taken away, none is given late, and the question stands', async () => {
  const { lan, mei, yun, starts } = await onAir()
  const poll = await starts()
  const [one, other] = poll.options.map(({ _id }) => _id)
  await mei.api.live.voteInRoom({ id: one! })
  const tries = (statement: ReturnType<typeof sql>) => house.db.transaction((tx) => tx.run(statement))
  const give = (who: Person) =>
    tries(sql`insert into live.votes (poll_id, account_id, option_id, voted_at) values (${poll._id}, ${who.id}, ${one}, now())`)
  await expect(tries(sql`update live.votes set option_id = ${other} where poll_id = ${poll._id}`)).rejects.toThrow('as it was given')
  await expect(tries(sql`delete from live.votes where poll_id = ${poll._id}`)).rejects.toThrow('as it was given')
  await expect(tries(sql`update live.polls set question = 'x' where id = ${poll._id}`)).rejects.toThrow('as it was asked')
  await expect(tries(sql`update live.poll_options set description = 'x' where poll_id = ${poll._id}`)).rejects.toThrow('as it was asked')
  await expect(give(lan)).rejects.toThrow('while its poll runs')
  await expect(
    tries(sql`insert into live.votes (poll_id, account_id, option_id, voted_at) values (${poll._id}, ${yun.id}, ${one}, '2020-01-01')`),
  ).rejects.toThrow('while its poll runs')
  await expect(tries(sql`insert into live.poll_options (poll_id, position, description) values (${poll._id}, 2, '三')`)).rejects.toThrow(
    'that it was asked with',
  )
  await lan.api.live.endPoll({ id: poll._id })
  await expect(give(yun)).rejects.toThrow('while its poll runs')
})
