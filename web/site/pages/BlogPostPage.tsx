import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { useTranslation } from '#web/app/say.ts'
import { Article } from '#web/site/pages/Article.tsx'
import { readingAt } from '#web/site/pages/reading.ts'

export const handle = { inClosedCountry: true }

export const loader = (args: LoaderFunctionArgs) => readingAt(args, '/blog/')

/** One post of the site's blog. */
export function Component() {
  const { t } = useTranslation()
  return (
    <Article
      page={useLoaderData<typeof loader>()}
      end={
        <p className="border-t border-line pt-4 text-15">
          <Link to="/blog" className="inline-flex min-h-11 items-center text-link underline-offset-4 hover:underline">
            {t('papers.blog.all')}
          </Link>
        </p>
      }
    />
  )
}
