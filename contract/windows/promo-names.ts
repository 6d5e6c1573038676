// Names and bounds of what the site puts forward that the browser knows too; it brings no schema along.
export const promoPlaces = ['home', 'sidebar'] as const
export const promoAudiences = ['everyone', 'visitors', 'members'] as const
export const longestPromo = { title: 80, description: 1000, link: 500 } as const
