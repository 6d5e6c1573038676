// Pages that look the same to everybody who is not signed in are kept for some seconds, as they travel (docs/adr/0012).
// Promises: one that is kept is as fresh as the generation it was asked for; what is made is made once for all who ask in the same moment;
// nobody fills the memory, whatever they ask for. Leaves to others: which requests may share a page, and what a generation is (changes.ts).
import { LRUCache } from 'lru-cache'

/** What a page's address and its caller's surroundings make of it. */
export interface Page {
  status: number
  headers: Readonly<Record<string, string>>
  html: string
  /** False of what was made for one caller, whom it may have counted: nobody else gets it. */
  mayBeKept: boolean
}

/** Addresses of pictures in a page are good for five minutes at least (media/files/addresses.ts), relative times are written to the minute. */
const keptMs = 5000
const mostBytes = 32 * 1024 * 1024
const mostBytesEach = 2 * 1024 * 1024

export interface Kept {
  page: Page
  /** The page's bytes in one encoding, made once. */
  encoded(encoding: string, encode: (html: string) => Buffer | Promise<Buffer>): Promise<Buffer>
}

export interface PageCache {
  /** True when another generation was asked for the last time. */
  isNews(generation: string): boolean
  /** @param name all that the page depends on, and its generation */
  find(name: string): Kept | undefined
  /** The page of that name, by whoever makes it already. */
  make(name: string, draw: () => Promise<Page>): Promise<Kept>
  /** Everything that is kept, as it is: for tests of what is not. */
  all(): Page[]
}

export function createPageCache(now: () => number = () => performance.now()): PageCache {
  const kept = new LRUCache<string, Kept>({
    maxSize: mostBytes,
    maxEntrySize: mostBytesEach,
    // Two bytes a letter, and as much again for what it travels as.
    sizeCalculation: ({ page }, name) => 3 * page.html.length + 2 * name.length + 1000,
    ttl: keptMs,
    ttlResolution: 0,
    perf: { now },
  })
  const coming = new Map<string, Promise<Kept>>()
  let latest = ''
  return {
    isNews(generation) {
      if (generation === latest) return false
      latest = generation
      return true
    },
    find: (name) => kept.get(name),
    make(name, draw) {
      const before = coming.get(name)
      // What may not be kept was one caller's own: it may have counted them.
      if (before) return before.then(async (each) => (each.page.mayBeKept ? each : once(await draw())))
      const made = draw()
        .then((page) => {
          const each = once(page)
          if (page.mayBeKept) kept.set(name, each)
          return each
        })
        .finally(() => coming.delete(name))
      coming.set(name, made)
      return made
    },
    all: () => [...kept.values()].map(({ page }) => page),
  }
}

/** One that nobody else gets. */
export function once(page: Page): Kept {
  const forms = new Map<string, Promise<Buffer>>()
  return {
    page,
    encoded(encoding, encode) {
      let form = forms.get(encoding)
      if (!form) forms.set(encoding, (form = Promise.resolve(encode(page.html))))
      return form
    },
  }
}
