import { Moon, Sun } from 'lucide-react'
import { useTranslation } from '#web/app/say.ts'
import { useTheme } from '#web/app/theme.ts'
import { IconButton } from '#web/ui/IconButton.tsx'

/** Light or dark, for everybody; kept in a cookie, so the next page comes as it was left. */
export function ThemeToggle() {
  const { t } = useTranslation()
  const { theme, toggle } = useTheme()
  return (
    <IconButton label={t(theme === 'dark' ? 'shell.light' : 'shell.dark')} onClick={toggle}>
      {theme === 'dark' ? <Sun /> : <Moon />}
    </IconButton>
  )
}
