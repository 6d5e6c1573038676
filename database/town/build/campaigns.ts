// Mass messages and what creators keep, each by the door that it would have gone through.
import type { Tx } from '#server/platform/db/db.ts'
import * as automations from '#server/talk/automations/automations.ts'
import * as campaigns from '#server/talk/campaigns/campaigns.ts'
import { walkOneBatch } from '#server/talk/campaigns/sending.ts'
import * as fans from '#server/talk/fans/fans.ts'
import * as replies from '#server/talk/replies/replies.ts'
import type { Cast } from '#database/town/build/cast.ts'
import type { Chapter } from '#database/town/build/one-transaction.ts'
import { creators } from '#database/town/people.ts'
import * as town from '#database/town/campaigns.ts'

const hourMs = 3_600_000
/** What is kept was written before anything is said by it. */
const keptHoursAgo = 40

export function campaignChapters(cast: Cast): Chapter[] {
  const idOf = (username: string) => cast.of(username).member.accountId
  return [
    {
      hoursAgo: keptHoursAgo,
      async happen(tx) {
        for (const { creator, name, fans: members } of town.lists) {
          const list = await fans.createList(tx, idOf(creator), name)
          if (members.length > 0) await fans.addMembers(tx, idOf(creator), list._id, members.map(idOf))
        }
        for (const { creator, fan, text } of town.notes) await fans.note(tx, idOf(creator), idOf(fan), text)
        for (const { creator, ...reply } of town.replies) await replies.create(tx, idOf(creator), reply)
        for (const { username, welcomeMessage: text } of creators)
          await automations.save(tx, idOf(username), 'subscriber', { text, isOn: true })
        for (const { creator, occasion, text } of town.rules) await automations.save(tx, idOf(creator), occasion, { text, isOn: true })
      },
    },
    ...town.campaigns.map((campaign) => ({ hoursAgo: campaign.hoursAgo, happen: (tx: Tx) => say(tx, idOf(campaign.creator), campaign) })),
  ]
}

async function say(tx: Tx, performerId: string, { hoursAgo, goesHoursAgo, text, to, without }: town.TownCampaign): Promise<void> {
  const left = (await fans.lists(tx, performerId)).filter(({ name }) => name === without)
  const { _id } = await campaigns.create(tx, performerId, {
    text,
    segment: { include: to.map((of) => ({ of })), exclude: left.map((list) => ({ of: 'list' as const, listId: list._id })) },
    scheduledAt: goesHoursAgo === undefined ? null : new Date(tx.now.getTime() + (hoursAgo - goesHoursAgo) * hourMs).toISOString(),
  })
  while (await walkOneBatch(tx, _id));
}
