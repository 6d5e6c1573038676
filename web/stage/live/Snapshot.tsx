import { type ReactNode, useState } from 'react'
import type { Stream } from '#contract/stage/live.ts'

/** What a show looks like now, where it is for every adult and the reader may see it: about a minute old. Elsewhere, and where it is gone, what stands for it. */
export function Snapshot({
  stream: { snapshot },
  className,
  children,
}: {
  stream: Pick<Stream, 'snapshot'>
  className: string
  children: ReactNode
}) {
  const [gone, setGone] = useState<string>()
  if (snapshot === undefined || snapshot === gone) return children
  return <img src={snapshot} alt="" decoding="async" draggable={false} onError={() => setGone(snapshot)} className={className} />
}
