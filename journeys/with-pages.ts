// A house whose pages are drawn by the server too, from their sources: for journeys that read what a page says. Apart, because it loads the whole web.
import { type House, openHouse } from '#journeys/house.ts'
import { serveWorker } from '#server/service-worker.ts'
import { servePages } from '#server/web.ts'

export function openHouseWithPages(environment: Record<string, string> = {}): Promise<House> {
  return openHouse(environment, {
    mount: (config) => async (http, around) => {
      serveWorker(http, around.db)
      servePages(http, around, config, { entry: () => import('#web/entry-server.tsx') as never, head: () => '' })
    },
  })
}
