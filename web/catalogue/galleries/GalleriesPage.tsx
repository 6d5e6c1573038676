import { Images } from 'lucide-react'
import { useTranslation } from '#web/app/say.ts'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { load } from '#web/app/query.ts'
import { GalleryTiles } from '#web/catalogue/galleries/GalleryTiles.tsx'
import { listed } from '#web/catalogue/galleries/queries.ts'
import { BrowsePage } from '#web/catalogue/works/BrowsePage.tsx'
import { filterFrom, isFiltered, useWorkPills } from '#web/catalogue/works/browsing.ts'

export async function loader(args: LoaderFunctionArgs) {
  const filter = filterFrom(args.request.url)
  return { filter, first: await load(args, listed(filter, { offset: 0 })) }
}

/** Everybody's galleries. */
export function Component() {
  const { t } = useTranslation()
  const { filter, first } = useLoaderData<typeof loader>()
  return (
    <BrowsePage
      place="galleries"
      title={t('gallery.title')}
      about={filter.tag && `#${filter.tag}`}
      pills={useWorkPills('/galleries', filter)}
      filter={filter}
      first={first}
      query={(after) => listed(filter, after)}
      draw={(galleries) => <GalleryTiles galleries={galleries} />}
      none={
        isFiltered(filter)
          ? { icon: Images, words: t('gallery.none'), action: t('gallery.showAll'), to: '/galleries' }
          : { icon: Images, words: t('gallery.noneYet'), action: t('browse.toCreators'), to: '/explore' }
      }
    />
  )
}
