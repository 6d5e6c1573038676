import type { LucideIcon } from 'lucide-react'
import { lazy, type ReactNode, Suspense } from 'react'
import { Card } from '#web/ui/Card.tsx'
import type { EmptySceneName } from '#web/ui/scenes/EmptyScene.tsx'
import { Stage } from '#web/ui/Stage.tsx'

const EmptyScene = lazy(() => import('#web/ui/scenes/EmptyScene.tsx'))

export type EmptyStateProps = {
  /** One sentence that teaches the gesture: 「看到想留的，按一下書籤。」 */
  children: ReactNode
  /** One outline button (rank="second" size="sm"). */
  action?: ReactNode
} & (
  | {
      icon: LucideIcon
      scene?: never
      title?: never
      /** bare: inside a panel or a pane that is already a surface. */
      look?: 'card' | 'bare'
    }
  | {
      /** The whole page is empty: a scene, and its sentence in the stage voice. */
      scene: EmptySceneName
      title: string
      icon?: never
      look?: never
    }
)

/** Nothing here yet. */
export function EmptyState({ icon: Icon, scene, title, children, action, look = 'card' }: EmptyStateProps) {
  if (scene) {
    return (
      <div className="grid items-center gap-4 max-md:px-4 md:grid-cols-[minmax(0,340px)_minmax(0,1fr)] md:gap-8">
        <div className="aspect-[8/5] w-full overflow-hidden rounded-offer bg-well">
          <Suspense>
            <EmptyScene name={scene} />
          </Suspense>
        </div>
        <div className="grid justify-items-start gap-1">
          <h2 className="text-24 md:text-32">
            <Stage>{title}</Stage>
          </h2>
          <p className="text-15 leading-relaxed! text-pretty text-muted">{children}</p>
          {action && <div className="mt-3">{action}</div>}
        </div>
      </div>
    )
  }
  const inside = (
    <div className="grid justify-items-center gap-3 px-6 py-10 text-center">
      {Icon && <Icon aria-hidden="true" className="size-6 text-muted" />}
      <p className="max-w-[32ch] text-15 text-balance">{children}</p>
      {action}
    </div>
  )
  return look === 'bare' ? inside : <Card>{inside}</Card>
}
