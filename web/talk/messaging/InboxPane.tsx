import { Search, X } from 'lucide-react'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { FanList } from '#contract/talk/fans.ts'
import { Pages } from '#web/app/Pages.tsx'
import { useTranslation } from '#web/app/say.ts'
import { useMember, useNow } from '#web/app/session.tsx'
import { ConversationRow } from '#web/talk/messaging/ConversationRow.tsx'
import { type Inbox, inboxBeside, type InboxList, searchOf, type Wanted } from '#web/talk/messaging/queries.ts'
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
  /** A creator's own lists of fans. */
  lists: readonly FanList[]
  loaded: Inbox | undefined
  /** Why nobody may look for these words. */
  refused: string | undefined
  openId: string | undefined
  search: InboxSearch
  /** Out of the one that is open. */
  onLeave: () => void
}

/** Looking for somebody: on a phone the lamp stands in the top bar, elsewhere beside the title. */
export interface InboxSearch {
  isOpen: boolean
  toggle: () => void
  find: (q: string) => void
}

export function useInboxSearch(wanted: Wanted, openId: string | undefined): InboxSearch {
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(wanted.q !== '')
  const find = (q: string) => void navigate(`${pathOf(openId)}${searchOf({ ...wanted, q })}`, { replace: true, preventScrollReset: true })
  const toggle = () => {
    setOpen(!isOpen)
    if (isOpen && wanted.q) find('')
  }
  return { isOpen, toggle, find }
}

export function SearchButton({ search: { isOpen, toggle } }: { search: InboxSearch }) {
  const { t } = useTranslation()
  return (
    <IconButton label={t(isOpen ? 'messages.search.close' : 'messages.search.open')} aria-expanded={isOpen} onClick={toggle}>
      {isOpen ? <X /> : <Search />}
    </IconButton>
  )
}

const pathOf = (openId: string | undefined) => (openId === undefined ? '/messages' : `/messages/${openId}`)

/** Whom one writes with, newest first. Its filters live in the address, and stay there while one reads. */
export function InboxPane({ wanted, lists: own, loaded, refused, openId, search, onLeave }: InboxPaneProps) {
  const { t } = useTranslation()
  const me = useMember()
  const lists: readonly InboxList[] = me.isPerformer
    ? ['all', 'unread', 'unanswered', 'subscribers', 'followers', 'archived']
    : ['all', 'unread', 'subscribers', 'archived']
  // Chosen in this list, and not in another one or before this filter.
  const isFromList = (useLocation().state as { fromList?: true } | null)?.fromList ?? false
  const pillOf = (list: Wanted['list']) => ({
    to: `${pathOf(openId)}${searchOf({ ...wanted, list })}`,
    current: wanted.list === list,
  })
  return (
    <section aria-label={t('messages.list')} className="flex flex-col lg:h-full lg:min-h-0">
      <div className="lg:pt-5 lg:pe-3">
        <PageTitle
          aside={
            <span className="max-md:hidden">
              <SearchButton search={search} />
            </span>
          }
        >
          {t('messages.title')}
        </PageTitle>
        {search.isOpen && (
          <form
            role="search"
            className="pb-2 max-md:px-4 max-md:pt-2"
            onSubmit={(event) => {
              event.preventDefault()
              const typed = new FormData(event.currentTarget).get('q')
              search.find(typeof typed === 'string' ? typed.trim() : '')
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
          // All of them on a phone, in as many rows as they need (two in English, by closer pills): nothing says there that more is aside.
          className="pb-2 max-md:flex-wrap max-md:gap-x-0.5 max-md:pt-2 max-md:pe-2 max-md:mask-none max-md:*:px-3"
          pills={[
            ...lists.map((list) => ({
              ...pillOf(list),
              label: (
                <>
                  {t(list === 'subscribers' && !me.isPerformer ? 'messages.filter.subscriptions' : `messages.filter.${list}`)}
                  {list === 'unread' && me.unread.messages > 0 && <Count count={me.unread.messages} className="ms-1.5" />}
                </>
              ),
            })),
            ...own.map(({ _id, name }) => ({ ...pillOf(_id as Wanted['list']), label: name })),
          ]}
        />
      </div>
      <div className="lg:quiet-scroll lg:min-h-0 lg:flex-1 lg:overflow-y-auto lg:pe-3 lg:pb-5">
        {refused === undefined ? (
          <Pages
            key={`${wanted.list} ${wanted.q}`}
            query={({ offset }) => inboxBeside(wanted, offset, isFromList ? openId : undefined)}
            loaded={loaded}
            waiting={<RowsWaiting />}
            draw={(list) => <Rows list={list} openId={openId} wanted={wanted} onLeave={onLeave} />}
            empty={<Nothing wanted={wanted} onClear={search.toggle} />}
          />
        ) : (
          <RefusedState what={t('home.refused')} why={refused} />
        )}
      </div>
    </section>
  )
}

type RowsProps = Pick<InboxPaneProps, 'openId' | 'wanted' | 'onLeave'> & { list: Inbox['data'] }

function Rows({ list, openId, wanted, onLeave }: RowsProps) {
  const now = useNow()
  return (
    <ul>
      {list.map((each) => (
        <ConversationRow
          key={each._id}
          conversation={each}
          isOpen={each._id === openId}
          search={searchOf(wanted)}
          now={now}
          onLeave={onLeave}
        />
      ))}
    </ul>
  )
}

function Nothing({ wanted: { list, q }, onClear }: { wanted: Wanted; onClear: () => void }) {
  const { t } = useTranslation()
  const me = useMember()
  if (q !== '' || list !== 'all') {
    const why =
      q !== ''
        ? t('messages.none.found', { text: q })
        : t(list === 'unread' || list === 'unanswered' || list === 'archived' ? `messages.none.${list}` : 'messages.none.list')
    return (
      <div className="grid justify-items-center gap-3 px-4 py-10 text-center text-15 text-muted">
        <p>{why}</p>
        {q !== '' && (
          <Button rank="second" size="sm" onClick={onClear}>
            {t('messages.none.clear')}
          </Button>
        )}
      </div>
    )
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
