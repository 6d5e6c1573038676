import { useUiWords } from '#web/ui/UiWords.tsx'

/** Says that it is on air now. The same over every picture, in both themes. */
export function LiveBadge({ className = '' }: { className?: string }) {
  const words = useUiWords()
  return (
    <span
      className={`inline-flex h-[22px] items-center rounded-badge bg-live-badge px-[7px] text-13 leading-none font-semibold text-on-live-badge ${className}`}
    >
      {words('live')}
    </span>
  )
}
