import { cx } from '#web/ui/cx.ts'

const lamps = 20

export type FootlightsProps = {
  /** 0 to 1. */
  share: number
  /** What is progressing, for screen readers. */
  label: string
  valueText: string
  /** Over a picture. */
  onMedia?: boolean
}

/** How far something is that a whole house waits for: a row of lamps at the edge of the stage, lit from the left. */
export function Footlights({ share, label, valueText, onMedia = false }: FootlightsProps) {
  const lit = Math.floor(Math.max(0, Math.min(1, share)) * lamps)
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={Math.round(Math.max(0, Math.min(1, share)) * 100)}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuetext={valueText}
      className="flex items-center justify-between"
    >
      {Array.from({ length: lamps }, (_, nth) => (
        <i
          key={nth}
          className={cx(
            'size-2 rounded-full transition-colors duration-220',
            nth < lit
              ? 'bg-house shadow-[0_0_0_2px_color-mix(in_srgb,var(--color-house)_24%,transparent)]'
              : onMedia
                ? 'bg-media-line'
                : 'bg-line-strong',
          )}
        />
      ))}
    </div>
  )
}
