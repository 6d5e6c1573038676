import { useTranslation } from '#web/app/say.ts'
import { type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router'
import { requirePerformer } from '#web/app/guard.ts'
import { load, useQuery } from '#web/app/query.ts'
import { StudioShell } from '#web/app/shell/StudioShell.tsx'
import { BankForm } from '#web/money/destinations/BankForm.tsx'
import { useMoments } from '#web/money/destinations/moments.ts'
import { bank } from '#web/money/destinations/queries.ts'
import { usePageTitle } from '#web/app/page-title.ts'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { StateDot } from '#web/ui/StateDot.tsx'
import { useToast } from '#web/ui/Toast.tsx'

export const handle = { auth: true }

export async function loader(args: LoaderFunctionArgs) {
  requirePerformer(args)
  return load(args, bank)
}

/** Where my money goes. */
export function Component() {
  const { t } = useTranslation()
  const loaded = useLoaderData<typeof loader>()
  const { details, needsAgain } = useQuery(bank, loaded).data ?? loaded
  const navigate = useNavigate()
  const toast = useToast()
  const moment = useMoments()
  const title = t('payouts.bank.title')
  return (
    <StudioShell hasAct below place="payouts" title={title}>
      <title>{usePageTitle(title)}</title>
      <PageTitle>{title}</PageTitle>
      <div className="grid max-w-[640px] gap-2 md:gap-4">
        <p className="text-15 text-muted max-md:px-4 max-md:pt-2">{t('payouts.bank.lead')}</p>
        {needsAgain && (
          <Panel>
            <StateDot tone="bad">
              <span className="whitespace-normal">{t('payouts.block.bank_unreadable')}</span>
            </StateDot>
          </Panel>
        )}
        {details && (
          <Panel>
            <ul className="grid gap-2">
              <li>
                <StateDot tone={details.matchesName ? 'ok' : 'bad'}>
                  <span className="whitespace-normal">{t(details.matchesName ? 'payouts.bank.matches' : 'payouts.bank.differs')}</span>
                </StateDot>
              </li>
              {details.returnedAt && (
                <li>
                  <StateDot tone="bad">
                    <span className="whitespace-normal">{t('payouts.bank.returned')}</span>
                  </StateDot>
                </li>
              )}
              {details.holdUntil && (
                <li>
                  <StateDot tone="waiting">
                    <span className="whitespace-normal">{t('payouts.bank.onHold', { until: moment(details.holdUntil) })}</span>
                  </StateDot>
                </li>
              )}
            </ul>
          </Panel>
        )}
        <BankForm
          before={details}
          onSaved={() => {
            toast.show(t('payouts.bank.saved'))
            void navigate('/creator/payouts')
          }}
        />
      </div>
    </StudioShell>
  )
}
