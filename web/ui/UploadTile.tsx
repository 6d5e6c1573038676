import { GripVertical, RotateCw, X } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'
import { MediaChip } from '#web/ui/MediaChip.tsx'
import { Progress } from '#web/ui/Progress.tsx'
import { useUiWords } from '#web/ui/UiWords.tsx'

export type Upload = {
  id: string
  /** The file's name: what screen readers hear. */
  name: string
  /** An object URL at once, the server's thumbnail later. */
  thumbnail?: string | undefined
  /** 0 to 100 while it goes up; left out when it is there. */
  percent?: number | undefined
  /** Why it did not go up, short. Shows a retry. */
  error?: ReactNode
  /** Over its lower edge, a word: cover, hidden. */
  chip?: ReactNode
}

export type UploadTileProps = {
  upload: Upload
  onRemove: () => void
  onRetry?: (() => void) | undefined
  /** A press on the picture itself. */
  onOpen?: (() => void) | undefined
  /** The handle's listeners, from UploadGrid; without them no handle is drawn. */
  handle?: ComponentProps<'button'> | undefined
  /** Being dragged. */
  held?: boolean
}

/** One file on its way: picture at once, progress over it, remove, and a handle to move it. */
export function UploadTile({ upload, onRemove, onRetry, onOpen, handle, held = false }: UploadTileProps) {
  const words = useUiWords()
  const going = upload.percent !== undefined && upload.percent < 100 && !upload.error
  return (
    <div
      className={cx(
        'relative isolate aspect-square overflow-hidden rounded-tile bg-well transition-[opacity,scale]',
        held && 'scale-95 opacity-70',
      )}
    >
      {upload.thumbnail && <img src={upload.thumbnail} alt={upload.name} draggable={false} className="size-full object-cover" />}
      {onOpen && !going && !upload.error && (
        <button
          type="button"
          aria-label={upload.name}
          onClick={onOpen}
          className="absolute inset-0 focus-visible:outline-on-media focus-visible:outline-offset-[-3px]"
        />
      )}
      {upload.chip && !going && !upload.error && (
        <MediaChip className="pointer-events-none absolute bottom-1.5 start-1.5">{upload.chip}</MediaChip>
      )}
      {(going || upload.error) && <div className="absolute inset-0 bg-media-pool" />}
      {going && (
        <div className="absolute inset-x-2.5 bottom-2.5 grid gap-1 text-on-media">
          <span className="num text-13 font-semibold">{Math.round(upload.percent ?? 0)}%</span>
          <Progress look="media" percent={upload.percent ?? 0} label={upload.name} />
        </div>
      )}
      {upload.error && (
        <button
          type="button"
          onClick={onRetry}
          className="absolute inset-0 flex flex-col items-center justify-center gap-1 p-2 text-13 leading-tight! text-on-media focus-visible:outline-on-media focus-visible:outline-offset-[-3px]"
        >
          <RotateCw aria-hidden="true" className="size-[18px]" />
          {upload.error}
        </button>
      )}
      <button type="button" aria-label={`${words('remove')} ${upload.name}`} onClick={onRemove} className={`${corner} end-1.5`}>
        <X className="size-4" />
      </button>
      {handle && (
        <button
          type="button"
          {...handle}
          aria-label={`${upload.name}，${words('dragToMove')}`}
          className={`${corner} start-1.5 cursor-grab touch-none`}
        >
          <GripVertical className="size-4" />
        </button>
      )}
    </div>
  )
}

/* 28 px drawn so that two fit a phone's tile, 44 to touch. */
const corner =
  'absolute top-1.5 grid size-7 place-items-center rounded-full bg-media-chip text-on-media after:absolute after:-inset-2 focus-visible:outline-on-media'
