import { useTranslation } from '#web/app/say.ts'
import { Broken } from '#web/app/shell/WhatWentWrong.tsx'

/** /500, where the browser goes when a call was answered with 500 (specification.md section 8). */
export function Component() {
  const { t } = useTranslation()
  return <Broken status={500} lead={t('shell.serverError.lead')} />
}
