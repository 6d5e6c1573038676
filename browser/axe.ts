import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/**
 * What keeps people out of a page, by axe. Only what is wrong is worked out in full, and in the page itself: it has no frames of another origin, and a
 * second page for each look is a third of the time.
 */
export async function violationsOn(page: Page, tags?: string[]) {
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  const { violations } = await (tags ? axe.withTags(tags) : axe).analyze()
  return violations
}

/** The levels that the law asks for. */
export const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
