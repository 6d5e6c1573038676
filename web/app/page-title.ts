import { useSettings } from '#web/app/session.tsx'

/** The browser's title: what this page is, and whose site. */
export function usePageTitle(title: string): string {
  const { siteName } = useSettings()
  return `${title} · ${siteName}`
}
