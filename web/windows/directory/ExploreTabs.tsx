import { useTranslation } from 'react-i18next'
import { Form } from 'react-router'
import { LinkTabs } from '#web/ui/LinkTabs.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'

export const places = { performers: '/explore', videos: '/videos', galleries: '/galleries', shop: '/shop' } as const

/** What all pages of looking around share: the way to search everything, and the way from one kind of thing to the next. */
export function ExploreTabs({ place }: { place: keyof typeof places }) {
  const { t } = useTranslation()
  return (
    <>
      <Form role="search" action="/search" className="max-md:px-4 max-md:pt-2">
        <SearchField label={t('explore.search')} name="q" maxLength={100} />
      </Form>
      <LinkTabs
        className="mt-1 md:mt-2"
        label={t('explore.places')}
        tabs={(Object.keys(places) as (keyof typeof places)[]).map((each) => ({
          label: t(`explore.place.${each}`),
          to: places[each],
          current: each === place,
        }))}
      />
    </>
  )
}
