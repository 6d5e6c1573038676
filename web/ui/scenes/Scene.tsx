import { type ReactNode, useId } from 'react'

/** The ground of every scene: wall, floor, rounded frame. Gives its children an id of their own for gradients, since several may stand on a page. */
export function Scene({
  night = false,
  floor = true,
  low = false,
  children,
}: {
  night?: boolean
  floor?: boolean
  /** 200 high instead of 280: where a list is empty, not a whole page. */
  low?: boolean
  children: (id: string) => ReactNode
}) {
  const height = low ? 200 : 280
  const floorAt = low ? 144 : 208
  const id = useId()
  return (
    <svg viewBox={`0 0 320 ${height}`} aria-hidden="true" className="block w-full">
      <defs>
        <linearGradient id={`${id}-beam`} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="var(--door-beam)" />
          <stop offset="1" stopColor="var(--door-beam)" stopOpacity="0" />
        </linearGradient>
        <clipPath id={`${id}-frame`}>
          <rect width="320" height={height} rx={low ? 16 : 20} />
        </clipPath>
      </defs>
      <g clipPath={`url(#${id}-frame)`}>
        <rect width="320" height={height} fill={night ? 'var(--door-night)' : 'var(--door-wall)'} />
        {floor && <rect y={floorAt} width="320" height={height - floorAt} fill={night ? 'var(--door-night-floor)' : 'var(--door-floor)'} />}
        {children(id)}
      </g>
    </svg>
  )
}
