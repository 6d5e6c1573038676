import { expect, test } from 'vitest'
import { kindNames, type WorkKind, workKinds } from '#contract/catalogue/kind-names.ts'
import { query } from '#web/app/query.ts'
import { looks } from '#web/catalogue/kinds/kinds.tsx'
import { places } from '#web/catalogue/works/places.ts'

const zine = 'zine' as WorkKind
Object.assign(kindNames, { zine: { plural: 'zines', path: 'zines', total: 'totalZines', media: 'fileIds', preview: 'thumbnailId' } })
workKinds.push(zine)
Object.assign(places, { zine: { tab: 'zines', list: '/zines' } })
Object.assign(looks, {
  zine: { ...looks.gallery, draw: () => 'folded paper', listed: () => query('galleries.search', { q: 'zines' }) },
})

test('a kind that stands on the registries has its tab on profiles, in search, among what one kept and unlocked, and is drawn as it says', async () => {
  const [{ profileTabs, kindOfTab, worksOf }, search, { keptKinds, kept, bought }] = await Promise.all([
    import('#web/windows/directory/profile-tabs.ts'),
    import('#web/windows/search/queries.ts'),
    import('#web/windows/bookmarks/queries.ts'),
  ])
  expect(profileTabs).toContain('zines')
  expect(kindOfTab('zines' as never)).toBe('zine')
  expect(worksOf('lan', zine)({ offset: 0 }).key).toEqual(['galleries.search', { q: 'zines' }])
  expect(search.kinds).toContain('zines')
  expect(search.workKindOf('zines' as never)).toBe('zine')
  expect(keptKinds).toContain('zine')
  expect(kept(zine, { offset: 0 }).key).toEqual(['bookmarks.zines', { limit: 24, offset: 0 }])
  expect(bought(zine, { offset: 0 }).key).toEqual(['bookmarks.bought', { limit: 24, offset: 0, kind: 'zine' }])
  expect(looks[zine].draw([])).toBe('folded paper')
})
