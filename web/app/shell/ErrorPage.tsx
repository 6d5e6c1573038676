import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { isRouteErrorResponse, useLocation, useRouteError } from 'react-router'
import { splitPrefix } from '#web/app/locale.ts'
import { Closed } from '#web/app/shell/Closed.tsx'
import { SiteBrand } from '#web/app/shell/SiteBrand.tsx'
import { WordsAlone } from '#web/app/shell/WordsAlone.tsx'
import { Button } from '#web/ui/Button.tsx'
import type { ErrorScreenProps } from '#web/ui/ErrorScreen.tsx'
import { lazyOr } from '#web/ui/network.ts'

const Screen = lazyOr(() => import('#web/ui/ErrorScreen.tsx').then((file) => file.ErrorScreen), WordsAlone)

/** Fetched when something went wrong, and the release that this page came with may be gone by then. */
function ErrorScreen(props: ErrorScreenProps) {
  return (
    <Suspense fallback={<WordsAlone title={props.title} actions={props.actions} />}>
      <Screen {...props} />
    </Suspense>
  )
}

/** What stands in place of a page that could not be (specification.md section 8). */
export function ErrorPage() {
  const error = useRouteError()
  const { t } = useTranslation()
  const { pathname, search } = useLocation()
  const status = isRouteErrorResponse(error) ? error.status : ((error as { status?: number } | undefined)?.status ?? 500)
  const brand = <SiteBrand />
  const home = (
    <Button rank={status === 404 || status === 403 ? 'second' : 'text'} to="/home">
      {t('shell.error.home')}
    </Button>
  )
  if (status === 404)
    return <ErrorScreen brand={brand} status={404} title={t('shell.notFound.title')} lead={t('shell.notFound.lead')} actions={home} />
  if (status === 403)
    return <ErrorScreen brand={brand} status={403} title={t('shell.forbidden.title')} lead={t('shell.forbidden.lead')} actions={home} />
  // What the page is about is closed in this country.
  if (status === 451) return <Closed why="country" />
  if (status === 401) {
    const back = encodeURIComponent(splitPrefix(pathname).rest + search)
    return (
      <ErrorScreen
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

/** The render error's screen: 系統發生錯誤 with refresh, home and retry. */
export function Broken({ status, lead }: { status: number; lead?: string }) {
  const { t } = useTranslation()
  return (
    <ErrorScreen
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
