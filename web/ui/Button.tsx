import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router'
import { cx } from '#web/ui/cx.ts'
import { useUiWords } from '#web/ui/UiWords.tsx'

/** primary: what costs or publishes, one per card or sheet. second: outline. text: words. danger: cannot be undone. */
type ButtonRank = 'primary' | 'second' | 'text' | 'danger'
/** sm: 36 px drawn, 44 px to touch. md: 44. wide: the full width, 48. */
export type ButtonSize = 'sm' | 'md' | 'wide'

type Look = {
  rank?: ButtonRank
  size?: ButtonSize
  /** Keeps its width, shows a turning ring and swallows presses, so that nothing is sent twice. */
  loading?: boolean
  /** A lucide icon before the words. */
  icon?: ReactNode
  /** Say the amount or the act, never "OK". */
  children: ReactNode
  /** Placement only. */
  className?: string | undefined
}
export type ButtonProps =
  | (Look & { to?: undefined } & Omit<ComponentProps<'button'>, keyof Look>)
  | (Look & { to: LinkProps['to'] } & Omit<LinkProps, keyof Look | 'to'>)

const ranks: Record<ButtonRank, string> = {
  primary: 'bg-primary text-on-primary hover:bg-primary-hover active:bg-primary-press',
  second: 'ring-1 ring-inset ring-line-strong text-text hover:bg-hover active:bg-press',
  text: 'text-link hover:underline underline-offset-4',
  danger: 'bg-onair text-on-onair hover:opacity-90',
}
const sizes: Record<ButtonSize, string> = {
  sm: 'min-h-9 px-4 text-14 touch',
  md: 'min-h-11 px-5 text-15',
  wide: 'min-h-12 px-5 w-full text-16',
}

/** A pill to press, or with `to` the same pill as a link. Extra props go to the element, so Base UI can use it as a trigger. */
export function Button({ rank = 'primary', size = 'md', loading = false, icon, children, className, ...rest }: ButtonProps) {
  const words = useUiWords()
  const look = cx(
    'num relative inline-flex items-center justify-center gap-2 rounded-full font-semibold leading-tight whitespace-nowrap select-none transition-colors',
    'disabled:opacity-45 disabled:pointer-events-none aria-disabled:pointer-events-none',
    ranks[rank],
    rank === 'text' ? cx(sizes[size].replace(/px-\d/, ''), 'px-2') : sizes[size],
    className,
  )
  const inside = (
    <>
      <span className={cx('inline-flex items-center justify-center gap-2', loading && 'invisible')}>
        {icon}
        {children}
      </span>
      {loading && (
        <span className="absolute inset-0 grid place-items-center">
          <span className="turning size-5 rounded-full border-2 border-current border-e-transparent" />
          <span className="sr-only">{words('loading')}</span>
        </span>
      )}
    </>
  )
  if (rest.to !== undefined) {
    return (
      <Link {...rest} className={look}>
        {inside}
      </Link>
    )
  }
  const { to: _to, type = 'button', onClick, ...button } = rest
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (loading) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      {...button}
      type={type}
      className={look}
      onClick={press}
      aria-busy={loading || undefined}
      aria-disabled={loading || button['aria-disabled']}
    >
      {inside}
    </button>
  )
}
