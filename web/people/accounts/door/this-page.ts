import { splitPrefix } from '#web/app/locale.ts'

/** Where somebody comes back to who goes through another site's door: the page under the sheet, where their wish waits for them. The sheet is never drawn on the server. */
export const thisPage = () => splitPrefix(window.location.pathname).rest + window.location.search
