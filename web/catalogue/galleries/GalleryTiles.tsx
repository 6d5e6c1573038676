import { Images } from 'lucide-react'
import { useTranslation } from '#web/app/say.ts'
import { Link } from 'react-router'
import type { Gallery } from '#contract/catalogue/galleries.ts'
import { useNeeds } from '#web/catalogue/works/needs.ts'
import { CoverGrid, CoverTile } from '#web/ui/CoverTile.tsx'
import { sourcesOf } from '#web/ui/sources.ts'

/** Galleries to choose from. @param byOne all of them are one performer's, whose name need not be told again */
export function GalleryTiles({ galleries, byOne = false }: { galleries: readonly Gallery[]; byOne?: boolean }) {
  const { t } = useTranslation()
  const needs = useNeeds()
  return (
    <CoverGrid label={t('browse.galleries')}>
      {galleries.map((gallery, place) => (
        <li key={gallery._id}>
          <CoverTile
            to={`/galleries/${gallery.slug}`}
            title={gallery.title}
            picture={gallery.cover?.url}
            sources={gallery.cover && sourcesOf(gallery.cover)}
            isBlurred={gallery.cover?.isBlurred ?? false}
            locked={needs(gallery)}
            chip={
              <>
                <Images aria-hidden="true" />
                {t('browse.photos', { count: gallery.totalPhotos })}
              </>
            }
            priority={place < 3}
            note={
              byOne ? undefined : (
                <Link to={`/${gallery.performer.username}`} className="hover:text-text">
                  {gallery.performer.name}
                </Link>
              )
            }
          />
        </li>
      ))}
    </CoverGrid>
  )
}
