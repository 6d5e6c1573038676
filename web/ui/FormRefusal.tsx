import { useEffect, useRef } from 'react'

/** What belongs to no single field, above the button that was pressed. Takes the focus, so that it is read and in view. */
export function FormRefusal({ children }: { children: string | undefined }) {
  const box = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (children) box.current?.focus()
  }, [children])
  if (!children) return null
  return (
    <p ref={box} tabIndex={-1} role="alert" className="rounded-control bg-onair-wash px-4 py-3 text-14 leading-relaxed! outline-none">
      {children}
    </p>
  )
}
