// Files that are dragged over a conversation and let go there: anywhere, not only at the field, where a hand that misses it would leave the page for the file.
import { type DragEvent, useRef, useState } from 'react'

/** @param take what becomes of them; undefined: nothing, and the page stays. Words that are dragged go where the browser puts them. */
export function useDropping(take: ((files: readonly File[]) => void) | undefined) {
  const [isOver, setOver] = useState(false)
  /** A picture of the conversation itself, which a browser calls a file, too. */
  const isOwn = useRef(false)
  const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files')
  return {
    /** Files are held over it that would be taken. */
    isOver: isOver && take !== undefined,
    zone: {
      onDragStart: () => void (isOwn.current = true),
      onDragEnd: () => void (isOwn.current = false),
      onDragOver(event: DragEvent) {
        if (!hasFiles(event)) return
        event.preventDefault()
        const isWanted = take !== undefined && !isOwn.current
        event.dataTransfer.dropEffect = isWanted ? 'copy' : 'none'
        setOver(isWanted)
      },
      onDragLeave(event: DragEvent) {
        // From one thing within it to the next is not out of it.
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false)
      },
      onDrop(event: DragEvent) {
        setOver(false)
        if (!hasFiles(event)) return
        event.preventDefault()
        if (!isOwn.current) take?.([...event.dataTransfer.files])
      },
    },
  }
}
