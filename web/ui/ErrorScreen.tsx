import type { ReactNode } from 'react'
import { BlankFrame } from '#web/ui/layout/BlankFrame.tsx'
import { EmptyMark } from '#web/ui/scenes/EmptyMark.tsx'
import { GhostLight } from '#web/ui/scenes/GhostLight.tsx'
import { StageDoor } from '#web/ui/scenes/StageDoor.tsx'

export type ErrorScreenProps = {
  brand: ReactNode
  /** 404 the empty mark; 401 and 403 the stage door; anything else the ghost light. */
  status: number
  title: ReactNode
  lead?: ReactNode
  actions?: ReactNode
  /** Quiet links; the number itself already stands there. */
  foot?: ReactNode
}

/** The page for what went wrong, with its number small at the bottom for those who report it. */
export function ErrorScreen({ brand, status, title, lead, actions, foot }: ErrorScreenProps) {
  const scene = status === 404 ? <EmptyMark /> : status === 401 || status === 403 ? <StageDoor shut={status === 403} /> : <GhostLight />
  return (
    <BlankFrame
      brand={brand}
      scene={scene}
      title={title}
      lead={lead}
      actions={actions}
      foot={
        <>
          <span className="num">{status}</span>
          {foot}
        </>
      }
    />
  )
}
