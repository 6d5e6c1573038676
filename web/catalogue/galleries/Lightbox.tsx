import { useTranslation } from '#web/app/say.ts'
import { Lightbox as Viewer } from 'yet-another-react-lightbox'
import Captions from 'yet-another-react-lightbox/plugins/captions'
import Counter from 'yet-another-react-lightbox/plugins/counter'
import Zoom from 'yet-another-react-lightbox/plugins/zoom'
import 'yet-another-react-lightbox/plugins/captions.css'
import 'yet-another-react-lightbox/plugins/counter.css'
import 'yet-another-react-lightbox/styles.css'
import type { Photo } from '#contract/catalogue/galleries.ts'
import { useBackCloses } from '#web/ui/back.ts'

type LightboxProps = {
  photos: readonly Pick<Photo, 'file' | 'title' | 'description'>[]
  /** Below 0: closed. */
  place: number
  onClose: () => void
}

/** The photos whole, on black, over everything: swipe, pinch, wheel, arrow keys, Esc. */
export function Lightbox({ photos, place, onClose }: LightboxProps) {
  const { t } = useTranslation()
  useBackCloses(place >= 0, onClose)
  return (
    <Viewer
      open={place >= 0}
      close={onClose}
      index={Math.max(0, place)}
      plugins={[Captions, Counter, Zoom]}
      slides={photos.map(({ file, title, description }, at) => ({
        src: file.url ?? '',
        alt: title || t('gallery.photo', { place: at + 1 }),
        ...(file.width && file.height && { width: file.width, height: file.height }),
        srcSet: file.thumbnails.map(({ url, width, height }) => ({ src: url, width, height })),
        ...(title && { title }),
        ...(description && { description }),
      }))}
      carousel={{ finite: true, preload: 1 }}
      controller={{ closeOnPullDown: true, closeOnBackdropClick: true }}
      animation={{ swipe: 220, fade: 180 }}
      zoom={{ maxZoomPixelRatio: 2, scrollToZoom: true }}
      labels={{
        Next: t('gallery.next'),
        Previous: t('gallery.previous'),
        Close: t('gallery.close'),
        'Zoom in': t('gallery.zoomIn'),
        'Zoom out': t('gallery.zoomOut'),
        Lightbox: t('gallery.photos'),
        Carousel: t('gallery.viewer'),
        Slide: t('gallery.slide'),
        'Photo gallery': t('gallery.photos'),
      }}
      styles={{
        root: { '--yarl__color_backdrop': '#05080b' },
        // On the dark chip that words and icons have over every picture here.
        button: { backgroundColor: 'var(--media-chip)', borderRadius: '999px', filter: 'none', padding: '10px', margin: '4px' },
        navigationPrev: { left: '8px' },
        navigationNext: { right: '8px' },
      }}
      counter={{
        container: {
          style: { top: '8px', left: '8px', margin: 0, borderRadius: '6px', backgroundColor: 'var(--media-chip)', filter: 'none' },
        },
      }}
    />
  )
}
