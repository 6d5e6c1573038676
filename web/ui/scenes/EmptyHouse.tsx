import type { ReactNode } from 'react'
import EmptyScene, { type EmptySceneName } from '#web/ui/scenes/EmptyScene.tsx'
import { Stage } from '#web/ui/Stage.tsx'

type EmptyHouseProps = { scene: EmptySceneName; title: string; action?: ReactNode; children: ReactNode }

/** Where nothing is yet: the scene, its sentence, and the way on; one below the other where there is little room. */
export default function EmptyHouse({ scene, title, action, children }: EmptyHouseProps) {
  return (
    <div className="@container max-md:px-4">
      <div className="grid items-center gap-4 @min-[560px]:grid-cols-[minmax(0,340px)_minmax(0,1fr)] @min-[560px]:gap-8">
        <div className="aspect-[8/5] w-full overflow-hidden rounded-offer bg-well">
          <EmptyScene name={scene} />
        </div>
        <div className="grid justify-items-start gap-1">
          <h2 className="text-24 @min-[560px]:text-32">
            <Stage>{title}</Stage>
          </h2>
          <p className="text-15 leading-relaxed! text-pretty text-muted">{children}</p>
          {action && <div className="mt-3">{action}</div>}
        </div>
      </div>
    </div>
  )
}
