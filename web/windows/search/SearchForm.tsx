import { useId, useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import { Form } from 'react-router'
import { useQuery } from '#web/app/query.ts'
import { SearchField } from '#web/ui/SearchField.tsx'
import { keywords, type Kind } from '#web/windows/search/queries.ts'

type SearchFormProps = { q: string; kind?: Kind | undefined; focused?: boolean }

/** Looks for what was typed; what others looked for is offered as one types. */
export function SearchForm({ q, kind, focused = false }: SearchFormProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState(q)
  const list = useId()
  const { data: offered = [] } = useQuery(typed.trim().length >= 1 && typed !== q ? keywords(typed.trim()) : null)
  return (
    <Form role="search" action="/search" className="max-md:px-4 max-md:pt-2">
      {kind && <input type="hidden" name="type" value={kind} />}
      <SearchField
        key={q}
        label={t('search.field')}
        name="q"
        defaultValue={q}
        maxLength={100}
        list={list}
        autoComplete="off"
        autoFocus={focused}
        onChange={(event) => setTyped(event.target.value)}
      />
      <datalist id={list}>
        {offered.map(({ keyword }) => (
          <option key={keyword} value={keyword} />
        ))}
      </datalist>
    </Form>
  )
}
