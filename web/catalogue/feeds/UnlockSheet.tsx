import { useTranslation } from '#web/app/say.ts'
import type { Feed } from '#contract/catalogue/feeds.ts'
import { whatOf } from '#web/catalogue/feeds/pictures.ts'
import { one } from '#web/catalogue/feeds/queries.ts'
import { UnlockSheet as AnyUnlockSheet } from '#web/catalogue/works/unlock/UnlockSheet.tsx'

export type UnlockSheetProps = {
  feed: Feed
  open: boolean
  onOpenChange: (open: boolean) => void
  /** With the post as it is now, its pictures included. */
  onUnlocked: (feed: Feed) => void
  /** Back from the payment page: finish what was agreed to before leaving. */
  resume?: boolean
}

/** Unlocking a post. */
export function UnlockSheet({ feed, ...rest }: UnlockSheetProps) {
  const { t } = useTranslation()
  const query = one(feed._id)
  return (
    <AnyUnlockSheet
      work={feed}
      way={{
        path: `/posts/${feed._id}`,
        key: query.key,
        again: (api) => query.ask(api),
        charge: (api, input, options) => api.feeds.charge(input, options),
      }}
      what={whatOf(feed, t)}
      name={feed.tagline}
      {...rest}
    />
  )
}
