import { FileText, Plus } from 'lucide-react'
import { useLoaderData } from 'react-router'
import { inLocale, localeNames, locales } from '#contract/locales.ts'
import { FilterPills, Filters } from '#web/app/Filters.tsx'
import { FilterSearch } from '#web/app/FilterSearch.tsx'
import { requireStaff } from '#web/app/guard.ts'
import { listing, useList } from '#web/app/listing.ts'
import { ListTable } from '#web/app/ListTable.tsx'
import { useTranslation } from '#web/app/say.ts'
import { OfficePage } from '#web/app/shell/OfficePage.tsx'
import { whenColumn } from '#web/app/when-column.tsx'
import { all, type ListedPage } from '#web/site/pages/queries.ts'
import { Button } from '#web/ui/Button.tsx'
import type { Column } from '#web/ui/DataTable.tsx'
import { RowTitle } from '#web/ui/RowTitle.tsx'
import { StateDot } from '#web/ui/StateDot.tsx'
import { useSpeech } from '#web/ui/UiWords.tsx'

const list = listing({ who: requireStaff, says: { type: ['page', 'post'], q: { letters: 100 } }, asks: all })
export const { loader } = list

export const tones = { draft: 'quiet', scheduled: 'waiting', published: 'ok' } as const

/** What the site has to say itself, drafts too. */
export function Component() {
  const { t } = useTranslation()
  const { locale } = useSpeech()
  const shown = useList(list, useLoaderData<typeof loader>())
  const title = t('officeNav.pages')
  const nameOf = ({ texts }: ListedPage) => inLocale(texts, locale)?.title ?? ''
  const columns: Column<ListedPage>[] = [
    {
      key: 'title',
      title: t('officePages.titleColumn'),
      cell: (page) => (
        <RowTitle to={`/admin/pages/${page._id}`} under={page.path}>
          {nameOf(page)}
        </RowTitle>
      ),
    },
    { key: 'type', title: t('officePages.type'), onPhone: 'note', cell: ({ type }) => t(`officePages.type.${type}`) },
    {
      key: 'state',
      title: t('officePages.state'),
      onPhone: 'note',
      cell: ({ texts }) => (
        <span className="flex flex-wrap gap-x-4">
          {locales.map((each) => {
            const text = texts[each]
            return (
              text && (
                <StateDot key={each} tone={tones[text.state]}>
                  <span lang={each}>{localeNames[each]}</span> · {t(`officePages.state.${text.state}`)}
                </StateDot>
              )
            )
          })}
        </span>
      ),
    },
    whenColumn(t('officePages.updated'), ({ updatedAt }) => updatedAt),
  ]
  return (
    <OfficePage
      place="pages"
      title={title}
      aside={
        <Button size="sm" to="/admin/pages/new" icon={<Plus className="size-4" />}>
          {t('officePages.newPage')}
        </Button>
      }
    >
      <Filters>
        <FilterPills
          list={shown}
          by="type"
          label={t('officePages.type')}
          all={t('officePages.kind.all')}
          of={['page', 'post']}
          say={(type) => t(`officePages.type.${type}`)}
        />
        <FilterSearch address={shown.address} label={t('officePages.search')} className="md:w-80" />
      </Filters>
      <ListTable
        label={title}
        list={shown}
        columns={columns}
        none={{
          icon: FileText,
          words: t('officePages.none'),
          found: t('officePages.none.found'),
          begin: (
            <Button rank="second" size="sm" to="/admin/pages/new">
              {t('officePages.newPage')}
            </Button>
          ),
        }}
      />
    </OfficePage>
  )
}
