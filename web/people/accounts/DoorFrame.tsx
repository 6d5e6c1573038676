import type { ReactNode } from 'react'
import { Footing } from '#web/app/shell/Footing.tsx'
import { SiteBrand } from '#web/app/shell/SiteBrand.tsx'
import { CurtainScene } from '#web/people/accounts/CurtainScene.tsx'
import { SplitFrame } from '#web/ui/layout/SplitFrame.tsx'

/** Every form before one is in: the curtain, and the form beside it. */
export function DoorFrame({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) {
  return (
    <SplitFrame brand={<SiteBrand />} picture={<CurtainScene />} title={title} lead={lead} foot={<Footing />}>
      {children}
    </SplitFrame>
  )
}
