import { Link } from 'react-router'
import { cx } from '#web/ui/cx.ts'
import { UnreadCount } from '#web/ui/IconButton.tsx'
import type { NavItem } from '#web/ui/layout/nav.ts'
import { useUiWords } from '#web/ui/UiWords.tsx'

/** The phone's bar of five, above the safe area; the acts of a form (StayingActs) take its place. Nothing on wide screens. */
export function BottomBar({ items }: { items: NavItem[] }) {
  const words = useUiWords()
  return (
    <nav
      aria-label={words('mainMenu')}
      className="safe-bottom fixed inset-x-0 bottom-0 z-20 border-t border-line bg-surface in-[body:has([data-acts])]:hidden md:hidden"
    >
      <ul className="grid h-[60px] auto-cols-fr grid-flow-col px-1">
        {items.map((item) => (
          <li key={item.label}>
            <Link
              to={item.to}
              aria-current={item.current ? 'page' : undefined}
              className={cx(
                'relative grid h-full content-center justify-items-center gap-[3px] text-13 leading-none whitespace-nowrap',
                item.current ? 'font-semibold text-text' : 'text-muted',
              )}
            >
              <item.icon aria-hidden="true" className="size-6" />
              {/* Five words beside each other: one that is too long in some language ends with … instead of lying over its neighbour. */}
              <span className="-my-1 max-w-full overflow-hidden py-1 text-ellipsis">{item.label}</span>
              {item.count ? <UnreadCount count={item.count} className="absolute top-0.5 start-[calc(50%+4px)]" /> : null}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Room under the page so that its end is not hidden by the bar. */
export const roomForBottomBar = 'max-md:pb-[calc(84px+env(safe-area-inset-bottom))]'
