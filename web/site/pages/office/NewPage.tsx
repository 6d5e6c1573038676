import type { LoaderFunctionArgs } from 'react-router'
import { requireStaff } from '#web/app/guard.ts'
import { useTranslation } from '#web/app/say.ts'
import { OfficePage } from '#web/app/shell/OfficePage.tsx'
import { PageForm } from '#web/site/pages/office/PageForm.tsx'

export const loader = (args: LoaderFunctionArgs) => requireStaff(args) && null

export function Component() {
  const { t } = useTranslation()
  return (
    <OfficePage place="pages" title={t('officePages.newPage')} below>
      <PageForm />
    </OfficePage>
  )
}
