import { Sparkles } from 'lucide-react'
import { Link } from 'react-router'
import { type RequestList as ListName, requestLists } from '#contract/talk/request-names.ts'
import type { CustomRequest } from '#contract/talk/requests.ts'
import { useAmounts } from '#web/app/amounts.ts'
import { type Paged, Pages } from '#web/app/Pages.tsx'
import { useTranslation } from '#web/app/say.ts'
import { useNow } from '#web/app/session.tsx'
import { useReport } from '#web/site/reporting/use-report.tsx'
import { Until } from '#web/talk/messaging/RequestLine.tsx'
import { requestsIn } from '#web/talk/requests/queries.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Pills } from '#web/ui/Pills.tsx'
import { RowsSkeleton } from '#web/ui/Skeleton.tsx'

type RequestListProps = {
  /** The page that it stands on. */
  path: '/requests' | '/creator/requests'
  list: ListName
  first: Paged<CustomRequest>
  /** To a creator: whether fans may ask. */
  isTaking?: boolean
}

/** One's own requests: what is due next stands first. Each leads into its conversation, where it goes on. */
export function RequestList({ path, list, first, isTaking = false }: RequestListProps) {
  const { t } = useTranslation()
  const isCreator = path === '/creator/requests'
  const none = isTaking ? 'requests.list.none.taking' : isCreator ? 'requests.list.none.creator' : 'requests.list.none'
  return (
    <>
      <Pills
        label={t('requests.list.filters')}
        pills={requestLists.map((each) => ({
          label: t(`requests.list.${each}`),
          to: each === 'open' ? path : `${path}?show=${each}`,
          current: each === list,
        }))}
        className="mb-2"
      />
      <Pages
        key={list}
        query={requestsIn(list)}
        loaded={first}
        waiting={<RowsSkeleton />}
        empty={
          <EmptyState
            icon={Sparkles}
            action={
              isCreator && list === 'open' && !isTaking ? (
                <Button rank="second" size="sm" to="/creator/account">
                  {t('requests.list.settings')}
                </Button>
              ) : undefined
            }
          >
            {t(list === 'open' ? none : 'requests.list.none.other')}
          </EmptyState>
        }
        draw={(requests) => (
          <ul className="grid gap-2">
            {requests.map((request) => (
              <li key={request._id}>
                <RequestRow request={request} isCreator={isCreator} />
              </li>
            ))}
          </ul>
        )}
      />
    </>
  )
}

function RequestRow({ request, isCreator }: { request: CustomRequest; isCreator: boolean }) {
  const { t } = useTranslation()
  const { number } = useAmounts()
  const now = useNow()
  const { _id, state, text, price, budget, dueAt, answerBy, isDelivering, other, conversationId, may } = request
  const objection = useReport({ target: 'request', id: _id })
  const amount = price ?? budget
  const until = state === 'accepted' ? (isDelivering ? undefined : dueAt) : answerBy
  return (
    <Card>
      <div className="grid gap-3 p-4 md:p-5">
        <div className="flex items-center gap-3">
          <Avatar name={other.name} src={other.avatar} size={40} />
          <div className="grid min-w-0 flex-1">
            <span className="truncate font-semibold">{other.name}</span>
            <span className="text-14 text-muted">{t(isDelivering ? 'requests.card.onItsWay' : `requests.state.${state}`)}</span>
          </div>
          {amount !== undefined && (
            <span className="num flex-none text-15 font-semibold">
              {t('requests.card.tokens', { count: amount, amount: number(amount) })}
            </span>
          )}
        </div>
        <p dir="auto" className="line-clamp-3 text-15 wrap-anywhere whitespace-pre-wrap">
          {text}
        </p>
        <div className="flex flex-wrap items-end justify-between gap-3">
          {until ? (
            <p className="grid text-13 text-muted">
              {t(state === 'asked' || state === 'quoted' ? `requests.card.by.${state}` : 'requests.card.due')}
              <Until at={until} now={now} />
            </p>
          ) : may.includes('object') ? (
            <Button size="sm" rank="text" onClick={objection.report}>
              {t('requests.act.object')}
            </Button>
          ) : (
            <span />
          )}
          {isCreator && may.includes('deliver') ? (
            <Button size="sm" rank="second" to={`/messages/${conversationId}?deliver=${_id}`}>
              {t('requests.act.deliver')}
            </Button>
          ) : (
            <Link to={`/messages/${conversationId}`} className="touch text-14 font-semibold text-link hover:underline">
              {t(state === 'delivered' ? 'requests.act.open' : 'requests.list.go')}
            </Link>
          )}
        </div>
      </div>
      {objection.sheet}
    </Card>
  )
}
