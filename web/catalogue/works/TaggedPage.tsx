import { AtSign, ExternalLink } from 'lucide-react'
import { useTranslation } from '#web/app/say.ts'
import { Link, useLoaderData } from 'react-router'
import { kindNames } from '#contract/catalogue/kind-names.ts'
import type { ReplyTo } from '#contract/client.ts'
import { useAct } from '#web/app/act.ts'
import { FilterPills } from '#web/app/Filters.tsx'
import { requirePerformer } from '#web/app/guard.ts'
import { listing, useList } from '#web/app/listing.ts'
import { ListTable } from '#web/app/ListTable.tsx'
import { query } from '#web/app/query.ts'
import { useNow } from '#web/app/session.tsx'
import { StudioPage } from '#web/app/shell/StudioPage.tsx'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import type { Column } from '#web/ui/DataTable.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { StateDot } from '#web/ui/StateDot.tsx'

export const handle = { auth: true }

type TagRequest = ReplyTo<'works.tagged'>['data'][number]

const states = ['asked', 'agreed', 'declined'] as const

const list = listing({ who: requirePerformer, says: { state: states }, asks: (asked) => query('works.tagged', asked) })
export const { loader } = list

/** Works of others that name me: I agree or decline, and may change my mind. */
export function Component() {
  const { t } = useTranslation()
  const shown = useList(list, useLoaderData<typeof loader>())
  const { rows } = shown
  const columns = useColumns()
  return (
    <StudioPage
      place="tagged"
      title={t('tagged.title')}
      aside={<span className="num max-md:hidden">{t('tagged.count', { count: rows.total })}</span>}
    >
      <p className="max-w-[640px] text-14 text-muted max-md:px-4 max-md:pt-2">
        {t('tagged.lead')} {t('tagged.worried')}
        <Link to="/contact" className="text-link underline underline-offset-4">
          {t('tagged.tellUs')}
        </Link>
      </p>
      <FilterPills
        list={shown}
        by="state"
        label={t('tagged.state')}
        all={t('tagged.all')}
        of={states}
        say={(each) => t(`tagged.state.${each}`)}
      />
      <ListTable
        label={t('tagged.title')}
        // One request for each work: its id is the request's.
        list={{ ...shown, rows: { ...rows, data: rows.data.map((each) => ({ ...each, _id: each.workId })) } }}
        columns={columns}
        none={{ icon: AtSign, words: t('tagged.none'), found: t('tagged.noneFiltered') }}
      />
    </StudioPage>
  )
}

const tones = { asked: 'waiting', agreed: 'ok', declined: 'quiet' } as const

function useColumns(): Column<TagRequest>[] {
  const { t } = useTranslation()
  const now = useNow()
  return [
    {
      key: 'title',
      title: t('tagged.title'),
      cell: ({ title, kind, workId, performer, askedAt }) => (
        <span className="flex min-w-0 items-center gap-3">
          <Avatar src={performer.avatar} name={performer.name} to={`/${performer.username}`} />
          <span className="min-w-0">
            <Link to={`/${kindNames[kind].path}/${workId}`} className="line-clamp-1 font-semibold hover:underline">
              {title || t('tagged.untitled')}
              <ExternalLink aria-hidden="true" className="ms-1.5 inline size-3.5 align-baseline text-muted" />
            </Link>
            <span className="block text-13 text-muted">
              {t(`tagged.kind.${kind}`)} · {t('tagged.by', { name: performer.name })} · <RelativeTime at={askedAt} now={now} />
            </span>
          </span>
        </span>
      ),
    },
    {
      key: 'state',
      onPhone: 'note',
      title: t('tagged.state'),
      cell: ({ state }) => <StateDot tone={tones[state]}>{t(`tagged.state.${state}`)}</StateDot>,
    },
    { key: 'answer', title: t('studio.actions'), hideTitle: true, align: 'right', cell: (row) => <Answer request={row} /> },
  ]
}

function Answer({ request: { workId, state } }: { request: TagRequest }) {
  const { t } = useTranslation()
  const settings = { refreshes: ['works.tagged', 'me.waiting'] } as const
  const agree = useAct((api) => api.works.agreeToTag({ id: workId }), { ...settings, said: () => t('tagged.agreed') })
  const decline = useAct((api) => api.works.declineTag({ id: workId }), { ...settings, said: () => t('tagged.declined') })
  return (
    <span className="flex flex-wrap justify-end gap-2 max-md:justify-start">
      {state !== 'declined' && (
        <Button rank="second" size="sm" loading={decline.busy} onClick={() => void decline.act()}>
          {t(state === 'agreed' ? 'tagged.takeBack' : 'tagged.decline')}
        </Button>
      )}
      {state !== 'agreed' && (
        <Button rank="second" size="sm" loading={agree.busy} onClick={() => void agree.act()}>
          {t(state === 'asked' ? 'tagged.agree' : 'tagged.agreeAfterAll')}
        </Button>
      )}
    </span>
  )
}
