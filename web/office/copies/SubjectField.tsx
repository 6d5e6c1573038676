import { X } from 'lucide-react'
import { type KeyboardEvent, useDeferredValue, useId, useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import { useQuery } from '#web/app/query.ts'
import { subjects } from '#web/office/copies/queries.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { TextField } from '#web/ui/TextField.tsx'

/** A work, or everything of a creator. */
export interface Subject {
  kind: 'work' | 'performer'
  _id: string
  label: string
  /** Whose it is. */
  username?: string | undefined
  name: string
  avatar?: string | undefined
}

type SubjectFieldProps = { value: Subject | undefined; onChange: (subject: Subject | undefined) => void }

/** What the found picture may be of, if staff know: found by words, address or name. */
export function SubjectField({ value, onChange }: SubjectFieldProps) {
  const { t } = useTranslation()
  const id = useId()
  const [text, setText] = useState('')
  const [place, setPlace] = useState(0)
  const choices = useChoices(text)
  const at = Math.min(place, choices.length - 1)
  const choose = (subject: Subject) => {
    onChange(subject)
    setText('')
    setPlace(0)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || choices.length === 0) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const chosen = choices[at]
    if (step) setPlace((at + step + choices.length) % choices.length)
    else if (event.key === 'Enter' && chosen) choose(chosen)
    else if (event.key === 'Escape') setText('')
    else return
    event.preventDefault()
  }
  if (value) {
    return (
      <div className="grid gap-1.5">
        <p className="text-14 font-semibold">{t('copies.about')}</p>
        <p className="flex min-h-12 items-center gap-3 rounded-control bg-well pe-1 ps-3">
          <Choice subject={value} />
          <IconButton label={t('copies.about.remove', { name: value.label })} onClick={() => onChange(undefined)}>
            <X />
          </IconButton>
        </p>
      </div>
    )
  }
  return (
    <div>
      <TextField
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={choices.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={choices[at] ? `${id}-${choices[at]._id}` : undefined}
        autoComplete="off"
        label={t('copies.about')}
        hint={t('copies.about.hint')}
        value={text}
        onChange={(event) => (setText(event.target.value), setPlace(0))}
        onKeyDown={onKeyDown}
      />
      <ul
        id={`${id}-list`}
        role="listbox"
        aria-label={t('copies.about')}
        className={cx('mt-1 grid', choices.length > 0 && 'rounded-control bg-well p-1')}
      >
        {choices.map((subject, index) => (
          <li
            key={subject._id}
            id={`${id}-${subject._id}`}
            role="option"
            aria-selected={index === at}
            onPointerDown={(event) => {
              event.preventDefault()
              choose(subject)
            }}
            className={cx('flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-3 py-2', index === at && 'bg-press')}
          >
            <Choice subject={subject} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function useChoices(text: string): Subject[] {
  const { t } = useTranslation()
  const q = useDeferredValue(text.trim().slice(0, 300))
  const { data } = useQuery(q ? subjects(q) : null, undefined, { keepPreviousData: true, dedupingInterval: 10_000 })
  if (text.trim() === '' || !data) return []
  const performers = data.performers.map(({ _id, name, username, avatar }): Subject => {
    return { kind: 'performer', _id, label: t('copies.about.all', { name }), username, name, avatar }
  })
  const works = data.works.map(({ _id, title, creator }): Subject => {
    const label = title || t('copies.untitled')
    return { kind: 'work', _id, label, username: creator?.username, name: creator?.name ?? label, avatar: creator?.avatar }
  })
  return [...performers, ...works]
}

function Choice({ subject: { label, name, username, avatar } }: { subject: Subject }) {
  return (
    <>
      <Avatar src={avatar} name={name} size={28} />
      <span className="min-w-0 flex-1 truncate text-14">
        {label} {username && <span className="text-muted">@{username}</span>}
      </span>
    </>
  )
}
