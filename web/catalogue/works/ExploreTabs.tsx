import { useTranslation } from '#web/app/say.ts'
import { Form } from 'react-router'
import { type KindTab, places } from '#web/catalogue/works/places.ts'
import { LinkTabs } from '#web/ui/LinkTabs.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'

type Place = 'performers' | 'live' | Exclude<KindTab, 'feed'>
const tabs: readonly { place: Place; to: string }[] = [
  { place: 'performers', to: '/explore' },
  { place: 'live', to: '/live' },
  ...Object.values(places).flatMap(({ tab, list }) => (tab === 'feed' ? [] : { place: tab, to: list })),
]

/** What all pages of looking around share: the way to search everything, and the way from one kind of thing to the next. */
export function ExploreTabs({ place }: { place: Place }) {
  const { t } = useTranslation()
  return (
    <>
      <Form role="search" action="/search" className="max-md:px-4 max-md:pt-2">
        <SearchField label={t('explore.search')} name="q" maxLength={100} />
      </Form>
      <LinkTabs
        className="mt-1 md:mt-2"
        label={t('explore.places')}
        tabs={tabs.map(({ place: each, to }) => ({ label: t(`explore.place.${each}`), to, current: each === place }))}
      />
    </>
  )
}
