import { TextAlignStart } from 'lucide-react'

/** 48 px of a work beside its title. One without a picture shows that it is a text. */
export function WorkCover({ url }: { url: string | undefined }) {
  return (
    <span className="grid size-12 flex-none place-items-center overflow-hidden rounded-tile bg-well text-muted">
      {url ? (
        <img src={url} alt="" width={48} height={48} loading="lazy" decoding="async" className="size-full object-cover" />
      ) : (
        <TextAlignStart aria-hidden="true" className="size-[18px]" />
      )}
    </span>
  )
}
