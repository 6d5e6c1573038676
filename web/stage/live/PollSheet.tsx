import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { mostPollOptions, mostPollWords } from '#contract/stage/limits.ts'
import { useAct } from '#web/app/act.ts'
import { useTranslation } from '#web/app/say.ts'
import { useNow } from '#web/app/session.tsx'
import { Button } from '#web/ui/Button.tsx'
import { FormRefusal } from '#web/ui/FormRefusal.tsx'
import { FormSheet } from '#web/ui/FormSheet.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Select } from '#web/ui/Select.tsx'
import { TextField } from '#web/ui/TextField.tsx'

/** Minutes that a poll runs; none: until it is ended. */
const times = [1, 3, 5, 10] as const

/** A question to whoever watches now. */
export function PollSheet({ streamId, onClose }: { streamId: string; onClose: () => void }) {
  const { t } = useTranslation()
  const now = useNow()
  const [question, setQuestion] = useState('')
  const [options, setOptions] = useState<readonly string[]>(['', ''])
  const [minutes, setMinutes] = useState('')
  const [isTried, setTried] = useState(false)
  const written = options.map((option) => option.trim()).filter((option) => option !== '')
  const isWrong = written.length < 2 || new Set(written).size < written.length
  const start = useAct(
    (api) =>
      api.live.startPoll({
        id: streamId,
        question: question.trim(),
        options: written,
        ...(minutes !== '' && { expiredAt: new Date(Math.max(now, Date.now()) + Number(minutes) * 60_000).toISOString() }),
      }),
    { refreshes: ['live.join'], done: onClose, noIn: 'screen' },
  )
  return (
    <FormSheet
      open
      onClose={onClose}
      title={t('show.poll.start')}
      lead={t('show.poll.lead')}
      act={t('show.poll.ask')}
      busy={start.busy}
      onSend={async () => {
        setTried(true)
        if (!isWrong) await start.act()
      }}
    >
      <TextField
        label={t('show.poll.question')}
        maxLength={mostPollWords}
        value={question}
        onChange={(event) => setQuestion(event.target.value)}
      />
      <fieldset className="grid gap-2">
        <legend className="mb-2 text-14 font-semibold">{t('show.poll.options')}</legend>
        {options.map((option, place) => (
          // Options have no names of their own: their place is who they are.
          <div key={place} className="flex items-center gap-1">
            <TextField
              className="min-w-0 flex-1"
              hideLabel
              label={t('show.poll.option', { number: place + 1 })}
              placeholder={t('show.poll.option', { number: place + 1 })}
              maxLength={mostPollWords}
              value={option}
              error={isTried && isWrong && place === Math.min(written.length, options.length - 1) ? t('show.poll.wrong') : undefined}
              onChange={(event) => setOptions(options.with(place, event.target.value))}
            />
            {options.length > 2 && (
              <IconButton label={t('show.poll.remove', { number: place + 1 })} onClick={() => setOptions(options.toSpliced(place, 1))}>
                <X />
              </IconButton>
            )}
          </div>
        ))}
        {options.length < mostPollOptions && (
          <Button
            rank="text"
            size="sm"
            icon={<Plus className="size-4" />}
            onClick={() => setOptions([...options, ''])}
            className="justify-self-start"
          >
            {t('show.poll.add')}
          </Button>
        )}
      </fieldset>
      <Select
        label={t('show.poll.time')}
        options={[
          { value: '', label: t('show.poll.open') },
          ...times.map((count) => ({ value: String(count), label: t('show.poll.minutes', { count }) })),
        ]}
        value={minutes}
        onChange={setMinutes}
      />
      <FormRefusal>{start.problem}</FormRefusal>
    </FormSheet>
  )
}
