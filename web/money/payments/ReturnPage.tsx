import { useEffect, useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import { type LoaderFunctionArgs, useNavigate, useSearchParams } from 'react-router'
import { mutate } from 'swr'
import { Refused } from '#contract/client.ts'
import { rowsOfWorks } from '#contract/catalogue/rows-of-works.ts'
import { requireMember } from '#web/app/guard.ts'
import { splitPrefix } from '#web/app/locale.ts'
import { refresh, useQuery } from '#web/app/query.ts'
import { meKey, useApi, useMember } from '#web/app/session.tsx'
import { Footing } from '#web/app/shell/Footing.tsx'
import { SiteBrand } from '#web/app/shell/SiteBrand.tsx'
import { GoOnButton, RetryButton } from '#web/money/payments/Continuing.tsx'
import { type Transaction, transaction } from '#web/money/payments/queries.ts'
import { leadsToSheet, tellUnpaid } from '#web/money/payments/unpaid.ts'
import { pathHere } from '#web/people/accounts/go-on.ts'
import { usePageTitle } from '#web/app/page-title.ts'
import { Button } from '#web/ui/Button.tsx'
import { BlankFrame } from '#web/ui/layout/BlankFrame.tsx'
import { Money } from '#web/ui/Money.tsx'
import { GhostLight } from '#web/ui/scenes/GhostLight.tsx'
import { StageDoor } from '#web/ui/scenes/StageDoor.tsx'
import { Tokens } from '#web/ui/Tokens.tsx'

export const handle = { inClosedCountry: true }

export function loader(args: LoaderFunctionArgs) {
  requireMember(args)
  return null
}

/** Asked every second at first; after half a minute of waiting less often, and the page says that one may leave. */
const askMs = 1000
const patienceMs = 30_000
const slowMs = 5000
const inquireMs = 4000
const paidMs = 1800
const noId = '00000000-0000-0000-0000-000000000000'

/** Why a payment failed, where it can be said more exactly than that it did. */
const reasons = ['card_declined', 'authentication_failed', 'abandoned', 'insufficient_funds', 'card_expired', 'card_unavailable'] as const
const reasonOf = ({ failureReason }: Transaction) => reasons.find((reason) => reason === failureReason) ?? 'other'

const titles = { fail: 'checkout.notPaid', refunded: 'checkout.refunded', chargeback: 'checkout.chargeback' } as const

const isOpen = (status: Transaction['status'] | undefined): status is 'created' | 'pending' | 'requires_action' | undefined =>
  status === undefined || status === 'created' || status === 'pending' || status === 'requires_action'

/**
 * Where a gateway sends the payer back to: ?transaction= and ?to=. What is true comes from the gateway's own report to the
 * server, not from having returned, so this page asks until it has arrived.
 */
export function Component() {
  const { t } = useTranslation()
  const me = useMember()
  const api = useApi()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const id = search.get('transaction') ?? noId
  const [isLate, setLate] = useState(false)
  const { data, error } = useQuery(transaction(id), undefined, {
    refreshInterval: (latest) => (latest && !isOpen(latest.status) ? 0 : isLate ? slowMs : askMs),
    dedupingInterval: 500,
  })
  const status = data?.status
  const to = search.get('to') ?? '/wallet'

  useEffect(() => {
    const timer = setTimeout(() => setLate(true), patienceMs)
    return () => clearTimeout(timer)
  }, [])
  // A webhook may be lost: whoever waits has the gateway itself asked, a while after they came and once more when it has become late.
  const isWaiting = data !== undefined && isOpen(status)
  useEffect(() => {
    if (!isWaiting) return
    // Refused or not, the page goes on looking.
    const ask = () =>
      api.payments.inquire({ id }).then(
        () => refresh('payments.transaction'),
        () => {},
      )
    const timer = setTimeout(() => void ask(), isLate ? 0 : inquireMs)
    return () => clearTimeout(timer)
  }, [api, id, isWaiting, isLate])
  // Nothing was paid: back to the sheet that it was for, which says so and has what was chosen and typed.
  const unpaid = data && status === 'fail' && leadsToSheet(to) ? t(`checkout.reason.${reasonOf(data)}`) : undefined
  useEffect(() => {
    if (status !== 'success' && unpaid === undefined) return
    const back = splitPrefix(pathHere(to, { origin: window.location.origin, pathname: '/' })).rest
    const onward = () => void navigate(back, { replace: true })
    if (unpaid !== undefined) {
      tellUnpaid(back, unpaid)
      return onward()
    }
    void mutate(meKey)
    void refresh('wallet.lines', 'subscriptions.mine', 'directory.performer', ...rowsOfWorks)
    const timer = setTimeout(onward, paidMs)
    return () => clearTimeout(timer)
  }, [status, unpaid, to, navigate])

  const title = <title>{usePageTitle(t('checkout.return'))}</title>
  const frame = { brand: <SiteBrand />, foot: <Footing />, stack: true }
  if (error instanceof Refused && error.status < 500) {
    return (
      <BlankFrame
        {...frame}
        scene={<StageDoor shut />}
        title={t('checkout.unknown')}
        lead={t('checkout.unknown.lead')}
        actions={<Button to="/wallet">{t('checkout.toWallet')}</Button>}
      >
        {title}
      </BlankFrame>
    )
  }
  if (data && status === 'success') {
    const isTopUp = data.type === 'wallet_top_up'
    return (
      <BlankFrame
        {...frame}
        scene={<StageDoor />}
        title={t('checkout.paid')}
        lead={
          <span role="status">
            {isTopUp ? (
              <>
                {t('checkout.paid.added')}
                <Tokens value={data.tokens ?? 0} signed />
                {t('checkout.paid.balance')}
                <Tokens value={me.balance} />
              </>
            ) : (
              t('checkout.paid.subscribed')
            )}
          </span>
        }
        actions={
          <Button size="wide" to={splitPrefix(to).rest} replace>
            {t('checkout.goOn')}
          </Button>
        }
      >
        {title}
      </BlankFrame>
    )
  }
  if (data && status !== 'success' && !isOpen(status) && unpaid === undefined) {
    return (
      <BlankFrame
        {...frame}
        scene={<StageDoor shut />}
        title={t(titles[status])}
        lead={<span role="alert">{t(status !== 'fail' ? 'checkout.givenBack' : `checkout.reason.${reasonOf(data)}`)}</span>}
        actions={
          <>
            {status === 'fail' && <RetryButton id={id} label={t('checkout.retry')} />}
            <Button rank={status === 'fail' ? 'second' : 'primary'} size="wide" to={splitPrefix(to).rest} replace>
              {t(status === 'fail' ? 'checkout.tryAgain' : 'checkout.goOn')}
            </Button>
            <Button rank="text" to="/contact">
              {t('shell.contact')}
            </Button>
          </>
        }
      >
        {title}
      </BlankFrame>
    )
  }
  if (data && status === 'requires_action') {
    return (
      <BlankFrame
        {...frame}
        scene={<GhostLight />}
        title={t('checkout.action')}
        lead={<span role="status">{t('checkout.action.lead')}</span>}
        actions={<GoOnButton id={id} label={t('checkout.confirm')} />}
      >
        {title}
        <Money value={data.totalPrice} currency={data.currency} className="text-16 font-semibold" />
      </BlankFrame>
    )
  }
  return (
    <BlankFrame
      {...frame}
      scene={<GhostLight />}
      title={t('checkout.waiting')}
      lead={<span role="status">{t(isLate ? 'checkout.waiting.late' : 'checkout.waiting.lead')}</span>}
      actions={
        isLate && (
          <Button rank="second" to="/wallet">
            {t('checkout.toWallet')}
          </Button>
        )
      }
    >
      {title}
      {data && <Money value={data.totalPrice} currency={data.currency} className="text-16 font-semibold" />}
    </BlankFrame>
  )
}
