import { Film } from 'lucide-react'
import { useTranslation } from '#web/app/say.ts'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { load } from '#web/app/query.ts'
import { VideoTiles } from '#web/catalogue/videos/VideoTiles.tsx'
import { listed } from '#web/catalogue/videos/queries.ts'
import { BrowsePage } from '#web/catalogue/works/BrowsePage.tsx'
import { filterFrom, isFiltered, useWorkPills } from '#web/catalogue/works/browsing.ts'

export async function loader(args: LoaderFunctionArgs) {
  const filter = filterFrom(args.request.url)
  return { filter, first: await load(args, listed(filter, { offset: 0 })) }
}

/** Everybody's videos. */
export function Component() {
  const { t } = useTranslation()
  const { filter, first } = useLoaderData<typeof loader>()
  return (
    <BrowsePage
      place="videos"
      title={t('video.title')}
      about={filter.tag && `#${filter.tag}`}
      pills={useWorkPills('/videos', filter)}
      filter={filter}
      first={first}
      query={(after) => listed(filter, after)}
      draw={(videos) => <VideoTiles videos={videos} />}
      none={
        isFiltered(filter)
          ? { icon: Film, words: t('video.none'), action: t('video.showAll'), to: '/videos' }
          : { icon: Film, words: t('video.noneYet'), action: t('browse.toCreators'), to: '/explore' }
      }
    />
  )
}
