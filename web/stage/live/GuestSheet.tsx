import { useState } from 'react'
import type { PerformerCard } from '#contract/people/person.ts'
import type { Stream } from '#contract/stage/live.ts'
import { useAct } from '#web/app/act.ts'
import { useTranslation } from '#web/app/say.ts'
import { useMember } from '#web/app/session.tsx'
import { ParticipantsField } from '#web/catalogue/works/studio/ParticipantsField.tsx'
import { aboutStreams } from '#web/stage/live/queries.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { FormSheet } from '#web/ui/FormSheet.tsx'

/** Another performer is asked to be seen as well: nobody is, before they agreed themselves. */
export function GuestSheet({ stream, onClose }: { stream: Stream; onClose: () => void }) {
  const { t } = useTranslation()
  const me = useMember()
  const [guests, setGuests] = useState<readonly PerformerCard[]>([])
  const invite = useAct((api) => api.live.edit({ id: stream._id, participantIds: guests.map(({ _id }) => _id) }), {
    refreshes: aboutStreams,
    done: onClose,
    noIn: 'screen',
  })
  return (
    <FormSheet
      open
      onClose={onClose}
      title={t('live.guest.invite')}
      lead={t('live.guest.invite.lead')}
      act={t('live.guest.invite.send')}
      busy={invite.busy}
      onSend={async () => {
        if (guests.length > 0) await invite.act()
      }}
    >
      <ParticipantsField
        participants={guests}
        // One shares the stage at a time.
        onChange={(next) => (invite.forgive(), setGuests(next.slice(-1)))}
        error={invite.problem}
        selfId={me._id}
      />
    </FormSheet>
  )
}

/** Whom its performer invited, and what they said. */
export function Invited({ id, invited: { performer, state } }: { id: string; invited: NonNullable<Stream['invited']> }) {
  const { t } = useTranslation()
  const remove = useAct((api) => api.live.edit({ id, participantIds: [] }), { refreshes: aboutStreams })
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Avatar src={performer.avatar} name={performer.name} size={40} />
      <p className="min-w-0 flex-1 text-15">
        <b className="block truncate">{t('live.guest.invited', { name: performer.name })}</b>
        <span role="status" className="text-14 text-muted">
          {t(`live.guest.state.${state}`)}
        </span>
      </p>
      <Button rank="second" size="sm" loading={remove.busy} onClick={() => void remove.act()}>
        {t('live.guest.remove')}
      </Button>
    </div>
  )
}
