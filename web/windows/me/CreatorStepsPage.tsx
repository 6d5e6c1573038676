import { Within } from '#web/app/Within.tsx'
import { type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import { Check, CircleAlert, Clock } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Becoming } from '#contract/windows/me.ts'
import { bootOf } from '#web/app/api.ts'
import { usePageTitle } from '#web/app/page-title.ts'
import { load, query, useLoaded } from '#web/app/query.ts'
import { useTranslation } from '#web/app/say.ts'
import { useMe, useMember, useNow } from '#web/app/session.tsx'
import { MainFrame } from '#web/app/shell/MainFrame.tsx'
import { useSwitch } from '#web/app/switching.ts'
import { NewPaper } from '#web/people/identity/NewPaper.tsx'
import { Component as Newcomer } from '#web/people/identity/PerformerRegisterPage.tsx'
import { OwnApplication } from '#web/people/identity/OwnApplication.tsx'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { RefusedState } from '#web/ui/RefusedState.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'

const becoming = () => query('identity.becoming')

export async function loader(args: LoaderFunctionArgs) {
  const { me } = bootOf(args)
  if (!me) return null
  if (me.roles.includes('staff')) throw redirect('/admin')
  return load(args, becoming())
}
/** Applying to perform: visitors make an account of its own, fans apply from theirs. */
export function Component() {
  const loaded = useLoaderData<typeof loader>()
  const me = useMe()
  return me && loaded ? <OwnWay loaded={loaded} /> : <Newcomer />
}

/** Becoming a creator from one's own account: what is done, what is next and what staff said, on one page and without another sign-in. */
function OwnWay({ loaded }: { loaded: Becoming }) {
  const { t } = useTranslation()
  const way = useLoaded(becoming(), loaded)
  const me = useMember()
  const title = t('apply.own.title')
  const asks = !me.isPerformer && (way.state === 'none' || (way.state === 'rejected' && way.account?.isOpen !== true))
  return (
    <MainFrame place="me" top={{ title, back: '/me' }}>
      <title>{usePageTitle(title)}</title>
      <PageTitle up={{ to: '/me', label: t('shell.me') }}>{title}</PageTitle>
      <div className="grid gap-4">
        {way.state === 'rejected' && <RefusedState what={t('apply.own.rejected')} why={way.reason ?? ''} />}
        <Panel title={t('apply.own.steps')}>
          <p className="mb-4 text-14 leading-relaxed! text-muted">{t('apply.own.lead')}</p>
          <WaySteps way={way} />
        </Panel>
        {way.state === 'pending' && !me.isPerformer && (
          <Panel title={t('apply.own.papers')}>
            <p className="mb-4 text-14 leading-relaxed! text-muted">{t('apply.own.papers.lead')}</p>
            <div className="grid gap-4">
              <NewPaper kind="idVerification" />
              <NewPaper kind="documentVerification" />
            </div>
          </Panel>
        )}
        {asks && (
          <Panel title={t(way.state === 'rejected' ? 'apply.own.again' : 'apply.title')}>
            <OwnApplication before={way} />
          </Panel>
        )}
      </div>
    </MainFrame>
  )
}

type Step = { title: string; about?: ReactNode; is: 'done' | 'waiting' | 'bad' | 'ahead'; act?: ReactNode }

function WaySteps({ way }: { way: Becoming }) {
  const { t } = useTranslation()
  const me = useMember()
  const now = useNow()
  const switchTo = useSwitch()
  const { state, account, documents, submittedAt, decidedAt, hasAgreed, hasPayout, hasPost } = way
  const isOpen = account?.isOpen ?? false
  // As oneself on the stage the studio is a link; from the fan's account one goes there by one press.
  const inStudio = (to: string, label: string) =>
    !isOpen || !account ? undefined : me.isPerformer ? (
      <Button rank="second" size="sm" to={to}>
        {label}
      </Button>
    ) : (
      <Button size="sm" onClick={() => void switchTo(account._id, to)}>
        {t('apply.own.switch', { username: account.username })}
      </Button>
    )
  const papers: Step = {
    title: t('apply.documents'),
    is: state === 'approved' ? 'done' : state === 'rejected' ? 'bad' : documents.length > 0 ? 'waiting' : 'ahead',
    about:
      state === 'approved' && decidedAt ? (
        <Within sentence={(when) => t('apply.own.approved', { when })}>
          <RelativeTime at={decidedAt} now={now} />
        </Within>
      ) : state === 'pending' && submittedAt ? (
        <Within sentence={(when) => t('apply.own.waiting', { when })}>
          <RelativeTime at={submittedAt} now={now} />
        </Within>
      ) : (
        t(state === 'rejected' ? 'apply.own.mend' : 'apply.own.papersAhead')
      ),
  }
  const payout: Step = { title: t('apply.own.payout'), is: hasPayout ? 'done' : 'ahead', about: t('apply.own.payout.about') }
  const post: Step = { title: t('apply.own.post'), is: hasPost ? 'done' : 'ahead', about: t('apply.own.post.about') }
  if (!hasPayout) payout.act = inStudio('/creator/payouts/bank', t('apply.own.payout.go'))
  if (!hasPost) post.act = me.isPerformer || hasPayout ? inStudio('/creator/publish', t('apply.own.post.go')) : undefined
  const steps: Step[] = [
    papers,
    { title: t('apply.agreement'), is: hasAgreed ? 'done' : 'ahead', about: t(hasAgreed ? 'apply.own.agreed' : 'apply.own.agreeAhead') },
    payout,
    post,
  ]
  const next = steps.findIndex(({ is }) => is !== 'done')
  return (
    <ol className="grid">
      {steps.map(({ title, about, is, act }, place) => (
        <li
          key={title}
          aria-current={place === next ? 'step' : undefined}
          className="flex gap-3 border-t border-line py-3 first:border-t-0"
        >
          <span
            className={cx(
              'num grid size-7 flex-none place-items-center rounded-full text-13 font-semibold',
              is === 'done'
                ? 'bg-well text-muted'
                : is === 'bad'
                  ? 'bg-onair-wash text-onair'
                  : place === next
                    ? 'bg-chosen'
                    : 'ring-1 ring-line-strong ring-inset',
            )}
          >
            {is === 'done' ? (
              <Check aria-label={t('apply.own.done')} className="size-4" />
            ) : is === 'bad' ? (
              <CircleAlert aria-hidden="true" className="size-4" />
            ) : is === 'waiting' ? (
              <Clock aria-hidden="true" className="size-4" />
            ) : (
              place + 1
            )}
          </span>
          <span className="min-w-0 flex-1 pt-0.5">
            <span className={cx('block text-15', place === next && 'font-semibold')}>{title}</span>
            <span className="block text-14 leading-relaxed! text-muted">{about}</span>
            {act && <span className="mt-2 block">{act}</span>}
          </span>
        </li>
      ))}
    </ol>
  )
}
