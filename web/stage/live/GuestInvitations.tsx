import { useState } from 'react'
import type { GuestInvitation } from '#contract/stage/guests.ts'
import { useAct } from '#web/app/act.ts'
import { useQuery } from '#web/app/query.ts'
import { useTranslation } from '#web/app/say.ts'
import { useBoot, useNow } from '#web/app/session.tsx'
import { aboutStreams, guestInvitations } from '#web/stage/live/queries.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { writeComing } from '#web/ui/relative-time.ts'
import { useSpeech } from '#web/ui/UiWords.tsx'

/** It changes by a notice, which tells the page; this finds what was missed. */
const lookMs = 30_000

/** Shows of others that name one as a guest: what a yes says stands there before it is said, and is kept with it. */
export function GuestInvitations() {
  const { t } = useTranslation()
  const { data } = useQuery(guestInvitations, undefined, { refreshInterval: lookMs })
  const open = (data?.data ?? []).filter(({ stream }) => stream.invitation !== 'declined')
  if (open.length === 0) return null
  return (
    <Panel title={t('live.guest.invitations')}>
      <ul className="grid gap-5">
        {open.map((invitation) => (
          <Invitation key={invitation.stream._id} invitation={invitation} />
        ))}
      </ul>
    </Panel>
  )
}

function Invitation({ invitation: { stream, consent } }: { invitation: GuestInvitation }) {
  const { t } = useTranslation()
  const { locale } = useSpeech()
  const { timeZone } = useBoot()
  const now = useNow()
  const [asks, setAsks] = useState(false)
  const { _id: id, performer, title, status, scheduledAt, invitation } = stream
  // A yes is for the words that stand here. Where the show was changed meanwhile the server says so, and the new words come with the refresh.
  const answer = useAct(
    (api, _once, state: 'agreed' | 'declined' | 'withdrawn', read: string) =>
      api.live.answerGuest({ id, state, ...(state === 'agreed' && { consent: read }) }),
    {
      refreshes: [...aboutStreams, 'live.guestInvitations'],
      done: () => setAsks(false),
    },
  )
  const hasAgreed = invitation === 'agreed'
  return (
    <li aria-label={t('live.guest.of', { name: performer.name })} className="grid gap-3">
      <div className="flex items-center gap-3">
        <Avatar src={performer.avatar} name={performer.name} to={`/${performer.username}`} size={48} />
        <p className="min-w-0 flex-1 text-15">
          <b className="block wrap-anywhere">{title}</b>
          <span className="text-14 text-muted">
            {t('live.guest.with', { name: performer.name })}
            {status === 'scheduled' && scheduledAt && ` · ${writeComing(Date.parse(scheduledAt), now, locale, timeZone)}`}
          </span>
        </p>
      </div>
      <p className="rounded-control bg-well px-4 py-3 text-14">{consent}</p>
      <div className="flex flex-wrap gap-2">
        {hasAgreed ? (
          <>
            {status === 'live' && <Button to={`/live/${id}`}>{t('live.guest.enter')}</Button>}
            <Button rank="second" onClick={() => setAsks(true)}>
              {t('live.guest.withdraw')}
            </Button>
          </>
        ) : (
          <>
            <Button loading={answer.busy} onClick={() => void answer.act('agreed', consent)}>
              {t('live.guest.agree')}
            </Button>
            <Button rank="second" disabled={answer.busy} onClick={() => void answer.act('declined', consent)}>
              {t('live.guest.decline')}
            </Button>
          </>
        )}
      </div>
      <ConfirmDialog
        open={asks}
        onOpenChange={setAsks}
        title={t('live.guest.withdraw.title')}
        confirm={t('live.guest.withdraw')}
        cancel={t('live.guest.withdraw.keep')}
        onConfirm={() => void answer.act('withdrawn', consent)}
        loading={answer.busy}
        danger
      >
        {t('live.guest.withdraw.lead')}
      </ConfirmDialog>
    </li>
  )
}
