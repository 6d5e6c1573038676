import type { Api } from '#contract/client.ts'
import { wholeId } from '#web/catalogue/works/short-id.ts'
import type { ReportTarget } from '#contract/office/report-names.ts'

export interface Found {
  target: ReportTarget
  id: string
}

/** What a link to this site leads to, as its reader sees it. Undefined for what is no link to something that can be reported. */
export async function found(api: Api, link: string): Promise<Found | undefined> {
  const [first = '', second = ''] = placesIn(link)
  const ids: Partial<Record<string, () => Promise<{ target: ReportTarget; id: string }>>> = {
    posts: async () => ({ target: 'feed', id: (await api.feeds.one({ id: wholeId(second) }))._id }),
    videos: async () => ({ target: 'video', id: (await api.videos.one({ id: second }))._id }),
    galleries: async () => ({ target: 'gallery', id: (await api.galleries.one({ id: second }))._id }),
    products: async () => ({ target: 'product', id: (await api.shop.product({ id: second }))._id }),
  }
  const ofWork = second === '' ? undefined : ids[first]
  if (ofWork) return ofWork()
  if (first === '' || second !== '') return undefined
  return { target: 'performer', id: (await api.directory.performer({ id: first }))._id }
}

/** The address of a page without the language before it. */
function placesIn(link: string): string[] {
  const path = URL.canParse(link) ? new URL(link).pathname : link.split(/[?#]/)[0]!
  return path.split('/').filter((part) => part !== '' && !/^[a-z]{2}-[A-Z]{2}$/.test(part))
}
