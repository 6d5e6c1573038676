import type { FrontPicture } from '#contract/windows/front.ts'

type OpenPictureProps = {
  picture: FrontPicture
  /** How wide it is drawn, for the browser to choose by. */
  sizes: string
  /** In the first view: loads at once. */
  priority?: boolean
  className?: string
}

/** A picture that is open to whoever looks; what it is of stands beside it. */
export function OpenPicture({ picture: { url, width, height, smaller }, sizes, priority = false, className }: OpenPictureProps) {
  return (
    <img
      src={url}
      srcSet={[...smaller, { url, width }].map((each) => `${each.url} ${each.width}w`).join(', ')}
      sizes={sizes}
      alt=""
      width={width}
      height={height}
      loading={priority ? 'eager' : 'lazy'}
      fetchPriority={priority ? 'high' : 'auto'}
      decoding="async"
      className={className}
    />
  )
}
