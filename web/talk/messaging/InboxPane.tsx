import { Search, X } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { Pages } from '#web/app/Pages.tsx'
import { useTranslation } from '#web/app/say.ts'
import { useMember, useNow } from '#web/app/session.tsx'
import { ConversationRow } from '#web/talk/messaging/ConversationRow.tsx'
import { inbox, type Inbox, type InboxList, searchOf, type Wanted } from '#web/talk/messaging/queries.ts'
import { Button } from '#web/ui/Button.tsx'
import { Count } from '#web/ui/Count.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'
import { Pills } from '#web/ui/Pills.tsx'
import { RefusedState } from '#web/ui/RefusedState.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { Bone, Waiting } from '#web/ui/Skeleton.tsx'

type InboxPaneProps = {
  wanted: Wanted
  loaded: Inbox | undefined
  /** Why nobody may look for these words. */
  refused: string | undefined
  openId: string | undefined
}

/** Whom one writes with, newest first. Its filters live in the address, and stay there while one reads. */
export function InboxPane({ wanted, loaded, refused, openId }: InboxPaneProps) {
  const { t } = useTranslation()
  const me = useMember()
  const navigate = useNavigate()
  const [searches, setSearches] = useState(wanted.q !== '')
  const path = openId === undefined ? '/messages' : `/messages/${openId}`
  const find = (q: string) => void navigate(`${path}${searchOf({ ...wanted, q })}`, { replace: true, preventScrollReset: true })
  const lists: readonly InboxList[] = me.isPerformer
    ? ['all', 'unread', 'subscribers', 'followers', 'archived']
    : ['all', 'unread', 'subscribers', 'archived']
  return (
    <section aria-label={t('messages.list')} className="flex flex-col lg:h-full lg:min-h-0">
      <div className="lg:pt-5 lg:pr-3">
        <PageTitle
          aside={
            <IconButton
              label={t(searches ? 'messages.search.close' : 'messages.search.open')}
              aria-expanded={searches}
              onClick={() => {
                setSearches(!searches)
                if (searches && wanted.q) find('')
              }}
            >
              {searches ? <X /> : <Search />}
            </IconButton>
          }
        >
          {t('messages.title')}
        </PageTitle>
        {searches && (
          <form
            role="search"
            className="pb-2 max-md:px-4"
            onSubmit={(event) => {
              event.preventDefault()
              const typed = new FormData(event.currentTarget).get('q')
              find(typeof typed === 'string' ? typed.trim() : '')
            }}
          >
            <SearchField
              label={t('messages.search')}
              name="q"
              defaultValue={wanted.q}
              maxLength={100}
              autoComplete="off"
              // Pressing the lamp asked for it.
              autoFocus={wanted.q === ''}
            />
          </form>
        )}
        <Pills
          label={t('messages.filters')}
          className="pb-2"
          pills={lists.map((list) => ({
            to: `${path}${searchOf({ ...wanted, list })}`,
            current: wanted.list === list,
            label: (
              <>
                {t(list === 'subscribers' && !me.isPerformer ? 'messages.filter.subscriptions' : `messages.filter.${list}`)}
                {list === 'unread' && me.unread.messages > 0 && <Count count={me.unread.messages} className="ml-1.5" />}
              </>
            ),
          }))}
        />
      </div>
      <div className="lg:quiet-scroll lg:min-h-0 lg:flex-1 lg:overflow-y-auto lg:pr-3 lg:pb-5">
        {refused === undefined ? (
          <Pages
            key={`${wanted.list} ${wanted.q}`}
            query={({ offset }) => inbox(wanted, offset)}
            loaded={loaded}
            waiting={<RowsWaiting />}
            draw={(list) => <Rows list={list} openId={openId} wanted={wanted} />}
            empty={<Nothing wanted={wanted} />}
          />
        ) : (
          <RefusedState what={t('home.refused')} why={refused} />
        )}
      </div>
    </section>
  )
}

function Rows({ list, openId, wanted }: { list: Inbox['data']; openId: string | undefined; wanted: Wanted }) {
  const now = useNow()
  return (
    <ul>
      {list.map((each) => (
        <ConversationRow key={each._id} conversation={each} isOpen={each._id === openId} search={searchOf(wanted)} now={now} />
      ))}
    </ul>
  )
}

function Nothing({ wanted: { list, q } }: { wanted: Wanted }) {
  const { t } = useTranslation()
  const me = useMember()
  if (q !== '' || list !== 'all') {
    const why =
      q !== ''
        ? t('messages.none.found', { text: q })
        : t(list === 'unread' ? 'messages.none.unread' : list === 'archived' ? 'messages.none.archived' : 'messages.none.list')
    return <p className="px-4 py-10 text-center text-15 text-muted">{why}</p>
  }
  // Beside the list the same scene stands already.
  return (
    <>
      <p className="px-3 py-6 text-15 text-muted max-lg:hidden">{t('messages.none.list')}</p>
      <div className="lg:hidden">
        <EmptyState
          scene="letter"
          title={t('scenes.letter')}
          action={
            !me.isPerformer && (
              <Button rank="second" size="sm" to="/explore">
                {t('messages.none.find')}
              </Button>
            )
          }
        >
          {t(me.isPerformer ? 'messages.none.creator' : 'messages.none')}
        </EmptyState>
      </div>
    </>
  )
}

function RowsWaiting() {
  return (
    <Waiting>
      {Array.from({ length: 6 }, (_, place) => (
        <div key={place} className="flex min-h-[72px] items-center gap-3 px-4 lg:px-3">
          <Bone round className="size-12 flex-none" />
          <div className="grid flex-1 gap-2">
            <Bone className="h-3.5 w-2/5" />
            <Bone className="h-3 w-3/5" />
          </div>
        </div>
      ))}
    </Waiting>
  )
}
