import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { apiOf } from '#web/app/api.ts'
import { requireMember } from '#web/app/guard.ts'
import { usePageTitle } from '#web/app/page-title.ts'
import { load, loadOr } from '#web/app/query.ts'
import { useTranslation } from '#web/app/say.ts'
import { useMember } from '#web/app/session.tsx'
import { MainFrame } from '#web/app/shell/MainFrame.tsx'
import { InboxPane, SearchButton, useInboxSearch } from '#web/talk/messaging/InboxPane.tsx'
import { conversation, inbox, ownLists, wantedIn } from '#web/talk/messaging/queries.ts'
import { ConversationMenu } from '#web/talk/messaging/ConversationMenu.tsx'
import { useBack, Who } from '#web/talk/messaging/ThreadHead.tsx'
import { ThreadPane } from '#web/talk/messaging/ThreadPane.tsx'
import { pageSize } from '#web/talk/messaging/thread.ts'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'

export const handle = { auth: true, inClosedCountry: true, isExplicit: true }

export async function loader(args: LoaderFunctionArgs) {
  const me = requireMember(args)
  // In a closed country one reads, and keeps no lists.
  const { answer: lists = [] } = me.isPerformer ? await loadOr('country_closed', args, ownLists) : {}
  const wanted = wantedIn(new URL(args.request.url).searchParams, lists)
  const id = args.params['conversationId']
  if (id !== undefined && !/^[0-9a-f-]{36}$/.test(id)) throw new Response('', { status: 404 })
  const [list, open] = await Promise.all([loadOr('prohibited_term', args, inbox(wanted)), id === undefined ? undefined : opened(args, id)])
  return { wanted, lists, list: list.answer, refused: list.refused, open }
}

async function opened(args: LoaderFunctionArgs, id: string) {
  const shown = await load(args, conversation(id))
  return { shown, first: await apiOf(args).messaging.messages({ id, limit: pageSize, offset: 0 }) }
}

/** The list beside the conversation that is open; one or the other where there is no room for both. */
export function Component() {
  const { t } = useTranslation()
  const me = useMember()
  const { wanted, lists, list, refused, open } = useLoaderData<typeof loader>()
  const title = usePageTitle(open ? open.shown.recipientInfo.name : t('messages.title'))
  const unread = me.unread.messages
  const back = useBack(wanted)
  const search = useInboxSearch(wanted, open?.shown._id)
  return (
    <MainFrame
      place="messages"
      wide
      fills
      hideBottomBar={open !== undefined}
      top={
        open
          ? { title: <Who conversation={open.shown} />, back, actions: <ConversationMenu conversation={open.shown} onLeave={back} /> }
          : { title: t('messages.title'), actions: <SearchButton search={search} /> }
      }
    >
      <title>{unread > 0 ? `(${unread > 99 ? '99+' : unread}) ${title}` : title}</title>
      {/* The window's height below what stands above it; the panes scroll by themselves. */}
      <div className="md:-mt-5 md:-mb-16 lg:grid lg:h-[calc(100dvh-var(--banners)-var(--lost))] lg:grid-cols-[320px_minmax(0,1fr)] xl:grid-cols-[340px_minmax(0,1fr)]">
        <div className={cx('lg:min-h-0 lg:border-e lg:border-line', open && 'max-lg:hidden')}>
          <InboxPane
            wanted={wanted}
            lists={lists}
            loaded={list}
            refused={refused}
            openId={open?.shown._id}
            search={search}
            onLeave={back}
          />
        </div>
        {open ? (
          <ThreadPane key={open.shown._id} loaded={open.shown} first={open.first} onBack={back} />
        ) : (
          <div className="grid content-center px-8 max-lg:hidden">
            <EmptyState scene="letter" title={t(list?.total ? 'messages.choose' : 'scenes.letter')}>
              {!list?.total && t(me.isPerformer ? 'messages.none.creator' : 'messages.none')}
            </EmptyState>
          </div>
        )}
      </div>
    </MainFrame>
  )
}
