import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { cx } from '#web/ui/cx.ts'
import { Count } from '#web/ui/Count.tsx'
import { UnreadCount } from '#web/ui/IconButton.tsx'
import type { NavItem } from '#web/ui/layout/nav.ts'
import { useUiWords } from '#web/ui/UiWords.tsx'

export type RailProps = {
  brand: ReactNode
  nav: NavItem[]
  /** Between brand and items: the studio's one blue button. */
  lead?: ReactNode
  /** At the bottom: balance and oneself (RailFoot). */
  foot?: ReactNode
  /** fold: 72-px icons from 768 to 1279. icons: always. words: always 224. */
  show?: 'fold' | 'icons' | 'words'
}

/** The wide screens' way around. Hidden on a phone, where BottomBar does its work. */
export function Rail({ brand, nav, lead, foot, show = 'fold' }: RailProps) {
  const words = useUiWords()
  const id = useId()
  const groups = [...Map.groupBy(nav, ({ under = '' }) => under)]
  return (
    <header
      className={cx(
        'sticky top-(--lost) hidden h-dvh flex-col py-5 md:flex md:h-[calc(100dvh-var(--banners)-var(--lost))]',
        show === 'fold' && 'max-xl:items-center',
        show === 'icons' && 'items-center',
      )}
    >
      <div className={cx(show === 'fold' && 'xl:px-3', show === 'words' && 'px-3')}>{brand}</div>
      {lead && <div className="mt-4">{lead}</div>}
      {/* Where the window is low the places scroll by themselves: a foot that lay over them would cover the last, and take its presses. */}
      <nav aria-label={words('mainMenu')} className="quiet-scroll -mx-1 mt-3 min-h-0 overflow-y-auto px-1 py-1">
        {groups.map(([heading, items]) => (
          <div key={heading}>
            {heading && show === 'words' && (
              <p id={`${id}${heading}`} className="px-3 pt-3 pb-0.5 text-13 text-muted">
                {heading}
              </p>
            )}
            <ul aria-labelledby={heading && show === 'words' ? `${id}${heading}` : undefined} className="grid gap-0.5">
              {items.map((item) => (
                <li key={item.label}>
                  <RailLink item={item} show={show} />
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      {foot && <div className="mt-auto pt-3">{foot}</div>}
    </header>
  )
}

function RailLink({ item, show }: { item: NavItem; show: NonNullable<RailProps['show']> }) {
  const narrow = show === 'fold' ? 'max-xl:sr-only' : show === 'icons' ? 'sr-only' : ''
  const centre = show === 'fold' ? 'max-xl:justify-center max-xl:px-0 max-xl:w-12' : show === 'icons' ? 'justify-center px-0 w-12' : ''
  return (
    <Link
      to={item.to}
      title={show === 'words' ? undefined : item.label}
      aria-current={item.current ? 'page' : undefined}
      className={cx(
        'relative flex min-h-11 items-center gap-3.5 rounded-control px-3 text-15 transition-colors hover:bg-hover',
        item.current ? 'bg-hover font-semibold text-text' : 'text-muted',
        centre,
      )}
    >
      <item.icon aria-hidden="true" />
      <span className={narrow}>{item.label}</span>
      {item.count ? (
        <>
          <Count count={item.count} className={cx('ms-auto', show === 'fold' && 'max-xl:hidden', show === 'icons' && 'hidden')} />
          {show !== 'words' && (
            <UnreadCount count={item.count} className={cx('absolute top-0.5 start-[calc(50%+2px)]', show === 'fold' && 'xl:hidden')} />
          )}
        </>
      ) : null}
    </Link>
  )
}
