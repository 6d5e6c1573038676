import type { ReactNode } from 'react'
import type { Row } from '#web/talk/messaging/rows.ts'

export type Drawn = { row: Row; line: ReactNode }

/** As the server draws them: the newest at the foot, without any script. */
export function PlainLines({ lines }: { lines: readonly Drawn[] }) {
  return (
    <div className="flex min-h-0 flex-col-reverse overflow-y-auto">
      <ol className="py-3">
        {lines.map(({ row, line }) => (
          <li key={row.key}>{line}</li>
        ))}
      </ol>
    </div>
  )
}
