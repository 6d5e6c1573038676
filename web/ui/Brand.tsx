import { Link, type LinkProps } from 'react-router'
import { cx } from '#web/ui/cx.ts'

/** The little open door. Drawn by us; follows the theme. */
export function BrandMark({ className = 'size-[26px]' }: { className?: string }) {
  return (
    <svg viewBox="0 0 26 26" aria-hidden="true" className={cx('flex-none', className)}>
      <rect x="3" y="2" width="20" height="22" rx="5" fill="var(--inverse)" />
      <path d="M10 6.5 17 8.6V24H10Z" fill="var(--primary)" />
      <circle cx="15" cy="15.6" r="1.1" fill="var(--inverse)" />
    </svg>
  )
}

export type BrandProps = {
  /** The site's own name is a setting; in the studio it is the word for the studio. */
  name: string
  to?: LinkProps['to']
  /** The operator's picture, which has the name in it, for either theme. */
  logo?: { light: string; dark: string } | undefined
  /** icon: the mark alone always. auto: the name hides on the 768-1279 icon rail. */
  show?: 'full' | 'auto' | 'icon'
  className?: string
}

const picture = 'max-h-8 max-w-40 object-contain'

/** Mark and name, as the way home. */
export function Brand({ name, logo, to = '/', show = 'full', className }: BrandProps) {
  return (
    <Link
      to={to}
      className={cx('inline-flex h-11 items-center gap-2.5 text-18 font-semibold tracking-[-0.01em] whitespace-nowrap', className)}
    >
      {logo ? (
        <>
          <img
            src={logo.light}
            alt={name}
            className={cx(picture, show === 'auto' && 'max-xl:max-w-11', logo.dark !== logo.light && 'dark:hidden')}
          />
          {logo.dark !== logo.light && (
            <img src={logo.dark} alt={name} className={cx(picture, show === 'auto' && 'max-xl:max-w-11', 'hidden dark:block')} />
          )}
        </>
      ) : (
        <>
          <BrandMark />
          <span className={cx(show === 'auto' && 'max-xl:sr-only', show === 'icon' && 'sr-only')}>{name}</span>
        </>
      )}
    </Link>
  )
}
