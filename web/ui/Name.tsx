import { BadgeCheck } from 'lucide-react'
import { Link, type LinkProps } from 'react-router'
import { cx } from '#web/ui/cx.ts'
import { useUiWords } from '#web/ui/UiWords.tsx'

export type NameProps = {
  children: string
  verified?: boolean | undefined
  to?: LinkProps['to'] | undefined
  /** 16 in cards, 15 in lists, 14 in rails, 24 on the profile. */
  size?: 14 | 15 | 16 | 24
  className?: string | undefined
}

/** From 15 px in the face of the stage: smaller, a serif is hard to read. */
const sizes = { 14: 'text-14', 15: 'stage-name text-15', 16: 'stage-name text-16', 24: 'stage-name text-24 md:text-28' }

/** A display name on one line, with the mark when identity is verified. Long names end in an ellipsis, the mark stays; on its own page a name is whole. */
export function Name({ children, verified = false, to, size = 16, className }: NameProps) {
  const words = useUiWords()
  const text = size === 24 ? 'min-w-0 wrap-break-word' : 'min-w-0 truncate'
  return (
    <span className={cx('flex min-w-0 items-center gap-1 leading-[1.45]! font-semibold', sizes[size], className)}>
      {to === undefined ? (
        <span className={text}>{children}</span>
      ) : (
        <Link to={to} className={cx(text, 'hover:underline underline-offset-4')}>
          {children}
        </Link>
      )}
      {verified && (
        <>
          <BadgeCheck aria-hidden="true" className={cx('text-link', size === 24 ? 'size-6' : 'size-4')} />
          <span className="sr-only">{words('verified')}</span>
        </>
      )}
    </span>
  )
}
