import { useEffect } from 'react'
import { useTranslation } from '#web/app/say.ts'
import { useQuery } from '#web/app/query.ts'
import { isUnderWay, type Lookup, pictures } from '#web/office/copies/queries.ts'
import { Panel } from '#web/ui/Panel.tsx'

/** What was found beside ours: eyes judge what likeness says. */
export function Pictures({ lookup }: { lookup: Lookup }) {
  const { t } = useTranslation()
  const { _id, state, hasPicture, isKnown } = lookup
  const { data, mutate } = useQuery(pictures(_id))
  // Which of ours it is comes with the answer; what was found may go with it.
  useEffect(() => void mutate(), [mutate, state, hasPicture])
  return (
    <Panel title={t('copies.beside')}>
      <div className="grid gap-4 sm:grid-cols-2">
        <Side
          label={t('copies.beside.found')}
          src={hasPicture ? data?.found : undefined}
          none={hasPicture ? '' : t('copies.beside.gone')}
        />
        <Side
          label={t('copies.beside.ours')}
          src={data?.ours}
          none={isKnown ? '' : t(isUnderWay(lookup) ? 'copies.result.reading' : 'copies.beside.unknown')}
        />
      </div>
    </Panel>
  )
}

function Side({ label, src, none }: { label: string; src: string | undefined; none: string }) {
  return (
    <figure className="grid min-w-0 grid-rows-[1fr_auto] gap-2">
      {src ? (
        <img src={src} alt={label} className="max-h-96 w-full rounded-tile bg-well object-contain" />
      ) : (
        <div className="grid min-h-44 place-items-center rounded-tile bg-well text-14 text-muted">{none}</div>
      )}
      <figcaption className="text-13 text-muted">{label}</figcaption>
    </figure>
  )
}
