// Settings that act at once: a press is the whole of it.
import { localeNames } from '#contract/locales.ts'
import { useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import { useLocation } from 'react-router'
import { mutate } from 'swr'
import type { CurrentUser } from '#contract/windows/me.ts'
import { untilLeft, useAct } from '#web/app/act.ts'
import { cacheLocale, type Locale, pathIn } from '#web/app/locale.ts'
import { meKey, useBoot, useMember, useSettings } from '#web/app/session.tsx'
import { useTheme } from '#web/app/theme.ts'
import { Segmented } from '#web/ui/Segmented.tsx'
import { Select } from '#web/ui/Select.tsx'
import { Switch } from '#web/ui/Switch.tsx'

/** The language of pages and of letters. A whole new page follows, with its own words. */
export function LanguageChoice() {
  const { t } = useTranslation()
  const { locale } = useBoot()
  const { defaultLocale, supportedLocales } = useSettings()
  const { pathname, search } = useLocation()
  const { act: choose } = useAct((api, _once, next: Locale) => api.accounts.update({ locale: next }), {
    done(_saved, next) {
      cacheLocale(next)
      window.location.assign(`${pathIn(next, defaultLocale, pathname)}${search}#language`)
      return untilLeft()
    },
  })
  return (
    <Row note={t('mysettings.language.note')}>
      <Select
        label={t('mysettings.language')}
        hideLabel
        className="min-w-44"
        value={locale}
        onChange={(next) => next !== locale && void choose(next)}
        options={supportedLocales.map((each) => ({ value: each, label: <span lang={each}>{localeNames[each]}</span> }))}
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
  const me = useMember()
  const [email, setEmail] = useState(me.notificationPrefs.email)
  const { act: choose } = useAct(
    (api, _once, next: boolean) => {
      setEmail(next)
      return api.accounts.update({ notificationPrefs: { email: next } })
    },
    {
      said: () => t('shell.saved'),
      done: (_saved, next) =>
        mutate<CurrentUser>(meKey, (now) => now && { ...now, notificationPrefs: { email: next } }, { revalidate: false }),
      refused: (_no, next) => setEmail(!next),
    },
  )
  return (
    <Switch label={t('mysettings.letters')} hint={t('mysettings.letters.hint')} checked={email} onChange={(next) => void choose(next)} />
  )
}

/** The same for being seen: as here, and as writing. */
export function PresenceChoice() {
  const { t } = useTranslation()
  const me = useMember()
  const [isShown, setShown] = useState(!me.hidesPresence)
  const { act: choose } = useAct(
    (api, _once, next: boolean) => {
      setShown(next)
      return api.accounts.update({ hidesPresence: !next })
    },
    {
      said: () => t('shell.saved'),
      done: (_saved, next) => mutate<CurrentUser>(meKey, (now) => now && { ...now, hidesPresence: !next }, { revalidate: false }),
      refused: (_no, next) => setShown(!next),
    },
  )
  return (
    <Switch
      label={t('mysettings.presence')}
      hint={t('mysettings.presence.hint')}
      checked={isShown}
      onChange={(next) => void choose(next)}
    />
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
