import { Images } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import { useLoaderData } from 'react-router'
import { useAct } from '#web/app/act.ts'
import { FilterPills } from '#web/app/Filters.tsx'
import { requireStaff } from '#web/app/guard.ts'
import { usePageKeys } from '#web/app/page-keys.ts'
import { listing, useList } from '#web/app/listing.ts'
import { ListPages, NoneHere } from '#web/app/ListTable.tsx'
import { OfficePage } from '#web/app/shell/OfficePage.tsx'
import { type Works, works } from '#web/office/admin/queries.ts'
import { ReasonSheet } from '#web/app/ReasonSheet.tsx'
import { FitForAll } from '#web/office/admin/FitForAll.tsx'
import { WorkStrip } from '#web/office/admin/WorkStrip.tsx'
import { WorkToReview } from '#web/office/admin/WorkToReview.tsx'
import { useRefund } from '#web/office/reports/use-refund.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { onward } from '#web/ui/sideways.ts'

type Work = Works['data'][number]

const aboutWorks = ['admin.works', 'admin.overview', 'admin.audit'] as const

const list = listing({
  who: requireStaff,
  says: { status: ['front', 'active', 'rejected'] },
  asks: ({ status, ...asked }) => works({ ...asked, status: status ?? 'waiting' }),
})

export const { loader } = list

export function Component() {
  const { t } = useTranslation()
  const loaded = useLoaderData<typeof loader>()
  const shown = useList(list, loaded)
  const { address, rows } = shown
  const { status = 'waiting' } = shown.asked
  // A place means nothing on another list or page: there the first work comes up.
  const page = `${status} ${address.state.current}`
  const [chosen, setChosen] = useState({ page, place: 0 })
  const place = chosen.page === page ? chosen.place : 0
  const setPlace = (next: number) => setChosen({ page, place: next })
  const refund = useRefund()
  const [rejecting, setRejecting] = useState(false)
  const at = Math.min(place, Math.max(0, rows.data.length - 1))
  const work = rows.data[at]
  // Where works are reviewed afterwards, what waits is public already: to refuse it is to take it down.
  const isPublic = status === 'active' || status === 'front' || work?.status === 'active'
  const mayApprove = work !== undefined && status === 'waiting'
  const mayReject = work !== undefined && status !== 'rejected'

  const words = {
    approve: t(isPublic ? 'office.works.leave' : 'office.works.approve'),
    reject: t(isPublic ? 'office.works.takeDown' : 'office.works.reject'),
  }
  const keys = mayApprove ? 'both' : mayReject ? 'one' : 'none'
  const theirs = work ? rows.data.filter(({ performer }) => performer._id === work.performer._id) : []

  // What is decided leaves the list, so the next one comes to the same place.
  const approve = useAct((api, _once, { _id }: Work) => api.admin.approveWork({ id: _id }), {
    refreshes: aboutWorks,
    said: (_done, { performer }) => t('office.works.approved', { name: performer.name }),
  })
  usePageKeys(
    (key) => {
      if (rejecting) return false
      if (key === 'ArrowRight' || key === 'ArrowLeft')
        setPlace(Math.max(0, Math.min(rows.data.length - 1, at + onward(document.body) * (key === 'ArrowRight' ? 1 : -1))))
      else if (key === 'a' && mayApprove) void approve.act(work)
      else if (key === 'r' && mayReject) setRejecting(true)
      else return false
      return true
    },
    { besides: '[role="group"]' },
  )

  return (
    <OfficePage
      place="works"
      title={t('officeNav.works')}
      aside={work && <span className="max-lg:hidden">{t(`office.works.keys.${keys}`, words)}</span>}
    >
      <FilterPills
        list={shown}
        by="status"
        label={t('office.works.standing')}
        all={t('office.works.standing.waiting')}
        of={['front', 'active', 'rejected']}
        say={(each) => t(`office.works.standing.${each}`)}
      />
      {work ? (
        <>
          <WorkStrip works={rows.data} at={at} onChoose={setPlace} />
          <WorkToReview
            key={work._id}
            work={work}
            place={at + 1}
            total={rows.data.length}
            note={
              status === 'waiting' && theirs.length > 1
                ? t('office.works.same', { name: work.performer.name, count: theirs.length, number: theirs.indexOf(work) + 1 })
                : undefined
            }
            mark={work.isForFront && mayReject && <FitForAll work={work} />}
          >
            {mayReject && (
              <Button rank="second" onClick={() => setRejecting(true)}>
                {words.reject}
              </Button>
            )}
            {mayApprove && (
              <Button loading={approve.busy} onClick={() => void approve.act(work)}>
                {words.approve}
              </Button>
            )}
          </WorkToReview>
        </>
      ) : (
        <Card>
          <NoneHere list={shown} none={{ icon: Images, words: t(`office.works.none.${status}`) }} />
        </Card>
      )}
      <ListPages list={shown} />
      <ReasonSheet
        open={rejecting && work !== undefined}
        onClose={() => setRejecting(false)}
        title={t(isPublic ? 'office.works.takeDownTitle' : 'office.works.rejectTitle')}
        lead={
          <>
            {t(isPublic ? 'office.works.takeDownLead' : 'office.works.rejectLead', { name: work?.performer.name ?? '' })}
            {isPublic && <span className="mt-2 block font-semibold text-text">{refund.before(work?.refund)}</span>}
          </>
        }
        examples={[t('office.works.example.consent'), t('office.works.example.age'), t('office.works.example.rights')]}
        act={words.reject}
        danger
        about={work?._id ?? ''}
        onSend={(api, once, reason) => api.admin.rejectWork({ id: work?._id ?? '', reason }, once)}
        refreshes={aboutWorks}
        said={(done) =>
          [
            t(isPublic ? 'office.works.takenDown' : 'office.works.rejected', { name: work?.performer.name ?? '' }),
            refund.after(done.refund),
          ]
            .filter(Boolean)
            .join(t('officeReports.refund.between'))
        }
      />
    </OfficePage>
  )
}
