import { BarChart3, X } from 'lucide-react'
import { useState } from 'react'
import type { RoomPoll } from '#contract/stage/polls.ts'
import { useAct } from '#web/app/act.ts'
import { useTranslation } from '#web/app/say.ts'
import { useMe, useNow } from '#web/app/session.tsx'
import { percentsOf } from '#web/catalogue/feeds/percents.ts'
import { useAsMember } from '#web/people/follows/members.ts'
import { usePoll } from '#web/stage/live/use-poll.ts'
import { Button } from '#web/ui/Button.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { PollList } from '#web/ui/PollList.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { Sheet } from '#web/ui/Sheet.tsx'

type ShowPollProps = {
  poll: RoomPoll
  performer: { _id: string; name: string; username: string }
  /** Over the picture, on a phone: a line that opens it. */
  isOver?: boolean
}

/** What the performer asks whoever watches: choices until one has voted, then how it stands as it moves. Once it is over it may be put away. */
export function ShowPoll({ poll: asked, performer, isOver = false }: ShowPollProps) {
  const { t } = useTranslation()
  const { poll, onVoted } = usePoll(asked)
  const [isOpen, setOpen] = useState(false)
  const [away, setAway] = useState<string>()
  if (!poll || away === poll._id) return null
  const title = poll.question || t('poll.label')
  const body = <Body poll={poll} title={title} performer={performer} onVoted={onVoted} />
  if (isOver)
    return (
      <>
        <button
          type="button"
          onClick={() => setOpen(true)}
          className="touch mx-4 flex max-w-[calc(100%-32px)] items-center gap-2 justify-self-start rounded-full bg-media-chip px-3 py-2 text-start text-14 text-on-media focus-visible:outline-on-media"
        >
          <BarChart3 aria-hidden="true" className="size-4 flex-none" />
          <span className="sr-only">{t('poll.label')}</span>
          <b className="truncate">{title}</b>
        </button>
        <Sheet open={isOpen} onOpenChange={setOpen} title={title}>
          <div className="pb-2">{body}</div>
        </Sheet>
      </>
    )
  return (
    <section aria-label={t('poll.label')} className="border-b border-line px-5 py-4">
      <div className="mb-2 flex items-start justify-between gap-2">
        <h3 dir="auto" className="min-w-0 text-15 font-semibold wrap-anywhere">
          {title}
        </h3>
        {poll.isOver && (
          <IconButton label={t('show.poll.close')} onClick={() => setAway(poll._id)} className="-my-2 -me-2">
            <X />
          </IconButton>
        )}
      </div>
      {body}
    </section>
  )
}

type BodyProps = { poll: RoomPoll; title: string; performer: ShowPollProps['performer']; onVoted: (poll: RoomPoll) => void }

function Body({ poll, title, performer, onVoted }: BodyProps) {
  const { t } = useTranslation()
  const me = useMe()
  const now = useNow()
  const asMember = useAsMember()
  const isMine = me?.performerId === performer._id
  const isAnswered = poll.totalVote !== undefined
  const mayVote = !isAnswered && !poll.isOver && !isMine && !(me?.roles.includes('staff') ?? false)
  // A no is an answer as well: it was over, or they had voted in another window.
  const vote = useAct((api, _once, id: string) => api.live.voteInRoom({ id }), { refreshes: ['live.join'], done: (poll) => onVoted(poll) })
  const end = useAct((api) => api.live.endPoll({ id: poll._id }), { refreshes: ['live.join'] })
  const percents = percentsOf(poll.options.map(({ totalVote = 0 }) => totalVote))
  return (
    <div className="grid gap-2">
      <PollList
        question={title}
        answered={isAnswered}
        options={poll.options.map(({ _id, description }, place) => ({
          id: _id,
          label: description,
          percent: percents[place] ?? 0,
          mine: _id === poll.votedId,
        }))}
        {...(mayVote && {
          onVote: (id: string) => asMember({ key: `vote:${id}`, kind: 'vote', of: performer }, () => void vote.act(id)),
        })}
        note={
          <>
            {[
              poll.totalVote === undefined ? t('poll.hidden') : t('poll.votes', { count: poll.totalVote }),
              ...(poll.isOver ? [t('poll.closed')] : []),
            ].join(' · ')}
            {!poll.isOver && poll.expiresAt && (
              <>
                {' · '}
                {t('poll.closesAt')} <RelativeTime at={poll.expiresAt} now={now} show="moment" />
              </>
            )}
          </>
        }
      />
      {isMine && !poll.isOver && (
        <Button rank="second" size="sm" loading={end.busy} onClick={() => void end.act()} className="justify-self-start">
          {t('show.poll.end')}
        </Button>
      )}
    </div>
  )
}
