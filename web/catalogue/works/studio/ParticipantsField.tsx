import { X } from 'lucide-react'
import { type KeyboardEvent, useDeferredValue, useId, useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import type { PerformerCard } from '#contract/people/person.ts'
import { query, useQuery } from '#web/app/query.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { TextField } from '#web/ui/TextField.tsx'

type ParticipantsFieldProps = {
  participants: readonly PerformerCard[]
  onChange: (participants: PerformerCard[]) => void
  error: string | undefined
  /** Oneself is in it anyway. */
  selfId: string
}

const most = 10

const found = (q: string) => query('directory.search', { q, limit: 6 })

/** Performers beside its creator: found by name, and each is asked before their name shows. */
export function ParticipantsField({ participants, onChange, error, selfId }: ParticipantsFieldProps) {
  const { t } = useTranslation()
  const id = useId()
  const [text, setText] = useState('')
  const [place, setPlace] = useState(0)
  const q = useDeferredValue(text.trim())
  const { data } = useQuery(q ? found(q) : null, undefined, { keepPreviousData: true, dedupingInterval: 10_000 })
  const isTaken = (person: PerformerCard) => person._id === selfId || participants.some(({ _id }) => _id === person._id)
  const choices = text.trim() === '' ? [] : (data?.data ?? []).filter((person) => !isTaken(person))
  const at = Math.min(place, choices.length - 1)
  const add = (person: PerformerCard) => {
    const { _id, name, username, avatar, isOnline, isVerified } = person
    onChange([...participants, { _id, name, username, ...(avatar && { avatar }), isOnline, isVerified }])
    setText('')
    setPlace(0)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || choices.length === 0) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const chosen = choices[at]
    if (step) setPlace((at + step + choices.length) % choices.length)
    else if (event.key === 'Enter' && chosen) add(chosen)
    else if (event.key === 'Escape') setText('')
    else return
    event.preventDefault()
  }
  return (
    <div>
      {participants.length < most && (
        <TextField
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={choices.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={choices[at] ? `${id}-${choices[at]._id}` : undefined}
          autoComplete="off"
          label={t('composer.participants')}
          hint={t('composer.participants.hint')}
          placeholder={t('composer.participants.placeholder')}
          value={text}
          error={error}
          onChange={(event) => (setText(event.target.value), setPlace(0))}
          onKeyDown={onKeyDown}
        />
      )}
      <ul
        id={`${id}-list`}
        role="listbox"
        aria-label={t('composer.participants')}
        className={cx('mt-1 grid', choices.length > 0 && 'rounded-control bg-well p-1')}
      >
        {choices.map((person, index) => (
          <li
            key={person._id}
            id={`${id}-${person._id}`}
            role="option"
            aria-selected={index === at}
            onPointerDown={(event) => {
              event.preventDefault()
              add(person)
            }}
            className={cx('flex cursor-pointer items-center gap-3 rounded-control px-3 py-2', index === at && 'bg-press')}
          >
            <Avatar src={person.avatar} name={person.name} size={28} />
            <span className="min-w-0 truncate text-14">
              {person.name} <span className="text-muted">@{person.username}</span>
            </span>
          </li>
        ))}
      </ul>
      {participants.length > 0 && (
        <ul className="mt-2 flex flex-wrap gap-2">
          {participants.map((person) => (
            <li key={person._id} className="flex items-center gap-2 rounded-full bg-well ps-1.5 text-14">
              <Avatar src={person.avatar} name={person.name} size={28} />
              {person.name}
              <IconButton
                label={t('composer.participants.remove', { name: person.name })}
                onClick={() => onChange(participants.filter(({ _id }) => _id !== person._id))}
              >
                <X />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
