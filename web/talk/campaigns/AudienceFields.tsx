import { Fragment } from 'react'
import type { FanList } from '#contract/talk/fans.ts'
import { useAmounts } from '#web/app/amounts.ts'
import { useTranslation } from '#web/app/say.ts'
import { useBoot, useNow } from '#web/app/session.tsx'
import { dayIn } from '#web/app/zoned-time.ts'
import { isKind, kinds, type Parts } from '#web/talk/campaigns/audience.ts'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { NumberField } from '#web/ui/NumberField.tsx'
import { DayField } from '#web/ui/moments/DayField.tsx'

type AudienceFieldsProps = {
  legend: string
  /** What several of them mean together. */
  note: string
  lists: readonly FanList[]
  parts: Parts
  onChange: (parts: Parts) => void
}

/** Parts of one's fans to choose from, several at once. */
export function AudienceFields({ legend, note, lists, parts, onChange }: AudienceFieldsProps) {
  const { t } = useTranslation()
  const { number } = useAmounts()
  const { timeZone } = useBoot()
  const now = useNow()
  const box = (name: string, label: string, hint?: string) => (
    <Checkbox
      key={name}
      label={label}
      hint={hint}
      checked={parts.chosen.includes(name)}
      onChange={(isOn) => onChange({ ...parts, chosen: isOn ? [...parts.chosen, name] : parts.chosen.filter((each) => each !== name) })}
    />
  )
  const isGone = (name: string) => !isKind(name) && lists.every(({ _id }) => _id !== name)
  return (
    <fieldset>
      <legend className="sr-only">{legend}</legend>
      <p className="pb-1 text-14 text-muted">{note}</p>
      <div className="grid md:grid-cols-2 md:gap-x-6">
        {kinds.map((kind) => (
          <Fragment key={kind}>
            {box(kind, t(`campaigns.part.${kind}`))}
            {kind === 'spenders' && parts.chosen.includes(kind) && (
              <div className="mb-2 grid items-start gap-4 ps-8 md:col-span-2 md:grid-cols-2 md:gap-x-6">
                <NumberField
                  required
                  width="full"
                  label={t('campaigns.part.atLeast')}
                  unit={t('campaigns.tokens')}
                  value={parts.atLeast}
                  onChange={(event) => onChange({ ...parts, atLeast: event.target.value })}
                />
                <DayField
                  label={t('campaigns.part.since')}
                  hint={t('campaigns.part.since.hint')}
                  max={dayIn(now, timeZone)}
                  today={dayIn(now, timeZone)}
                  value={parts.since}
                  onChange={(since) => onChange({ ...parts, since })}
                />
              </div>
            )}
          </Fragment>
        ))}
        {lists.map(({ _id, name, totalMembers }) =>
          box(
            _id,
            name,
            totalMembers > 0
              ? t('campaigns.part.list', { count: totalMembers, number: number(totalMembers) })
              : t('campaigns.part.emptyList'),
          ),
        )}
        {/* One that was taken away since stands here until it is taken out. */}
        {parts.chosen.filter(isGone).map((id) => box(id, t('campaigns.part.goneList')))}
      </div>
    </fieldset>
  )
}
