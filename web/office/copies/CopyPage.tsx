import { useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { useAct } from '#web/app/act.ts'
import { requireStaff } from '#web/app/guard.ts'
import { usePageTitle } from '#web/app/page-title.ts'
import { load, useQuery } from '#web/app/query.ts'
import { OfficeShell } from '#web/app/shell/OfficeShell.tsx'
import { Answer } from '#web/office/copies/Answer.tsx'
import { LookupState, useWorkTitle } from '#web/office/copies/LookupState.tsx'
import { Pictures } from '#web/office/copies/Pictures.tsx'
import { isUnderWay, type Lookup, lookup } from '#web/office/copies/queries.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { Columns } from '#web/ui/layout/Columns.tsx'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'
import { Panel } from '#web/ui/Panel.tsx'

export async function loader(args: LoaderFunctionArgs) {
  requireStaff(args)
  return load(args, lookup(args.params['lookupId'] ?? ''))
}

const askedAgainMs = 1500

/** One look-up: it goes on by itself, here or elsewhere, and stays with its answer. */
export function Component() {
  const { t } = useTranslation()
  const loaded = useLoaderData<typeof loader>()
  const refreshInterval = (latest: Lookup | undefined) => (isUnderWay(latest ?? loaded) ? askedAgainMs : 0)
  const one = useQuery(lookup(loaded._id), loaded, { refreshInterval }).data ?? loaded
  const title = t('copies.one')
  return (
    <OfficeShell below place="copies" title={title}>
      <title>{usePageTitle(title)}</title>
      <PageTitle aside={<LookupState lookup={one} />}>{title}</PageTitle>
      <Columns side={<Worth lookup={one} />}>
        <div aria-live="polite">
          <Answer lookup={one} />
        </div>
        <Pictures lookup={one} />
      </Columns>
    </OfficeShell>
  )
}

function Worth({ lookup: one }: { lookup: Lookup }) {
  const { t } = useTranslation()
  const titleOf = useWorkTitle()
  const { work, askedBy, aboutPerformer } = one
  const about = one.aboutWork?.title ?? (aboutPerformer && t('copies.about.all', { name: aboutPerformer.name }))
  return (
    <>
      {!isUnderWay(one) && one.state === 'answered' && (
        <Panel title={t('copies.what')}>
          <p className="text-15 break-words">
            {work?.path ? (
              <Link to={work.path} className="text-link hover:underline">
                {titleOf(one)}
              </Link>
            ) : (
              titleOf(one)
            )}
          </p>
          {work?.creator && <p className="mt-1 text-14 text-muted">@{work.creator.username}</p>}
        </Panel>
      )}
      <Panel title={t('copies.proves')}>
        <div className="grid gap-3 text-14">
          <p>{t('copies.proves.yes')}</p>
          <p>{t('copies.proves.no')}</p>
          <p className="text-muted">{t('copies.proves.audit')}</p>
          {askedBy && (
            <p className="text-muted">
              {t('copies.proves.asked', { name: askedBy.name })}
              {about && ` · ${about}`}
            </p>
          )}
        </div>
      </Panel>
      {!isUnderWay(one) && <Evidence lookup={one} />}
    </>
  )
}

/** What becomes of what was found. */
function Evidence({ lookup: { _id, hasPicture, named } }: { lookup: Lookup }) {
  const { t } = useTranslation()
  const [isAsked, setAsked] = useState(false)
  const { act, busy } = useAct((api, _once, id: string) => api.copies.discard({ id }), {
    refreshes: ['copies.one', 'copies.pictures', 'copies.list', 'admin.audit'],
    said: () => t('copies.discard.done'),
    done: () => setAsked(false),
  })
  return (
    <Panel title={t('copies.found')}>
      <p className="text-14 text-muted">{t(hasPicture ? 'copies.kept' : named.length > 0 ? 'copies.discarded' : 'copies.notKept')}</p>
      {hasPicture && (
        <Button rank="second" size="sm" className="mt-4" onClick={() => setAsked(true)}>
          {t('copies.discard')}
        </Button>
      )}
      <ConfirmDialog
        open={isAsked}
        onOpenChange={setAsked}
        title={t('copies.discard.title')}
        confirm={t('copies.discard')}
        cancel={t('copies.discard.keep')}
        onConfirm={() => void act(_id)}
        loading={busy}
        danger
      >
        {t('copies.discard.lead')}
      </ConfirmDialog>
    </Panel>
  )
}
