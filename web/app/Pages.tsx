import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from '#web/app/say.ts'
import { Refused } from '#contract/client.ts'
import { sentenceOf } from '#web/app/api.ts'
import { useScrollRestoration } from '#web/app/scroll-restoration.ts'
import { type Query, useQuery } from '#web/app/query.ts'
import { Button } from '#web/ui/Button.tsx'
import { RefusedState } from '#web/ui/RefusedState.tsx'

export interface Paged<Item> {
  data: Item[]
  total: number
  totalIsCapped?: true | undefined
  nextCursor?: string | undefined
}
/** Where a page begins: after a cursor where the row has one, else after so many. */
export interface After {
  offset: number
  cursor?: string
}
export interface PagesProps<Item> {
  query: (after: After) => Query<Paged<Item>>
  /** The first page, from the loader. */
  loaded?: Paged<Item> | undefined
  /** Draws the items of one page; `first` on the page that is seen at once, `before` is the last one of the page before it. */
  draw: (items: Item[], first: boolean, before: Item | undefined) => ReactNode
  waiting: ReactNode
  empty: ReactNode
  /** The row gives cursors: a missing one is the end. */
  byCursor?: boolean
}

/**
 * A list that grows as one reads on. Each page is a question of its own, so that a push or a write asks for all of them
 * again, and each page begins where the one before it ends now. Give it a `key` that changes with the filters. Back finds it as it was left.
 */
export function Pages<Item>(props: PagesProps<Item>) {
  const { open, openMore } = useScrollRestoration(JSON.stringify(props.query({ offset: 0 }).key))
  return <OnePage {...props} after={{ offset: 0 }} left={open} onMore={openMore} />
}

type OnePageProps<Item> = PagesProps<Item> & { after: After; before?: Item | undefined; left: number; onMore: () => void }

function OnePage<Item>({ after, before, left, onMore, ...list }: OnePageProps<Item>) {
  const { t } = useTranslation()
  const first = after.offset === 0 && after.cursor === undefined
  const { data, error, mutate } = useQuery(list.query(after), first ? list.loaded : undefined, { keepPreviousData: true })
  // Asked again, it would be refused again: only other words help.
  if (!data && isProhibited(error)) return <RefusedState what={t('home.refused')} why={error.message} />
  if (!data && error) {
    return (
      <RefusedState
        what={t('home.listFailed')}
        why={sentenceOf(error, t('shell.tryLater'))}
        actions={
          <Button rank="second" size="sm" onClick={() => void mutate()}>
            {t('shell.error.retry')}
          </Button>
        }
      />
    )
  }
  if (!data) return list.waiting
  if (first && data.data.length === 0) return list.empty
  const next = nextOf(data, after, list.byCursor ?? false)
  return (
    <>
      {list.draw(data.data, first, before)}
      {next && left > 1 && <OnePage {...list} after={next} before={data.data.at(-1)} left={left - 1} onMore={onMore} />}
      {next && left === 1 && <More onMore={onMore} />}
    </>
  )
}

function isProhibited(error: unknown): error is Refused {
  return error instanceof Refused && error.code === 'prohibited_term'
}

function nextOf(page: Paged<unknown>, after: After, byCursor: boolean): After | undefined {
  if (byCursor) return page.nextCursor === undefined ? undefined : { offset: 0, cursor: page.nextCursor }
  const offset = after.offset + page.data.length
  // Where no end is known, an empty page is the end.
  return page.data.length > 0 && (offset < page.total || page.totalIsCapped) ? { offset } : undefined
}

/** Asks for more when its place comes near, and by a press for those who use no scrolling. */
function More({ onMore }: { onMore: () => void }) {
  const { t } = useTranslation()
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = place.current
    if (!element) return
    const watch = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && onMore(), { rootMargin: '600px' })
    watch.observe(element)
    return () => watch.disconnect()
  }, [onMore])
  return (
    <div ref={place} className="grid justify-items-center py-4">
      <Button rank="second" size="sm" onClick={onMore}>
        {t('home.more')}
      </Button>
    </div>
  )
}
