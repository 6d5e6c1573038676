import { useState } from 'react'
import { useBoot } from '#web/app/session.tsx'

/** Light or dark, an attribute on the root; dark only when the value is exactly dark, and no following of the system (specification.md section 2). */
export function useTheme(): { theme: 'light' | 'dark'; toggle: () => void } {
  const { theme: first } = useBoot()
  const [theme, setTheme] = useState(first)
  return {
    theme,
    toggle() {
      const next = theme === 'dark' ? 'light' : 'dark'
      const page = document.documentElement
      page.dataset['theme'] = next
      // What the browser draws around the page goes with it, as the server says it of the next one.
      document.querySelector('meta[name=theme-color]')?.setAttribute('content', getComputedStyle(page).getPropertyValue('--bg'))
      document.cookie = `theme=${next}; path=/; max-age=31536000; samesite=lax`
      setTheme(next)
    },
  }
}
