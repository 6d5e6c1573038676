// Names and bounds of the site's own pages that the browser knows too; it brings no schema along.
/** Where a page is linked besides: at the foot of every page, in the menu of members. */
export const pagePlaces = ['footer', 'account'] as const
export const longestContent = 30_000
export const longestTitle = 120
