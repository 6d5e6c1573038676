import type { ComponentProps, ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router'
import { cx } from '#web/ui/cx.ts'

type Look = {
  /** What it does, for people who do not see the icon. Required: an icon alone says nothing to a screen reader. */
  label: string
  /** A lucide icon, 20 px. */
  children: ReactNode
  /** line: outlined circle beside outline buttons. media: white on a dark chip, over pictures. */
  look?: 'plain' | 'line' | 'media'
  /** Shown as a small dark count at the upper right (unread). */
  count?: number | undefined
  /** Placement only; over a picture write `absolute!`, since the button itself is `relative`. */
  className?: string | undefined
}
export type IconButtonProps =
  | (Look & { to?: undefined } & Omit<ComponentProps<'button'>, keyof Look>)
  | (Look & { to: LinkProps['to'] } & Omit<LinkProps, keyof Look | 'to'>)

const looks = {
  plain: 'size-11 hover:bg-hover active:bg-press',
  line: 'size-11 ring-1 ring-inset ring-line-strong hover:bg-hover active:bg-press',
  media: 'size-9 touch bg-media-chip text-on-media focus-visible:outline-on-media',
}

/** A round 44-px target with one icon. */
export function IconButton({ label, children, look = 'plain', count, className, ...rest }: IconButtonProps) {
  const classes = cx(
    'relative grid flex-none place-items-center rounded-full transition-colors disabled:opacity-45',
    looks[look],
    className,
  )
  // What is drawn inside belongs to the name, or voice control cannot find the button.
  const name = count ? `${label} ${unreadText(count)}` : label
  const inside = (
    <>
      {children}
      {count ? <UnreadCount count={count} className="absolute top-1 start-[calc(50%+2px)]" /> : null}
    </>
  )
  if (rest.to !== undefined) {
    return (
      <Link {...rest} className={classes} aria-label={name}>
        {inside}
      </Link>
    )
  }
  const { to: _to, type = 'button', ...button } = rest
  return (
    <button {...button} type={type} className={classes} aria-label={name}>
      {inside}
    </button>
  )
}

/** The dark count of things unread; above 99 it says 99+. */
export function UnreadCount({ count, className }: { count: number; className?: string }) {
  return (
    <span
      className={cx(
        'num h-[18px] min-w-[18px] rounded-full bg-onair px-[5px] text-center text-13 leading-[18px] font-semibold text-on-onair',
        className,
      )}
    >
      {unreadText(count)}
    </span>
  )
}

const unreadText = (count: number) => (count > 99 ? '99+' : String(count))
