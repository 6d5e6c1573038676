import type { LucideIcon } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { Card } from '#web/ui/Card.tsx'
import { lazyOr } from '#web/ui/network.ts'
import type { EmptySceneName } from '#web/ui/scenes/EmptyScene.tsx'

/** With its picture, and the face of its sentence: a page that is not empty does not bring them. */
const EmptyHouse = lazyOr(() => import('#web/ui/scenes/EmptyHouse.tsx').then((file) => file.default), InWords)

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
      <Suspense>
        <EmptyHouse scene={scene} title={title} action={action}>
          {children}
        </EmptyHouse>
      </Suspense>
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

/** Where a newer release took the picture away: what is to be said came with the page. */
function InWords({ title, children, action }: { title: string; children: ReactNode; action?: ReactNode }) {
  return (
    <div className="max-md:px-4">
      <h2 className="text-24">{title}</h2>
      <p className="text-15 text-muted">{children}</p>
      {action && <div className="mt-3">{action}</div>}
    </div>
  )
}
