import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { requireStaff } from '#web/app/guard.ts'
import { load, useQuery } from '#web/app/query.ts'
import { useTranslation } from '#web/app/say.ts'
import { OfficePage } from '#web/app/shell/OfficePage.tsx'
import { DeletePage } from '#web/site/pages/office/DeletePage.tsx'
import { PageForm } from '#web/site/pages/office/PageForm.tsx'
import { written } from '#web/site/pages/queries.ts'
import { Button } from '#web/ui/Button.tsx'

export async function loader(args: LoaderFunctionArgs) {
  requireStaff(args)
  return load(args, written(args.params['pageId'] ?? ''))
}

export function Component() {
  const { t } = useTranslation()
  const loaded = useLoaderData<typeof loader>()
  const page = useQuery(written(loaded._id), loaded, { revalidateOnFocus: false, revalidateOnReconnect: false }).data ?? loaded
  const isOpen = Object.values(page.texts).some(({ state }) => state === 'published')
  return (
    <OfficePage
      place="pages"
      title={t('officePages.edit')}
      below
      aside={
        <>
          {isOpen && (
            <Button rank="second" size="sm" to={page.path}>
              {t('officePages.open')}
            </Button>
          )}
          <DeletePage page={page} />
        </>
      }
    >
      <PageForm key={`${page._id} ${page.updatedAt}`} page={page} />
    </OfficePage>
  )
}
