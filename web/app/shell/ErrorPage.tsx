import { Suspense } from 'react'
import { useTranslation } from '#web/app/say.ts'
import { useRouteError } from 'react-router'
import { statusOf } from '#web/app/shell/error-status.ts'
import { WordsAlone } from '#web/app/shell/WordsAlone.tsx'
import { Button } from '#web/ui/Button.tsx'
import { lazyOr } from '#web/ui/network.ts'

const Whole = lazyOr(() => import('#web/app/shell/WhatWentWrong.tsx').then((file) => file.WhatWentWrong), InWords)

/** Fetched when something went wrong, and the release that this page came with may be gone by then: so the words come with every page. */
export function ErrorPage() {
  return (
    <Suspense fallback={<InWords />}>
      <Whole />
    </Suspense>
  )
}

const titles = { 401: 'shell.signInFirst.title', 403: 'shell.forbidden.title', 404: 'shell.notFound.title' } as const

function InWords() {
  const { t } = useTranslation()
  const status = statusOf(useRouteError())
  // A work that is still to come: nothing is wrong, and its curtain is on its way.
  if (status === 200) return null
  return (
    <WordsAlone
      title={t(titles[status as keyof typeof titles] ?? 'shell.error.title')}
      lead={status in titles ? undefined : t('shell.error.lead')}
      actions={
        <>
          <Button onClick={() => window.location.reload()}>{t('shell.error.refresh')}</Button>
          <Button rank="text" to="/home">
            {t('shell.error.home')}
          </Button>
        </>
      }
    />
  )
}
