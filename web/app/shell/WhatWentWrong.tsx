import { useTranslation } from '#web/app/say.ts'
import { isRouteErrorResponse, useLocation, useRouteError } from 'react-router'
import { usePageTitle } from '#web/app/page-title.ts'
import { splitPrefix } from '#web/app/locale.ts'
import { Closed } from '#web/app/shell/Closed.tsx'
import { statusOf } from '#web/app/shell/error-status.ts'
import { useBoot, useNow } from '#web/app/session.tsx'
import { SiteBanner } from '#web/app/shell/SiteBanner.tsx'
import { SiteBrand } from '#web/app/shell/SiteBrand.tsx'
import { Button } from '#web/ui/Button.tsx'
import { BlankFrame } from '#web/ui/layout/BlankFrame.tsx'
import { writeComing } from '#web/ui/relative-time.ts'
import { ClosedCurtain } from '#web/ui/scenes/ClosedCurtain.tsx'
import { useSpeech } from '#web/ui/UiWords.tsx'
import { ErrorScreen, type ErrorScreenProps } from '#web/ui/ErrorScreen.tsx'

/** With the browser's title, which says the same, and what stays true on every page: whoever acts for another is refused much, and finds the way back here. */
function Screen(props: ErrorScreenProps & { title: string }) {
  return (
    <>
      <title>{usePageTitle(props.title)}</title>
      <SiteBanner />
      <ErrorScreen {...props} />
    </>
  )
}

/** What stands in place of a page that could not be (specification.md section 8). */
export function WhatWentWrong() {
  const error = useRouteError()
  const { t } = useTranslation()
  const { pathname, search } = useLocation()
  const status = statusOf(error)
  if (isRouteErrorResponse(error) && error.statusText === 'coming') return <Coming {...(error.data as ComingWork)} />
  // It ran out while they read, or their age is another account's now.
  if (isRouteErrorResponse(error) && error.statusText === 'age_not_assured') return <Closed why="age" />
  const brand = <SiteBrand />
  const home = (
    <Button rank={status === 403 ? 'second' : 'text'} to="/home">
      {t('shell.error.home')}
    </Button>
  )
  if (status === 404)
    return (
      <Screen
        brand={brand}
        status={404}
        title={t('shell.notFound.title')}
        lead={t('shell.notFound.lead')}
        actions={
          <>
            <Button to="/explore">{t('shell.notFound.find')}</Button>
            {home}
          </>
        }
      />
    )
  if (status === 403)
    return <Screen brand={brand} status={403} title={t('shell.forbidden.title')} lead={t('shell.forbidden.lead')} actions={home} />
  // What the page is about is closed in this country.
  if (status === 451) return <Closed why="country" />
  if (status === 401) {
    const back = encodeURIComponent(splitPrefix(pathname).rest + search)
    return (
      <Screen
        brand={brand}
        status={401}
        title={t('shell.signInFirst.title')}
        lead={t('shell.signInFirst.lead')}
        actions={<Button to={`/auth/login?redirect=${back}`}>{t('shell.signIn')}</Button>}
      />
    )
  }
  return <Broken status={status >= 500 ? status : 500} />
}

interface ComingWork {
  title: string
  opensAt: string
}

/** Nothing is wrong: a link was opened before the time of its work. */
function Coming({ title, opensAt }: ComingWork) {
  const { t } = useTranslation()
  const { locale } = useSpeech()
  const { timeZone } = useBoot()
  const time = writeComing(Date.parse(opensAt), useNow(), locale, timeZone)
  const name = title || t('shell.coming.title')
  return (
    <>
      <title>{usePageTitle(name)}</title>
      <BlankFrame
        brand={<SiteBrand />}
        scene={<ClosedCurtain />}
        title={<span className="stage-name text-balance">{name}</span>}
        lead={<span className="num">{t('shell.coming.lead', { time })}</span>}
        actions={
          <Button rank="second" to="/explore">
            {t('shell.notFound.find')}
          </Button>
        }
      />
    </>
  )
}

/** The render error's screen: 系統發生錯誤 with refresh, home and retry. */
export function Broken({ status, lead }: { status: number; lead?: string }) {
  const { t } = useTranslation()
  return (
    <Screen
      brand={<SiteBrand />}
      status={status}
      title={t('shell.error.title')}
      lead={lead ?? t('shell.error.lead')}
      actions={
        <>
          <Button onClick={() => window.location.reload()}>{t('shell.error.refresh')}</Button>
          <Button rank="second" to="/home">
            {t('shell.error.home')}
          </Button>
          <Button rank="text" onClick={() => window.history.back()}>
            {t('shell.error.retry')}
          </Button>
        </>
      }
    />
  )
}
