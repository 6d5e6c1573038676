import { useState } from 'react'
import type { ChatAudience, Room } from '#contract/talk/rooms.ts'
import { useAct } from '#web/app/act.ts'
import { useTranslation } from '#web/app/say.ts'
import { useMe } from '#web/app/session.tsx'
import type { RoomState } from '#web/stage/live/use-room.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { Select } from '#web/ui/Select.tsx'
import { Sheet } from '#web/ui/Sheet.tsx'

const audiences: readonly ChatAudience[] = ['all', 'followers', 'subscribers', 'buyers']
const rests = [0, 5, 15, 30, 60, 300]

type RoomSettingsProps = { open: boolean; onOpenChange: (open: boolean) => void; state: RoomState; room: Room }

/** How a room is run while the stream goes on: who writes, how often, who may not, and what ends it. Each acts at once. */
export function RoomSettings({ open, onOpenChange, state, room }: RoomSettingsProps) {
  const { t } = useTranslation()
  const me = useMe()
  const { _id: id, chatAudience, slowModeSeconds, muted = [], performerId } = room
  const [asks, setAsks] = useState<'clear' | 'close'>()
  const done = () => state.catchUp()
  const change = useAct(
    (api, _once, to: { chatAudience?: ChatAudience; slowModeSeconds?: number }) => api.messaging.updateRoom({ id, ...to }),
    { done },
  )
  const unmute = useAct((api, _once, who: { _id: string; name: string }) => api.messaging.updateRoom({ id, unmuteUserId: who._id }), {
    done,
    said: (_answer, { name }) => t('live.chat.unmuted', { name }),
  })
  const over = { done: () => (setAsks(undefined), state.catchUp()) }
  const clear = useAct((api) => api.messaging.clearRoom({ id }), { ...over, said: () => t('live.chat.cleared') })
  const close = useAct((api) => api.messaging.updateRoom({ id, isActive: false }), { ...over, said: () => t('live.chat.closedNow') })
  const mayClose = me?._id === performerId || (me?.roles.includes('staff') ?? false)
  const options = [...new Set([...rests, slowModeSeconds])]
    .toSorted((one, other) => one - other)
    .map((seconds) => ({
      value: String(seconds),
      label: seconds === 0 ? t('live.chat.slow.off') : t('live.chat.slow.each', { count: seconds }),
    }))
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={t('live.chat.settings')}>
      <div className="grid gap-5 pb-2">
        <Select
          label={t('live.chat.audience')}
          value={chatAudience}
          disabled={change.busy}
          onChange={(next) => void change.act({ chatAudience: next })}
          options={audiences.map((value) => ({ value, label: t(`live.chat.audience.${value}`) }))}
        />
        <Select
          label={t('live.chat.slow.title')}
          hint={t('live.chat.slow.hint')}
          value={String(slowModeSeconds)}
          disabled={change.busy}
          onChange={(next) => void change.act({ slowModeSeconds: Number(next) })}
          options={options}
        />
        <section aria-labelledby={`muted-${id}`}>
          <h3 id={`muted-${id}`} className="text-14 font-semibold">
            {t('live.chat.mutedList')}
          </h3>
          {muted.length === 0 ? (
            <p className="mt-1 text-14 text-muted">{t('live.chat.nobodyMuted')}</p>
          ) : (
            <ul>
              {muted.map((who) => (
                <li key={who._id} className="flex min-h-14 items-center gap-3">
                  <Avatar src={who.avatar} name={who.name} size={36} />
                  <p className="min-w-0 flex-1 truncate text-15">
                    {who.name} <span className="text-13 text-muted">@{who.username}</span>
                  </p>
                  <Button size="sm" rank="second" loading={unmute.during?.[0]._id === who._id} onClick={() => void unmute.act(who)}>
                    {t('live.chat.unmute')}
                    {/* In a list of many, each button says whom it is about. */}
                    <span className="sr-only"> {who.name}</span>
                  </Button>
                </li>
              ))}
            </ul>
          )}
        </section>
        <div className="flex flex-wrap gap-2 border-t border-line pt-4">
          <Button size="sm" rank="second" onClick={() => setAsks('clear')}>
            {t('live.chat.clear')}
          </Button>
          {mayClose && (
            <Button size="sm" rank="danger" onClick={() => setAsks('close')}>
              {t('live.chat.close')}
            </Button>
          )}
        </div>
      </div>
      <ConfirmDialog
        open={asks !== undefined}
        onOpenChange={(is) => !is && setAsks(undefined)}
        title={t(asks === 'close' ? 'live.chat.close.title' : 'live.chat.clear.title')}
        confirm={t(asks === 'close' ? 'live.chat.close' : 'live.chat.clear')}
        cancel={t(asks === 'close' ? 'live.chat.close.cancel' : 'live.chat.clear.cancel')}
        onConfirm={() => void (asks === 'close' ? close : clear).act()}
        loading={clear.busy || close.busy}
        danger
      >
        {t(asks === 'close' ? 'live.chat.close.lead' : 'live.chat.clear.lead')}
      </ConfirmDialog>
    </Sheet>
  )
}
