import { Suspense, useEffect, useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import { type LoaderFunctionArgs, useLoaderData, useSearchParams } from 'react-router'
import type { Gallery } from '#contract/catalogue/galleries.ts'
import { loadBeside, useQuery } from '#web/app/query.ts'
import { useApi, useMe, useSettings } from '#web/app/session.tsx'
import { MainFrame } from '#web/app/shell/MainFrame.tsx'
import { CommentsBelow } from '#web/catalogue/comments/CommentsBelow.tsx'
import { GalleryHead } from '#web/catalogue/galleries/GalleryHead.tsx'
import { GalleryTiles } from '#web/catalogue/galleries/GalleryTiles.tsx'
import { LockedWall } from '#web/catalogue/galleries/LockedWall.tsx'
import { PhotoWall } from '#web/catalogue/galleries/PhotoWall.tsx'
import { listed, one } from '#web/catalogue/galleries/queries.ts'
import { useOpening } from '#web/catalogue/works/unlock/opening.tsx'
import { isTalkClosed, previewOf } from '#web/catalogue/works/lock.ts'
import { loadWork } from '#web/catalogue/works/coming.ts'
import { wholeId } from '#web/catalogue/works/short-id.ts'
import { useResumes } from '#web/catalogue/works/unlock/resuming.ts'
import { lazy } from '#web/ui/network.ts'

export const handle = { inClosedCountry: true, isExplicit: true }

export { shouldRevalidate } from '#web/catalogue/works/unlock/resuming.ts'

// Zoom, swipe and keys weigh more than the page: they come when the first photo is pressed.
const Lightbox = lazy(() => import('#web/catalogue/galleries/Lightbox.tsx').then((file) => ({ default: file.Lightbox })))

export async function loader(args: LoaderFunctionArgs) {
  const id = wholeId(args.params['galleryId'] ?? '')
  // Ids and slugs are made of these.
  if (!/^[\p{L}\p{N}-]{1,100}$/u.test(id)) throw new Response('', { status: 404 })
  const gallery = await loadWork(args, 'gallery', id, one(id))
  return {
    id,
    gallery,
    more: await loadBeside(args, listed({ performerId: gallery.performerId, excludedId: gallery._id }, { offset: 0 }, 6)),
  }
}

/** One gallery: its photos to look at, or what it takes to see them. */
export function Component() {
  const { t } = useTranslation()
  const { siteName } = useSettings()
  const loaded = useLoaderData<typeof loader>()
  const { data: gallery = loaded.gallery, mutate } = useQuery(one(loaded.id), loaded.gallery)
  const me = useMe()
  useCounted(gallery._id)
  const show = (part: Partial<Gallery>) => void mutate({ ...gallery, ...part }, { revalidate: false })
  return (
    <MainFrame
      place="none"
      wide
      tint={gallery.cover?.tint}
      top={{ title: t('gallery.title') }}
      up={{ to: `/${gallery.performer.username}?tab=galleries`, label: gallery.performer.name }}
    >
      <title>{`${gallery.title} · ${siteName}`}</title>
      <meta name="description" content={gallery.description.slice(0, 160)} />
      <GalleryHead gallery={gallery} onChange={show} />
      <Photos key={gallery._id} id={loaded.id} gallery={gallery} onChange={show} />
      {gallery.status === 'active' && (
        <div className="mt-2 max-w-[600px] md:mt-8">
          <CommentsBelow
            target={{ objectId: gallery._id, objectType: 'gallery' }}
            total={gallery.totalComment}
            of={gallery.performer}
            isClosed={isTalkClosed(gallery, me)}
            onChange={() => void mutate()}
          />
        </div>
      )}
      {loaded.more.data.length > 0 && (
        <section className="mt-8 md:mt-10" aria-labelledby="more-galleries">
          <h2 id="more-galleries" className="mb-3 text-18 max-md:px-4">
            {t('gallery.more', { name: gallery.performer.name })}
          </h2>
          <GalleryTiles galleries={loaded.more.data} byOne />
        </section>
      )}
    </MainFrame>
  )
}

type PhotosProps = { id: string; gallery: Gallery; onChange: (gallery: Gallery) => void }

function Photos({ id, gallery, onChange }: PhotosProps) {
  const { t } = useTranslation()
  const me = useMe()
  const [asked] = useSearchParams()
  const resume = useResumes()
  const [place, setPlace] = useState(() => startOf(gallery, asked.get('photo')))
  const [wanted, setWanted] = useState(place >= 0)
  const query = one(id)
  const photos = (gallery.photos ?? []).filter(({ status }) => status === 'active')
  const what = t('post.photos', { count: gallery.totalPhotos })
  const opening = useOpening(gallery, {
    way: {
      path: `/galleries/${gallery._id}`,
      key: query.key,
      again: (api) => query.ask(api),
      charge: (api, input, options) => api.galleries.charge(input, options),
    },
    what,
    resume: resume && me !== null,
    onOpened: onChange,
  })
  const [wasLocked] = useState(opening.lock !== 'open')
  const [preview] = useState(() => previewOf(gallery))
  const open = (at: number) => {
    setWanted(true)
    setPlace(at)
  }
  return (
    <>
      {opening.lock === 'open' ? (
        <PhotoWall photos={photos} curtain={wasLocked ? { preview, tint: gallery.cover?.tint, what } : undefined} onOpen={open} />
      ) : (
        <LockedWall gallery={gallery} photos={photos} action={opening.action} />
      )}
      {opening.sheets}
      {wanted && opening.lock === 'open' && (
        <Suspense fallback={null}>
          <Lightbox photos={photos} place={place} onClose={() => setPlace(-1)} />
        </Suspense>
      )}
    </>
  )
}

/** The photo that the address names, where it can be seen. */
function startOf({ photos = [], canView }: Gallery, photoId: string | null): number {
  return canView && photoId ? photos.filter(({ status }) => status === 'active').findIndex(({ _id }) => _id === photoId) : -1
}

/** Whoever stays for a moment has seen it. */
function useCounted(id: string): void {
  const api = useApi()
  useEffect(() => {
    const timer = setTimeout(() => void api.galleries.view({ id }).catch(() => {}), 1500)
    return () => clearTimeout(timer)
  }, [api, id])
}
