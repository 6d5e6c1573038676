import { useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import { useNavigate } from 'react-router'
import { bodyLists } from '#contract/people/body-lists.ts'
import { sentenceOf } from '#web/app/api.ts'
import { useQuery } from '#web/app/query.ts'
import { Button } from '#web/ui/Button.tsx'
import { MultiPick } from '#web/ui/MultiPick.tsx'
import { RefusedState } from '#web/ui/RefusedState.tsx'
import { Sheet } from '#web/ui/Sheet.tsx'
import { Bone, Waiting } from '#web/ui/Skeleton.tsx'
import { type BodyField, bodyFields, bodyOptions, type DirectoryFilter } from '#web/windows/directory/queries.ts'

type Body = Partial<Record<BodyField, string>>
type FilterSheetProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  filter: DirectoryFilter
  addressOf: (body: Body) => string
}

/** Everything that performers say of themselves, to choose by; of each, any of what is chosen. */
export function FilterSheet({ open, onOpenChange, filter, addressOf }: FilterSheetProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { data: options, error } = useQuery(bodyOptions)
  const [chosen, setChosen] = useState<Body>(() =>
    Object.fromEntries(bodyFields.flatMap((each) => (filter[each] ? [[each, filter[each]]] : []))),
  )
  const go = (body: Body) => {
    onOpenChange(false)
    void navigate(addressOf(body), { preventScrollReset: true })
  }
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      width="wide"
      title={t('explore.moreFilters')}
      actions={
        <div className="flex gap-3">
          <Button rank="second" size="wide" onClick={() => go({})}>
            {t('explore.clear')}
          </Button>
          <Button size="wide" onClick={() => go(Object.fromEntries(Object.entries(chosen).filter(([, values]) => values)))}>
            {t('explore.apply')}
          </Button>
        </div>
      }
    >
      {options ? (
        <div className="grid gap-4 pb-2 md:grid-cols-2">
          {bodyFields.map((field) => (
            <MultiPick
              key={field}
              label={t(`explore.body.${field}`)}
              options={options[bodyLists[field]].map(({ value, text }) => ({ value, label: text }))}
              value={chosen[field]?.split(',') ?? []}
              onChange={(values) => setChosen({ ...chosen, [field]: values.join(',') })}
              placeholder={t('explore.any')}
              nothing={t('explore.noOption')}
            />
          ))}
        </div>
      ) : error ? (
        <RefusedState look="inline" what={t('home.listFailed')} why={sentenceOf(error, t('shell.tryLater'))} />
      ) : (
        <Waiting>
          <div className="grid gap-4 md:grid-cols-2">
            {bodyFields.map((field) => (
              <Bone key={field} className="h-20" />
            ))}
          </div>
        </Waiting>
      )}
    </Sheet>
  )
}
