import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Feed } from '#contract/catalogue/feeds.ts'
import { useApi, useMe } from '#web/app/session.tsx'
import { lockOf, picturesOf, previewOf } from '#web/catalogue/feeds/locked.ts'
import { LockedAction } from '#web/catalogue/feeds/LockedAction.tsx'
import { useFollow } from '#web/people/follows/follow.ts'
import { LockedMedia } from '#web/ui/LockedMedia.tsx'
import { MediaFrame } from '#web/ui/MediaFrame.tsx'

// Bought by few of those who scroll past: fetched when someone comes near the button.
const unlocking = () => import('#web/catalogue/feeds/UnlockSheet.tsx')
const subscribing = () => import('#web/money/subscriptions/SubscribeSheet.tsx')
const UnlockSheet = lazy(() => unlocking().then((file) => ({ default: file.UnlockSheet })))
const SubscribeSheet = lazy(() => subscribing().then((file) => ({ default: file.SubscribeSheet })))

export type FeedCardMediaProps = {
  feed: Feed
  priority: boolean
  onOpenPicture: ((place: number) => void) | undefined
  resumeUnlock: boolean
  onOpened: (feed: Feed) => void
  chip?: ReactNode
}

/** A post's pictures, or its blur with the one act that opens them. Opening fades from the blur to the picture in the same place. */
export function FeedCardMedia({ feed, priority, onOpenPicture, resumeUnlock, onOpened, chip }: FeedCardMediaProps) {
  const { t } = useTranslation()
  const api = useApi()
  const me = useMe()
  const follow = useFollow()
  const lock = lockOf(feed, me)
  const [preview] = useState(() => previewOf(feed))
  const [wasLocked] = useState(lock !== 'open')
  const [sheet, setSheet] = useState({ wanted: resumeUnlock && lock === 'unlock', open: resumeUnlock && lock === 'unlock' })
  const [busy, setBusy] = useState(false)

  const press = async () => {
    if (lock !== 'follow') return setSheet({ wanted: true, open: true })
    setBusy(true)
    if (await follow(feed.performer, true)) {
      const fresh = await api.feeds.one({ id: feed._id }).catch(() => undefined)
      if (fresh) onOpened(fresh)
    }
    setBusy(false)
  }
  const near = () => void (lock === 'unlock' ? unlocking() : lock === 'subscribe' ? subscribing() : undefined)
  const onOpenChange = (open: boolean) => setSheet({ wanted: true, open })
  const first = feed.files[0] ?? { width: 2, height: 1 }
  const pictures = picturesOf(feed, (place) => t('post.picture', { name: feed.performer.name, place }))
  return (
    <>
      {lock === 'open' && pictures.length > 0 && (
        <MediaFrame
          pictures={pictures}
          priority={priority}
          reveal={wasLocked}
          under={wasLocked ? preview : undefined}
          {...(onOpenPicture && { onOpen: onOpenPicture })}
        >
          {chip}
        </MediaFrame>
      )}
      {lock !== 'open' && (
        <LockedMedia
          preview={preview}
          width={first.width}
          height={first.height}
          what={feed.totalPhotos > 0 ? t('post.photos', { count: feed.totalPhotos }) : t('post.words')}
          action={<LockedAction feed={feed} lock={lock} busy={busy} onPress={() => void press()} onNear={near} />}
        />
      )}
      {sheet.wanted && (
        <Suspense fallback={null}>
          {feed.isSale === 'ppv' ? (
            <UnlockSheet feed={feed} open={sheet.open} onOpenChange={onOpenChange} onUnlocked={onOpened} resume={resumeUnlock} />
          ) : (
            <SubscribeSheet
              performer={feed.performer}
              open={sheet.open}
              onOpenChange={onOpenChange}
              returnPath={`/posts/${feed._id}`}
              onSubscribed={() => void api.feeds.one({ id: feed._id }).then(onOpened, () => {})}
            />
          )}
        </Suspense>
      )}
    </>
  )
}
