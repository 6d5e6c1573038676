import { BarChart3, ListChecks, Target, UserPlus, Users } from 'lucide-react'
import { useState } from 'react'
import type { Stream } from '#contract/stage/live.ts'
import type { TipGoal } from '#contract/stage/tipping.ts'
import { useAct } from '#web/app/act.ts'
import { useAmounts } from '#web/app/amounts.ts'
import { useFields, useFormAct } from '#web/app/form-act.ts'
import { useQuery } from '#web/app/query.ts'
import { useTranslation } from '#web/app/say.ts'
import { amountIn } from '#web/app/typed-amount.ts'
import { AudienceSheet } from '#web/stage/live/AudienceSheet.tsx'
import { GuestSheet, Invited } from '#web/stage/live/GuestSheet.tsx'
import { Goal } from '#web/stage/live/Goal.tsx'
import { mostGoalTitle } from '#contract/stage/limits.ts'
import { MenuSheet } from '#web/stage/live/MenuSheet.tsx'
import { aboutStreams, menu, summary } from '#web/stage/live/queries.ts'
import { PollSheet } from '#web/stage/live/PollSheet.tsx'
import { useGoal } from '#web/stage/live/use-goal.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { FormRefusal } from '#web/ui/FormRefusal.tsx'
import { FormSheet } from '#web/ui/FormSheet.tsx'
import { NumberField } from '#web/ui/NumberField.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { Tokens } from '#web/ui/Tokens.tsx'

/** The pushes tell of most of it; this finds what they missed, and who came and went. */
const lookMs = 15_000

type Shown = 'goal' | 'menu' | 'audience' | 'poll' | 'guest'

/** How the show goes, beside its picture: what came in, how far the goal is, who is there; and what is done about it. */
export function ShowBoard({ stream, roomId }: { stream: Stream; roomId: string | undefined }) {
  const { t } = useTranslation()
  const { number } = useAmounts()
  const { data } = useQuery(summary(stream._id), undefined, { refreshInterval: lookMs })
  const goal = useGoal(stream._id, stream.tipGoal)
  const [shown, setShown] = useState<Shown>()
  const close = () => setShown(undefined)
  const isTicketed = stream.type === 'ticket'
  return (
    <Card className="grid gap-5 p-4 md:p-5">
      <h2 className="text-16">{t('show.board')}</h2>
      <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
        <Figure label={t('show.board.tips')}>{data && <Tokens value={data.tips.tokens} />}</Figure>
        {isTicketed && <Figure label={t('show.board.tickets')}>{data && <Tokens value={data.tickets.tokens} />}</Figure>}
        <Figure label={t('show.board.viewers')}>{data && number(data.viewerCount)}</Figure>
        <Figure label={t('show.board.most')}>{data && number(data.mostViewers)}</Figure>
      </dl>
      {goal && <Goal goal={goal} />}
      {data && data.topTippers.length > 0 && (
        <section aria-label={t('show.board.top')}>
          <h3 className="mb-2 text-14 font-semibold">{t('show.board.top')}</h3>
          <ol className="grid gap-1.5 text-15">
            {data.topTippers.map(({ user, tokens }) => (
              <li key={user?._id ?? 'anonymous'} className="flex items-baseline justify-between gap-3">
                <span className="min-w-0 truncate">{user?.name ?? t('live.someone')}</span>
                <Tokens value={tokens} />
              </li>
            ))}
          </ol>
        </section>
      )}
      {stream.invited && <Invited id={stream._id} invited={stream.invited} />}
      <div className="flex flex-wrap gap-2">
        <Button rank="second" size="sm" icon={<Target />} onClick={() => setShown('goal')}>
          {t(goal ? 'show.goal.change' : 'show.goal.set')}
        </Button>
        <Button rank="second" size="sm" icon={<ListChecks />} onClick={() => setShown('menu')}>
          {t('show.menu.edit')}
        </Button>
        <Button rank="second" size="sm" icon={<BarChart3 />} onClick={() => setShown('poll')}>
          {t('show.poll.start')}
        </Button>
        {stream.type !== 'group' && !stream.invited && (
          <Button rank="second" size="sm" icon={<UserPlus />} onClick={() => setShown('guest')}>
            {t('live.guest.invite')}
          </Button>
        )}
        <Button rank="second" size="sm" icon={<Users />} onClick={() => setShown('audience')}>
          {t('show.audience')}
        </Button>
      </div>
      {shown === 'goal' && <GoalSheet streamId={stream._id} goal={goal} onClose={close} />}
      {shown === 'guest' && <GuestSheet stream={stream} onClose={close} />}
      {shown === 'poll' && <PollSheet streamId={stream._id} onClose={close} />}
      {shown === 'menu' && <MenuDuring onClose={close} />}
      {shown === 'audience' && <AudienceSheet streamId={stream._id} roomId={roomId} onClose={close} />}
    </Card>
  )
}

function Figure({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div>
      <dt className="text-13 text-muted">{label}</dt>
      <dd className="stage-figure num mt-1 min-h-7 text-20">{children}</dd>
    </div>
  )
}

function MenuDuring({ onClose }: { onClose: () => void }) {
  const { data } = useQuery(menu)
  return data ? <MenuSheet items={data.items} onClose={onClose} /> : null
}

function GoalSheet({ streamId, goal, onClose }: { streamId: string; goal: TipGoal | undefined; onClose: () => void }) {
  const { t } = useTranslation()
  const isOver = goal?.reachedAt !== undefined
  const { form, typed } = useFields({
    amount: goal && !isOver ? String(goal.amount) : '',
    title: goal && !isOver ? goal.title : '',
  })
  const { send, busy, problem } = useFormAct(
    form,
    (api, _once, { amount, title }) => api.live.edit({ id: streamId, tipGoal: amountIn(amount) ?? 0, tipGoalTitle: title.trim() }),
    { refreshes: aboutStreams, done: onClose },
  )
  const takeBack = useAct((api) => api.live.edit({ id: streamId, tipGoal: null }), { refreshes: aboutStreams, done: onClose })
  return (
    <FormSheet
      open
      onClose={onClose}
      title={t(goal && !isOver ? 'show.goal.change' : 'show.goal.set')}
      lead={t('show.goal.lead')}
      act={t('show.goal.save')}
      busy={busy}
      onSend={send}
    >
      <TextField label={t('show.goal.title')} placeholder={t('show.goal.titlePlaceholder')} maxLength={mostGoalTitle} {...typed('title')} />
      <NumberField
        required
        label={t('show.goal.amount')}
        unit={t('tip.unit')}
        {...typed('amount', { validate: (amount) => (amountIn(amount) ?? 0) > 0 || t('show.goal.wrong') })}
      />
      <FormRefusal>{problem ?? takeBack.problem}</FormRefusal>
      {goal && (
        <Button rank="text" loading={takeBack.busy} onClick={() => void takeBack.act()} className="justify-self-start">
          {t('show.goal.remove')}
        </Button>
      )}
    </FormSheet>
  )
}
