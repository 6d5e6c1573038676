import { useQuery } from '#web/app/query.ts'
import LiveRail from '#web/stage/live/LiveRail.tsx'
import { rail } from '#web/stage/live/rail.ts'

/** The rail on a page that is the same for every visitor: asked for in the browser, so that the page itself waits for nothing. */
export default function LateRail({ isOfNow = false }: { isOfNow?: boolean }) {
  const { data } = useQuery(rail)
  return data ? <LiveRail loaded={data} isOfNow={isOfNow} /> : null
}
