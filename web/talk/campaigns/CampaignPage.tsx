import { Pencil, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { Campaign } from '#contract/talk/campaigns.ts'
import { useAct } from '#web/app/act.ts'
import { useAmounts } from '#web/app/amounts.ts'
import { requirePerformer } from '#web/app/guard.ts'
import { usePageTitle } from '#web/app/page-title.ts'
import { load, useLoaded, useQuery } from '#web/app/query.ts'
import { useTranslation } from '#web/app/say.ts'
import { useApi, useNow } from '#web/app/session.tsx'
import { StudioShell } from '#web/app/shell/StudioShell.tsx'
import { useAudienceText } from '#web/talk/campaigns/AudienceText.tsx'
import { CampaignState } from '#web/talk/campaigns/CampaignState.tsx'
import { Open } from '#web/talk/messaging/Media.tsx'
import { useNamedText } from '#web/talk/messaging/named-text.ts'
import { aboutCampaigns, campaign, fanLists } from '#web/talk/campaigns/queries.ts'
import { BigFigure } from '#web/ui/BigFigure.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { Columns } from '#web/ui/layout/Columns.tsx'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Progress } from '#web/ui/Progress.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'

export const handle = { auth: true }

export async function loader(args: LoaderFunctionArgs) {
  requirePerformer(args)
  const [one, lists] = await Promise.all([load(args, campaign(args.params['campaignId'] ?? '')), load(args, fanLists)])
  return { one, lists }
}

/** While it moves. */
const lookEveryMs = 2000

/** One mass message: how far it is, what came of it, and the way back. */
export function Component() {
  const { t } = useTranslation()
  const { one: loaded, lists } = useLoaderData<typeof loader>()
  const one = useLoaded(campaign(loaded._id), loaded)
  const isMoving = one.state === 'sending' || one.state === 'unsending'
  useQuery(isMoving ? campaign(one._id) : null, undefined, { refreshInterval: lookEveryMs })
  const now = useNow()
  const audience = useAudienceText(lists)
  const { toWrite } = useNamedText()
  const api = useApi()
  return (
    <StudioShell hasAct below place="campaigns" title={t('campaigns.one')}>
      <title>{usePageTitle(t('campaigns.one'))}</title>
      <PageTitle aside={<CampaignState state={one.state} />}>{t('campaigns.one')}</PageTitle>
      <Columns
        side={
          <Panel title={t('campaigns.who')}>
            <p className="text-15">{audience(one.segment)}</p>
            <p className="mt-3 text-13 text-muted">
              {t(one.state === 'scheduled' ? 'campaigns.goes' : 'campaigns.went')}
              <RelativeTime at={one.goesAt} now={now} show="moment" />
            </p>
          </Panel>
        }
      >
        <Panel>
          <Figures campaign={one} />
        </Panel>
        <Panel title={t('campaigns.message')}>
          {one.files && (
            <div className="mb-3">
              <Open files={one.files} statusOf={(id) => api.uploads.status({ id })} />
            </div>
          )}
          {one.text !== '' && (
            <p
              dir="auto"
              className="max-w-[440px] rounded-[16px] rounded-ee-[4px] bg-bubble-me px-3.5 py-2 text-15 leading-[1.6]! wrap-anywhere whitespace-pre-wrap"
            >
              {toWrite(one.text)}
            </p>
          )}
          <Acts campaign={one} />
        </Panel>
      </Columns>
    </StudioShell>
  )
}

function Figures({ campaign: { state, counted, sent, unsent, opened, price, bought = 0, earned = 0 } }: { campaign: Campaign }) {
  const { t } = useTranslation()
  const { number } = useAmounts()
  if (state === 'scheduled' || state === 'cancelled')
    return <BigFigure size={40} label={t('campaigns.reach')} value={number(counted)} unit={t('campaigns.reach.unit', { count: counted })} />
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-end gap-x-10 gap-y-4">
        <BigFigure size={40} label={t('campaigns.sent')} value={number(sent)} unit={t('campaigns.reach.unit', { count: sent })} />
        <BigFigure
          size={24}
          label={t('campaigns.opened')}
          value={number(opened)}
          unit={sent > 0 ? `${Math.round((opened / sent) * 100)}%` : ''}
        />
        {price !== undefined && (
          <>
            <BigFigure
              size={24}
              label={t('campaigns.bought')}
              value={number(bought)}
              unit={t('messages.sale.for', { count: price, amount: number(price) })}
            />
            <BigFigure size={24} label={t('campaigns.earned')} value={number(earned)} unit={t('campaigns.tokens')} />
          </>
        )}
        {unsent > 0 && <BigFigure size={24} label={t('campaigns.unsent')} value={number(unsent)} />}
      </div>
      {state === 'sending' && (
        <div className="grid gap-2">
          <Progress percent={(sent / counted) * 100} label={t('campaigns.state.sending')} />
          <p className="num text-13 text-muted">{t('campaigns.progress', { done: number(sent), all: number(counted) })}</p>
        </div>
      )}
      {state === 'unsending' && sent > 0 && (
        <div className="grid gap-2">
          <Progress percent={(unsent / sent) * 100} label={t('campaigns.state.unsending')} />
          <p className="num text-13 text-muted">{t('campaigns.progress', { done: number(unsent), all: number(sent) })}</p>
        </div>
      )}
    </div>
  )
}

function Acts({ campaign: { _id: id, state, sent } }: { campaign: Campaign }) {
  const { t } = useTranslation()
  const { number } = useAmounts()
  const [asks, setAsks] = useState<'cancel' | 'unsend'>()
  const { act: cancel, busy: isCancelling } = useAct((api) => api.campaigns.cancel({ id }), {
    refreshes: aboutCampaigns,
    said: () => t('campaigns.said.cancelled'),
  })
  const { act: unsend, busy: isUnsending } = useAct((api) => api.campaigns.unsend({ id }), {
    refreshes: aboutCampaigns,
    said: () => t('campaigns.said.unsending'),
  })
  const close = () => setAsks(undefined)
  return (
    <div className="mt-6 flex flex-wrap gap-2">
      {state === 'scheduled' && (
        <>
          <Button rank="second" to={`/creator/campaigns/${id}/edit`} icon={<Pencil />}>
            {t('campaigns.change')}
          </Button>
          <Button rank="second" onClick={() => setAsks('cancel')}>
            {t('campaigns.cancel')}
          </Button>
        </>
      )}
      {(state === 'sending' || state === 'sent') && (
        <Button rank="second" icon={<Undo2 />} onClick={() => setAsks('unsend')}>
          {t('campaigns.unsend')}
        </Button>
      )}
      <ConfirmDialog
        open={asks === 'cancel'}
        onOpenChange={(open) => !open && !isCancelling && close()}
        title={t('campaigns.cancel.title')}
        confirm={t('campaigns.cancel')}
        cancel={t('campaigns.keep')}
        danger
        loading={isCancelling}
        onConfirm={() => void cancel().then(close)}
      >
        {t('campaigns.cancel.what')}
      </ConfirmDialog>
      <ConfirmDialog
        open={asks === 'unsend'}
        onOpenChange={(open) => !open && !isUnsending && close()}
        title={t('campaigns.unsend.title')}
        confirm={t('campaigns.unsend')}
        cancel={t('campaigns.keep')}
        danger
        loading={isUnsending}
        onConfirm={() => void unsend().then(close)}
      >
        {state === 'sending' ? t('campaigns.unsend.stops') : t('campaigns.unsend.what', { count: sent, number: number(sent) })}
      </ConfirmDialog>
    </div>
  )
}
