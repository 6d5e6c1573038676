import { useState } from 'react'
import { mostNoteLetters } from '#contract/talk/limits.ts'
import { useAct } from '#web/app/act.ts'
import { useAmounts } from '#web/app/amounts.ts'
import { query, useQuery } from '#web/app/query.ts'
import { useTranslation } from '#web/app/say.ts'
import { useNow } from '#web/app/session.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { Sheet } from '#web/ui/Sheet.tsx'
import { Bone, Waiting } from '#web/ui/Skeleton.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'

type FanSheetProps = { fan: { _id: string; name: string }; open: boolean; onOpenChange: (open: boolean) => void }

const changed = ['directory.fan', 'fans.lists', 'fans.members'] as const

/** What a creator knows of a fan and keeps for themselves: what they gave, since when, a note, and on which lists they are. */
export function FanSheet({ fan, open, onOpenChange }: FanSheetProps) {
  const { t } = useTranslation()
  const { number } = useAmounts()
  const now = useNow()
  const { data: known, error } = useQuery(open ? query('directory.fan', { id: fan._id }) : null)
  const { data: lists } = useQuery(open ? query('fans.lists') : null)
  const [typed, setTyped] = useState<string>()
  const note = typed ?? known?.note ?? ''
  const {
    act: save,
    busy,
    problem,
  } = useAct((api, _once, text: string) => api.fans.note({ id: fan._id, text }), {
    refreshes: changed,
    noIn: 'screen',
    said: () => t('messages.fan.noted'),
    done: () => setTyped(undefined),
  })
  const { act: put, busy: isPutting } = useAct(
    (api, _once, id: string, isOn: boolean) =>
      isOn ? api.fans.addMembers({ id, fanIds: [fan._id] }) : api.fans.removeMember({ id, fanId: fan._id }),
    { refreshes: changed },
  )
  const moment = (label: string, at: string | undefined) =>
    at && (
      <div className="flex justify-between gap-4">
        <dt className="text-muted">{label}</dt>
        <dd>
          <RelativeTime at={at} now={now} show="moment" />
        </dd>
      </div>
    )
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={fan.name} lead={t('messages.fan.lead')}>
      {error && !known ? (
        <p className="text-15 text-muted">{t('messages.fan.gone')}</p>
      ) : !known ? (
        <Waiting>
          <Bone className="h-40 w-full" />
        </Waiting>
      ) : (
        <div className="grid gap-6">
          <dl className="num grid gap-2 text-15">
            <div className="flex justify-between gap-4">
              <dt className="text-muted">{t('messages.fan.spent')}</dt>
              <dd className="font-semibold">{t('messages.fan.tokens', { count: known.spent.total, amount: number(known.spent.total) })}</dd>
            </div>
            {moment(t('messages.fan.first'), known.spent.firstAt)}
            {moment(t('messages.fan.last'), known.spent.lastAt)}
            {moment(t('messages.fan.follows'), known.followsSince)}
            {moment(t('messages.fan.subscribed'), known.subscribedSince)}
            {moment(t('messages.fan.expired'), known.expiredAt)}
          </dl>
          <div className="grid gap-2">
            <TextArea
              label={t('messages.fan.note')}
              hint={t('messages.fan.note.hint')}
              maxLetters={mostNoteLetters}
              value={note}
              error={problem}
              onChange={(event) => setTyped(event.target.value)}
            />
            <div>
              <Button rank="second" size="sm" loading={busy} disabled={note.trim() === known.note} onClick={() => void save(note)}>
                {t('messages.fan.save')}
              </Button>
            </div>
          </div>
          {lists && lists.length > 0 && (
            <fieldset disabled={isPutting}>
              <legend className="text-14 font-semibold">{t('messages.fan.lists')}</legend>
              {lists.map(({ _id, name }) => (
                <Checkbox key={_id} label={name} checked={known.listIds.includes(_id)} onChange={(isOn) => void put(_id, isOn)} />
              ))}
            </fieldset>
          )}
        </div>
      )}
    </Sheet>
  )
}
