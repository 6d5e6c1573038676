import { Tooltip as Base } from '@base-ui/react/tooltip'
import type { ReactElement, ReactNode } from 'react'

/** A few words on hover or focus for something that already has a name. Never the only place where something is said: phones have no hover. */
export function Tooltip({ words, children }: { words: ReactNode; children: ReactElement }) {
  return (
    <Base.Root>
      <Base.Trigger delay={400} render={children} />
      <Base.Portal>
        <Base.Positioner sideOffset={6} className="z-50">
          <Base.Popup className="max-w-64 rounded-tile bg-inverse px-2.5 py-1.5 text-13 text-on-inverse transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0">
            {words}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
