import { useTranslation } from '#web/app/say.ts'
import type { Feed, Poll } from '#contract/catalogue/feeds.ts'
import { useAct } from '#web/app/act.ts'
import { useApi, useMe, useNow } from '#web/app/session.tsx'
import { percentsOf } from '#web/catalogue/feeds/percents.ts'
import { useAsMember } from '#web/people/follows/members.ts'
import { PollList } from '#web/ui/PollList.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'

export type FeedPollProps = { feed: Feed; poll: Poll; onVoted: (poll: Poll) => void }

/** The question of a post: choices until one has voted, then how it stands. A vote shows at once and is never changed. */
export function FeedPoll({ feed, poll, onVoted }: FeedPollProps) {
  const { t } = useTranslation()
  const api = useApi()
  const me = useMe()
  const now = useNow()
  const asMember = useAsMember()
  const isMine = me !== null && me.performerId === feed.performerId
  const isAnswered = poll.totalVote !== undefined
  const isOver = poll.isOver || (poll.expiresAt !== undefined && Date.parse(poll.expiresAt) <= now)
  const mayVote = !isAnswered && !isOver && !isMine && (feed.canView || me === null)

  const { act: vote } = useAct((_api, _once, id: string) => api.feeds.vote({ id }), {
    done: (poll) => onVoted(poll),
    async refused() {
      const fresh = await api.feeds.one({ id: feed._id }).catch(() => undefined)
      if (fresh?.poll) onVoted(fresh.poll)
    },
  })
  const percents = percentsOf(poll.options.map(({ totalVote = 0 }) => totalVote))
  return (
    <div className="pt-3">
      {poll.question && <p className="mb-2 text-15 font-semibold">{poll.question}</p>}
      <PollList
        question={poll.question || t('poll.label')}
        answered={isAnswered}
        options={poll.options.map(({ _id, description }, place) => ({
          id: _id,
          label: description,
          percent: percents[place] ?? 0,
          mine: _id === poll.votedId,
        }))}
        {...(mayVote && { onVote: (id: string) => asMember({ key: `vote:${id}`, kind: 'vote', of: feed.performer }, () => vote(id)) })}
        note={<Note poll={poll} isOver={isOver} locked={!feed.canView && me !== null} now={now} />}
      />
    </div>
  )
}

function Note({ poll, isOver, locked, now }: { poll: Poll; isOver: boolean; locked: boolean; now: number }) {
  const { t } = useTranslation()
  const parts = [
    poll.totalVote === undefined
      ? isOver
        ? undefined
        : t(locked ? 'poll.locked' : 'poll.hidden')
      : t('poll.votes', { count: poll.totalVote }),
    isOver ? t('poll.closed') : undefined,
  ].filter(Boolean)
  return (
    <>
      {parts.join(' · ')}
      {!isOver && poll.expiresAt && (
        <>
          {parts.length > 0 && ' · '}
          {t('poll.closesAt')} <RelativeTime at={poll.expiresAt} now={now} show="moment" />
        </>
      )}
    </>
  )
}
