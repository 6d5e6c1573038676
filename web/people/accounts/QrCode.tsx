/** Dark on white in both themes: that is what apps read. */
export function QrCode({ rows, label }: { rows: readonly string[]; label: string }) {
  const path = rows.flatMap((row, y) => Array.from(row).flatMap((cell, x) => (cell === '1' ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`-4 -4 ${rows.length + 8} ${rows.length + 8}`}
      shapeRendering="crispEdges"
      className="w-full max-w-60 rounded-control bg-white"
    >
      <path d={path} fill="#000" />
    </svg>
  )
}
