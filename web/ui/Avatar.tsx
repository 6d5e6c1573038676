import { useState } from 'react'
import { Link, type LinkProps } from 'react-router'
import { cx } from '#web/ui/cx.ts'
import { faceSources } from '#web/ui/sources.ts'
import { useUiWords } from '#web/ui/UiWords.tsx'

export type AvatarProps = {
  /** Picture address; without one, or when it fails, a quiet two-tone drawing with the first letter. */
  src?: string | null | undefined
  /** Whose it is: chooses the drawing and its letter. The name itself stands beside it, so the picture is decoration. */
  name: string
  /** Diameter in px. 24 inline, 36 rail, 44 cards and rows, 48 conversations, 88 and 120 profile. */
  size?: number
  /** On air now: the only ring there is. */
  live?: boolean | undefined
  online?: boolean | undefined
  to?: LinkProps['to'] | undefined
  className?: string | undefined
}

/* A picture's own colours, not the theme's: white letters on each pass 4.5:1. */
const tones: [string, string][] = [
  ['#24553f', '#2f6d52'],
  ['#6d3350', '#83425f'],
  ['#33286a', '#463a86'],
  ['#7a4312', '#925420'],
  ['#1d4f5f', '#276678'],
  ['#5d2430', '#752f3d'],
]

/** A face, always round. */
export function Avatar({ src, name, size = 44, live = false, online = false, to, className }: AvatarProps) {
  const words = useUiWords()
  const [failed, setFailed] = useState<string>()
  const classes = cx('relative block flex-none rounded-full', live && 'shadow-[0_0_0_2px_var(--surface),0_0_0_4px_var(--onair)]', className)
  const style = { width: size, height: size }
  const face = (
    <>
      <Placeholder name={name} />
      {src && failed !== src && (
        <img
          src={src}
          srcSet={faceSources(src)}
          sizes={`${size}px`}
          alt=""
          width={size}
          height={size}
          // Under it stands its drawing: no face goes before the picture that the page is about.
          loading="lazy"
          decoding="async"
          onError={() => setFailed(src)}
          className="absolute inset-0 size-full rounded-full object-cover"
        />
      )}
      <span className="absolute inset-0 rounded-full ring-1 ring-media-edge ring-inset" />
      {live && <span className="sr-only">{words('live')}</span>}
      {online && !live && (
        <span className="absolute end-0 bottom-0 size-3 rounded-full border-2 border-surface bg-success">
          <span className="sr-only">{words('online')}</span>
        </span>
      )}
    </>
  )
  if (to === undefined) {
    return (
      <span className={classes} style={style}>
        {face}
      </span>
    )
  }
  // The name beside it is the same link for keyboards and screen readers: twice would only be noise.
  return (
    <Link to={to} className={classes} style={style} tabIndex={-1} aria-hidden="true">
      {face}
    </Link>
  )
}

function Placeholder({ name }: { name: string }) {
  const letter = Array.from(name.trim())[0] ?? ''
  const sum = Array.from(name).reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0)
  const [dark, light] = tones[sum % tones.length] ?? ['#24553f', '#2f6d52']
  return (
    <svg viewBox="0 0 80 80" aria-hidden="true" className="block size-full rounded-full">
      <rect width="80" height="80" fill={dark} />
      <circle cx={sum % 2 ? 62 : 18} cy="66" r="38" fill={light} />
      <text x="40" y="41" textAnchor="middle" dominantBaseline="central" fontSize="32" fontWeight="600" fill="#fff">
        {letter.toUpperCase()}
      </text>
    </svg>
  )
}
