import { Plus } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react'
import { type Upload, UploadTile } from '#web/ui/UploadTile.tsx'
import { useUiWords } from '#web/ui/UiWords.tsx'

export type UploadGridProps = {
  uploads: Upload[]
  /** The ids in their new order. */
  onReorder: (ids: string[]) => void
  onRemove: (id: string) => void
  onRetry?: (id: string) => void
  /** A press on the picture itself. */
  onOpen?: (id: string) => void
  onAdd: (files: File[]) => void
  /** What the picker offers: "image/*". */
  accept: string
  addLabel?: ReactNode
  /** No more can be added. */
  full?: boolean
}

/** Files to publish, in order. Drop, paste or pick; move by dragging the handle or with arrow keys on it. */
export function UploadGrid({ uploads, onReorder, onRemove, onRetry, onOpen, onAdd, accept, addLabel, full = false }: UploadGridProps) {
  const words = useUiWords()
  const [held, setHeld] = useState<string>()
  const [said, setSaid] = useState('')
  const grid = useRef<HTMLUListElement>(null)
  const ids = uploads.map((upload) => upload.id)
  const move = (id: string, to: number) => {
    const without = ids.filter((one) => one !== id)
    const place = Math.max(0, Math.min(without.length, to))
    if (ids.indexOf(id) === place) return
    onReorder(without.toSpliced(place, 0, id))
    setSaid(words('movedTo', { place: place + 1, total: ids.length }))
  }
  const onKeyDown = (id: string) => (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key]
    if (!step) return
    event.preventDefault()
    move(id, ids.indexOf(id) + step)
  }
  const onPointerMove = (event: PointerEvent) => {
    if (held === undefined) return
    const over = document.elementFromPoint(event.clientX, event.clientY)?.closest('[data-upload]')
    if (over && grid.current?.contains(over)) move(held, ids.indexOf(over.getAttribute('data-upload') ?? held))
  }
  const take = (files: FileList | null | undefined) => {
    if (files?.length && !full) onAdd([...files])
  }
  return (
    <div
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        take(event.dataTransfer.files)
      }}
      onPaste={(event) => take(event.clipboardData.files)}
    >
      <ul
        ref={grid}
        className="grid grid-cols-3 gap-2 md:grid-cols-4"
        onPointerMove={onPointerMove}
        onPointerUp={() => setHeld(undefined)}
        onPointerCancel={() => setHeld(undefined)}
      >
        {uploads.map((upload) => (
          <li key={upload.id} data-upload={upload.id}>
            <UploadTile
              upload={upload}
              held={held === upload.id}
              onRemove={() => onRemove(upload.id)}
              onRetry={onRetry && (() => onRetry(upload.id))}
              onOpen={onOpen && (() => onOpen(upload.id))}
              handle={
                uploads.length < 2
                  ? undefined
                  : {
                      onKeyDown: onKeyDown(upload.id),
                      // The grid holds the pointer: a tile that moves in the document would lose it.
                      onPointerDown: (event) => {
                        grid.current?.setPointerCapture(event.pointerId)
                        setHeld(upload.id)
                      },
                    }
              }
            />
          </li>
        ))}
        {!full && (
          <li>
            <label className="grid aspect-square cursor-pointer place-content-center justify-items-center gap-1 rounded-tile border-[1.5px] border-dashed border-line-strong text-13 text-muted transition-colors hover:bg-hover has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-link">
              <Plus aria-hidden="true" />
              {addLabel ?? words('add')}
              <input
                type="file"
                multiple
                accept={accept}
                className="sr-only"
                onChange={(event) => {
                  take(event.target.files)
                  event.target.value = ''
                }}
              />
            </label>
          </li>
        )}
      </ul>
      <p role="status" className="sr-only">
        {said}
      </p>
    </div>
  )
}
