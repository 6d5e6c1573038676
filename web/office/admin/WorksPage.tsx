import { Images } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { sentenceOf } from '#web/app/api.ts'
import { useIntention } from '#web/app/intention.ts'
import { requireStaff } from '#web/app/guard.ts'
import { load, refresh, useQuery } from '#web/app/query.ts'
import { useApi, useSettings } from '#web/app/session.tsx'
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
import { useToast } from '#web/ui/Toast.tsx'

const table = { sortBy: '', sort: 'desc', sortable: [] } as const
const standings = ['waiting', 'active', 'rejected'] as const

export async function loader(args: LoaderFunctionArgs) {
  requireStaff(args)
  const params = new URL(args.request.url).searchParams
  const status = standings.find((each) => each === params.get('status')) ?? 'waiting'
  const input = { ...pagingOf(tableFrom(params, table)), status }
  const [rows, facts] = await Promise.all([load(args, works(input)), load(args, overview)])
  return { input, rows, facts }
}

export function Component() {
  const { t } = useTranslation()
  const loaded = useLoaderData<typeof loader>()
  const { siteName } = useSettings()
  const api = useApi()
  const toast = useToast()
  const intend = useIntention()
  const address = useTableAddress(table)
  const rows = useQuery(works(loaded.input), loaded.rows).data ?? loaded.rows
  const facts = useQuery(overview, loaded.facts).data ?? loaded.facts
  const { status } = loaded.input
  // A place means nothing on another list or page: there the first work comes up.
  const list = `${status} ${address.state.current}`
  const [chosen, setChosen] = useState({ list, place: 0 })
  const place = chosen.list === list ? chosen.place : 0
  const setPlace = (next: number) => setChosen({ list, place: next })
  const [rejecting, setRejecting] = useState(false)
  const [busy, setBusy] = useState(false)
  const at = Math.min(place, Math.max(0, rows.data.length - 1))
  const work = rows.data[at]
  // Where works are reviewed afterwards, what waits is public already: to refuse it is to take it down.
  const isPublic = status === 'active' || work?.status === 'active'
  const mayApprove = work !== undefined && status === 'waiting'
  const mayReject = work !== undefined && status !== 'rejected'

  // What is decided leaves the list, so the next one comes to the same place.
  const decided = async (sentence: string) => {
    toast.show(sentence)
    await refresh('admin.works', 'admin.overview', 'admin.audit')
  }
  const approve = async () => {
    if (!work || !mayApprove || busy) return
    setBusy(true)
    try {
      await api.admin.approveWork({ id: work._id })
      await decided(t('office.works.approved', { name: work.performer.name }))
    } catch (error) {
      toast.show(sentenceOf(error, t('shell.tryLater')), { failed: true })
    }
    setBusy(false)
  }
  const reject = async (reason: string) => {
    if (!work) return undefined
    try {
      const wanted = { id: work._id, reason }
      await intend(wanted, (once) => api.admin.rejectWork(wanted, once))
      await decided(t(isPublic ? 'office.works.takenDown' : 'office.works.rejected', { name: work.performer.name }))
      return undefined
    } catch (error) {
      return sentenceOf(error, t('shell.tryLater'))
    }
  }

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
    else if (event.key === 'a' && mayApprove) void approve()
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
                <Button loading={busy} onClick={() => void approve()}>
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
        onSend={reject}
      />
    </OfficeShell>
  )
}
