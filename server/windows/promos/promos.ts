/**
 * What the site puts forward of itself: a picture or a few words, on the front door, on home and beside it (calls.md section 7).
 * Promises: visitors are shown nothing that staff did not mark fit for everyone; what is off, before its time or after it is nowhere, its picture
 * neither; a link leads within the site or to an address by https, and its HTML has passed the one sanitiser.
 * Leaves to others: who may write (the rows), saying that it is a promotion and putting it away (the web), and serving the bytes (files).
 */
import type { Promo as Shown } from '#contract/windows/promos.ts'
import * as files from '#server/media/files/files.ts'
import { checkCountry } from '#server/people/blocks/blocks.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { Member, Visitor } from '#server/platform/http/viewer.ts'
import { languages, type Language } from '#server/platform/words/words.ts'
import { rendered } from '#server/site/pages/pages.ts'
import { current } from '#server/site/settings/settings.ts'
import * as queries from '#server/windows/promos/queries.ts'
import type { Promo } from '#server/windows/promos/queries.ts'
import { known, shortOf } from '#server/windows/promos/remembering.ts'

export { change, create, receivePicture, remove, type Given } from '#server/windows/promos/writing.ts'
export { all, type Promo } from '#server/windows/promos/queries.ts'
export { closedAmong } from '#server/windows/promos/remembering.ts'

/** What was remembered may be old: another process changed it. */
export const forget = (): void => known.forget()

const isNow = ({ isActive, startsAt, endsAt }: Promo, now: Date): boolean =>
  isActive && (startsAt === null || startsAt <= now) && (endsAt === null || endsAt > now)

/** Before the age gate stands what is fit for everyone; so does what members see whose age nobody knows. */
function isFor({ audience, isFitForAll }: Promo, viewer: Looking): boolean {
  if (viewer.kind === 'visitor') return isFitForAll && audience !== 'members'
  return audience !== 'visitors' && (isFitForAll || viewer.isAdult)
}

type Looking = Visitor | Pick<Member, 'kind' | 'accountId' | 'isAdult'>

interface Reader {
  viewer: Looking
  locale: Language
  /** What this browser put away. */
  closed?: string | undefined
}

export async function forReader(db: Db, { viewer, locale, closed = '' }: Reader): Promise<Shown[]> {
  const [found, { defaultLocale }] = await Promise.all([known.current(db), current(db)])
  const away = new Set(closed.split('.'))
  return found
    .filter(({ promo }) => isNow(promo, db.now) && isFor(promo, viewer) && !away.has(shortOf(promo.id)))
    .flatMap(({ promo, picture }) => {
      const { id, type, texts, link, fileId, place, position } = promo
      const spoken = [locale, defaultLocale, ...languages].find((each) => texts[each])
      const text = spoken && texts[spoken]
      if (!spoken || !text) return []
      return {
        _id: id,
        title: text.title,
        description: type === 'html' ? rendered(text.description) : text.description,
        type,
        ...(fileId !== null &&
          picture && {
            fileUrl: files.signedUrl(fileId, 'large', viewer.kind === 'member' ? viewer.accountId : undefined, db.now),
            ...picture,
          }),
        ...(link !== '' && { link }),
        position: place,
        order: position,
        locale: spoken,
      }
    })
}

/** As many as a page has room for, with the page itself. */
export async function onPages(db: Db, reader: Reader): Promise<Shown[]> {
  const found = await forReader(db, reader)
  const at = (place: Shown['position'], most: number) => found.filter(({ position }) => position === place).slice(0, most)
  return [...at('home', 1), ...at('sidebar', 2)]
}

/** Media's question about a promotion's picture: for whoever is shown it now, and for staff. */
export async function mayServe(db: Db, { viewer, country, file }: files.Question): Promise<files.Verdict> {
  if (viewer.kind === 'member' && viewer.role === 'staff') return 'plain'
  const shown = await queries.withFile(db, file.id)
  const isShown = shown.some((promo) => isNow(promo, db.now) && isFor(promo, viewer))
  return isShown && !(await checkCountry(db, country)).blocked ? 'plain' : 'no'
}
