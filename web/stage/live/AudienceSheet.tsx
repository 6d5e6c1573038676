import { useState } from 'react'
import type { Banned, Watcher } from '#contract/stage/audience.ts'
import type { UserCard } from '#contract/people/person.ts'
import { useAct } from '#web/app/act.ts'
import { useQuery } from '#web/app/query.ts'
import { useTranslation } from '#web/app/say.ts'
import { bans, moderators, watchers } from '#web/stage/live/queries.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { Menu } from '#web/ui/Menu.tsx'
import { Sheet } from '#web/ui/Sheet.tsx'

const lookMs = 10_000
const aboutAudience = ['live.watchers', 'live.moderators', 'live.bans', 'messaging.room'] as const

/** Who is there, who keeps order, and who was shown the door; and what a creator does about each of them. */
export function AudienceSheet({ streamId, roomId, onClose }: { streamId: string; roomId: string | undefined; onClose: () => void }) {
  const { t } = useTranslation()
  const { data: there } = useQuery(watchers(streamId), undefined, { refreshInterval: lookMs })
  const { data: keep } = useQuery(moderators)
  const { data: out } = useQuery(bans)
  const [banning, setBanning] = useState<UserCard>()
  const name = useAct((api, _once, { _id }: UserCard) => api.live.nameModerator({ id: _id }), {
    refreshes: aboutAudience,
    said: (_answer, { name: who }) => t('show.audience.named', { name: who }),
  })
  const dismiss = useAct((api, _once, { _id }: UserCard) => api.live.dismissModerator({ id: _id }), { refreshes: aboutAudience })
  const lift = useAct((api, _once, { _id }: Banned) => api.live.liftBan({ id: _id }), {
    refreshes: aboutAudience,
    said: (_answer, { name: who }) => t('show.audience.lifted', { name: who }),
  })
  const ban = useAct((api, _once, { _id }: UserCard) => api.live.ban({ id: _id }), {
    refreshes: aboutAudience,
    said: (_answer, { name: who }) => t('show.audience.banned', { name: who }),
    done: () => setBanning(undefined),
  })
  const mute = useAct(
    async (api, _once, { _id, isMuted }: Watcher) => {
      if (roomId !== undefined) await api.messaging.updateRoom({ id: roomId, ...(isMuted ? { unmuteUserId: _id } : { muteUserId: _id }) })
    },
    { refreshes: aboutAudience },
  )
  const entriesOf = (who: Watcher) => [
    ...(roomId === undefined
      ? []
      : [{ label: t(who.isMuted ? 'show.audience.unmute' : 'show.audience.mute'), onChoose: () => void mute.act(who) }]),
    who.isModerator
      ? { label: t('show.audience.dismiss'), onChoose: () => void dismiss.act(who) }
      : { label: t('show.audience.name'), onChoose: () => void name.act(who) },
    { label: t('show.audience.ban'), danger: true, onChoose: () => setBanning(who) },
  ]
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()} title={t('show.audience')}>
      <div className="grid gap-6">
        <People
          title={t('show.audience.there', { count: there?.total ?? 0 })}
          nobody={t('show.audience.nobody')}
          people={there?.data ?? []}
        >
          {(who) => (
            <>
              <span className="text-13 text-muted">
                {[
                  who.isModerator && t('show.audience.moderator'),
                  who.isSubscribed && t('show.audience.subscriber'),
                  who.isMuted && t('show.audience.isMuted'),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
              <Menu label={t('show.audience.menu', { name: who.name })} entries={entriesOf(who)} />
            </>
          )}
        </People>
        <People title={t('show.audience.moderators')} nobody={t('show.audience.noModerators')} people={keep?.data ?? []}>
          {(who) => (
            <Button rank="second" size="sm" onClick={() => void dismiss.act(who)}>
              {t('show.audience.dismiss')}
            </Button>
          )}
        </People>
        {out && out.data.length > 0 && (
          <People title={t('show.audience.bans')} nobody="" people={out.data}>
            {(who) => (
              <Button rank="second" size="sm" onClick={() => void lift.act(who)}>
                {t('show.audience.lift')}
              </Button>
            )}
          </People>
        )}
      </div>
      <ConfirmDialog
        open={banning !== undefined}
        onOpenChange={(open) => !open && setBanning(undefined)}
        title={t('show.audience.ban.title', { name: banning?.name ?? '' })}
        confirm={t('show.audience.ban')}
        cancel={t('show.audience.ban.cancel')}
        danger
        loading={ban.busy}
        onConfirm={() => banning && void ban.act(banning)}
      >
        {t('show.audience.ban.lead')}
      </ConfirmDialog>
    </Sheet>
  )
}

type PeopleProps<Who extends UserCard> = {
  title: string
  nobody: string
  people: readonly Who[]
  children: (who: Who) => React.ReactNode
}

function People<Who extends UserCard>({ title, nobody, people, children }: PeopleProps<Who>) {
  return (
    <section aria-label={title} className="grid gap-1">
      <h3 className="text-14 font-semibold">{title}</h3>
      {people.length === 0 && <p className="text-14 text-muted">{nobody}</p>}
      <ul>
        {people.map((who) => (
          <li key={who._id} className="flex min-h-14 items-center gap-3">
            <Avatar name={who.name} src={who.avatar} size={40} />
            <span className="min-w-0 flex-1 truncate text-15">{who.name}</span>
            {children(who)}
          </li>
        ))}
      </ul>
    </section>
  )
}
