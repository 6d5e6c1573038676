// Settings that act at once: a press is the whole of it.
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { mutate } from 'swr'
import type { CurrentUser } from '#contract/windows/me.ts'
import { sentenceOf } from '#web/app/api.ts'
import { cacheLocale, type Locale, pathIn } from '#web/app/locale.ts'
import { meKey, useApi, useBoot, useMember, useSettings } from '#web/app/session.tsx'
import { useTheme } from '#web/app/theme.ts'
import { Segmented } from '#web/ui/Segmented.tsx'
import { Switch } from '#web/ui/Switch.tsx'
import { useToast } from '#web/ui/Toast.tsx'

const names = { 'zh-TW': '繁體中文', 'en-US': 'English' } as const

/** The language of pages and of letters. A whole new page follows, with its own words. */
export function LanguageChoice() {
  const { t } = useTranslation()
  const api = useApi()
  const toast = useToast()
  const { locale } = useBoot()
  const { defaultLocale, supportedLocales } = useSettings()
  const { pathname, search } = useLocation()
  const choose = async (next: Locale) => {
    if (next === locale) return
    try {
      await api.accounts.update({ locale: next })
    } catch (error) {
      return toast.show(sentenceOf(error, t('shell.tryLater')), { failed: true })
    }
    cacheLocale(next)
    window.location.assign(`${pathIn(next, defaultLocale, pathname)}${search}#language`)
  }
  return (
    <Row note={t('mysettings.language.note')}>
      <Segmented
        label={t('mysettings.language')}
        value={locale}
        onChange={(next) => void choose(next)}
        options={supportedLocales.map((each) => ({ value: each, label: <span lang={each}>{names[each]}</span> }))}
      />
    </Row>
  )
}

export function ThemeChoice() {
  const { t } = useTranslation()
  const { theme, toggle } = useTheme()
  return (
    <Row note={t('mysettings.theme.note')}>
      <Segmented
        label={t('mysettings.theme')}
        value={theme}
        onChange={(next) => next !== theme && toggle()}
        options={[
          { value: 'light', label: t('mysettings.theme.light') },
          { value: 'dark', label: t('mysettings.theme.dark') },
        ]}
      />
    </Row>
  )
}

/** Shown as chosen at once; goes back, and says so, when the server did not take it. */
export function LettersChoice() {
  const { t } = useTranslation()
  const api = useApi()
  const me = useMember()
  const toast = useToast()
  const [email, setEmail] = useState(me.notificationPrefs.email)
  const choose = async (next: boolean) => {
    setEmail(next)
    try {
      await api.accounts.update({ notificationPrefs: { email: next } })
      await mutate<CurrentUser>(meKey, (now) => now && { ...now, notificationPrefs: { email: next } }, { revalidate: false })
      toast.show(t('shell.saved'))
    } catch (error) {
      setEmail(!next)
      toast.show(sentenceOf(error, t('shell.tryLater')), { failed: true })
    }
  }
  return (
    <Switch label={t('mysettings.letters')} hint={t('mysettings.letters.hint')} checked={email} onChange={(next) => void choose(next)} />
  )
}

function Row({ note, children }: { note: string; children: React.ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <p className="text-14 text-muted">{note}</p>
      {children}
    </div>
  )
}
