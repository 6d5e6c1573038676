import { Images } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { ReplyTo } from '#contract/client.ts'
import { useAct } from '#web/app/act.ts'
import { requireStaff } from '#web/app/guard.ts'
import { load, useQuery } from '#web/app/query.ts'
import { useSettings } from '#web/app/session.tsx'
import { OfficeShell } from '#web/app/shell/OfficeShell.tsx'
import { pagingOf, tableFrom, useTableAddress } from '#web/app/table-address.ts'
import { overview, works } from '#web/office/admin/queries.ts'
import { ReasonSheet } from '#web/app/ReasonSheet.tsx'
import { WorkStrip } from '#web/office/admin/WorkStrip.tsx'
import { WorkToReview } from '#web/office/admin/WorkToReview.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'
import { Pagination } from '#web/ui/Pagination.tsx'
import { Pills } from '#web/ui/Pills.tsx'

const table = { sortBy: '', sort: 'desc', sortable: [] } as const
const decided = ['admin.works', 'admin.overview', 'admin.audit'] as const
type Work = ReplyTo<'admin.works'>['data'][number]
const standings = ['waiting', 'active', 'rejected'] as const

export async function loader(args: LoaderFunctionArgs) {
  const [listed, facts] = await Promise.all([list.loader(args), load(args, overview)])
  return { ...listed, facts }
}

export function Component() {
  const { t } = useTranslation()
  const loaded = useLoaderData<typeof loader>()
  const { siteName } = useSettings()
  const address = useTableAddress(table)
  const rows = useQuery(works(loaded.input), loaded.rows).data ?? loaded.rows
  const facts = useQuery(overview, loaded.facts).data ?? loaded.facts
  const { status } = loaded.input
  // A place means nothing on another list or page: there the first work comes up.
  const page = `${status} ${address.state.current}`
  const [chosen, setChosen] = useState({ page, place: 0 })
  const place = chosen.page === page ? chosen.place : 0
  const setPlace = (next: number) => setChosen({ page, place: next })
  const [rejecting, setRejecting] = useState(false)
  const at = Math.min(place, Math.max(0, rows.data.length - 1))
  const work = rows.data[at]
  // Where works are reviewed afterwards, what waits is public already: to refuse it is to take it down.
  const isPublic = status === 'active' || work?.status === 'active'
  const mayApprove = work !== undefined && status === 'waiting'
  const mayReject = work !== undefined && status !== 'rejected'

  // What is decided leaves the list, so the next one comes to the same place.
  const { act, busy } = useAct((api, _once, { _id }: Work) => api.admin.approveWork({ id: _id }), {
    refreshes: decided,
    said: (_decided, { performer }) => t('office.works.approved', { name: performer.name }),
  })
  const approve = () => work && mayApprove && void act(work)

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const target = event.target instanceof Element ? event.target : null
    if (
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      rejecting ||
      target?.closest('input, textarea, [role="dialog"], [role="menu"], [role="group"]')
    )
      return
    if (event.key === 'ArrowRight') setPlace(Math.min(rows.data.length - 1, at + 1))
    else if (event.key === 'ArrowLeft') setPlace(Math.max(0, at - 1))
    else if (event.key === 'a' && mayApprove) approve()
    else if (event.key === 'r' && mayReject) setRejecting(true)
    else return
    event.preventDefault()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])

  return (
    <OfficeShell place="works" counts={{ performers: facts.pendingPerformers, works: facts.pendingWorks, inbox: facts.unansweredLetters }}>
      <title>{`${t('shell.office.works')} · ${siteName}`}</title>
      <PageTitle onPhone="shown" aside={<span className="max-lg:hidden">{t(`office.works.keys.${status}`)}</span>}>
        {t('shell.office.works')}
      </PageTitle>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2 md:gap-4">
        <Pills
          className="max-w-full"
          label={t('office.works.standing')}
          pills={standings.map((each) => ({
            label: t(`office.works.standing.${each}`),
            to: address.filterTo({ status: each === 'waiting' ? undefined : each }),
            current: each === status,
          }))}
        />
        {work ? (
          <>
            <WorkStrip works={rows.data} at={at} onChoose={setPlace} />
            <WorkToReview key={work._id} work={work} place={at + 1} total={rows.data.length}>
              {mayReject && (
                <Button rank="second" onClick={() => setRejecting(true)}>
                  {t(isPublic ? 'office.works.takeDown' : 'office.works.reject')}
                </Button>
              )}
              {mayApprove && (
                <Button loading={busy} onClick={approve}>
                  {t(isPublic ? 'office.works.leave' : 'office.works.approve')}
                </Button>
              )}
            </WorkToReview>
          </>
        ) : (
          <Card>
            <EmptyState
              look="bare"
              icon={Images}
              action={
                address.state.current > 1 && (
                  <Button rank="second" size="sm" to={address.pageTo(1)}>
                    {t('office.page.first')}
                  </Button>
                )
              }
            >
              {t(address.state.current > 1 ? 'office.page.none' : `office.works.none.${status}`)}
            </EmptyState>
          </Card>
        )}
        <Pagination current={address.state.current} pageSize={address.state.pageSize} total={rows.total} to={address.pageTo} />
      </div>
      <ReasonSheet
        open={rejecting && work !== undefined}
        onClose={() => setRejecting(false)}
        title={t(isPublic ? 'office.works.takeDownTitle' : 'office.works.rejectTitle')}
        lead={t(isPublic ? 'office.works.takeDownLead' : 'office.works.rejectLead', { name: work?.performer.name ?? '' })}
        examples={[t('office.works.example.consent'), t('office.works.example.age'), t('office.works.example.rights')]}
        act={t(isPublic ? 'office.works.takeDown' : 'office.works.reject')}
        danger
        about={work?._id ?? ''}
        onSend={(api, _once, reason) => api.admin.rejectWork({ id: work?._id ?? '', reason })}
        refreshes={decided}
        said={() => t(isPublic ? 'office.works.takenDown' : 'office.works.rejected', { name: work?.performer.name ?? '' })}
      />
    </OfficePage>
  )
}
