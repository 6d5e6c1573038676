// The service worker of this site (web/public/sw.js): fetched once a page stands, for members. It keeps what is shown without a network in this page's
// language and theme.
export async function registerWorker(): Promise<void> {
  // A browser that has none, or where the site is reached neither over HTTPS nor on this machine.
  if (!('serviceWorker' in navigator)) return
  try {
    await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' })
    const { active } = await navigator.serviceWorker.ready
    const { lang, dataset } = document.documentElement
    active?.postMessage({ locale: lang, theme: dataset['theme'] === 'dark' ? 'dark' : 'light' })
  } catch {
    // Forbidden by the browser's own settings: the site does without.
  }
}
