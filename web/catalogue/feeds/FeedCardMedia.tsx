import { type ReactNode, Suspense, useRef, useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import type { Feed } from '#contract/catalogue/feeds.ts'
import { useAct } from '#web/app/act.ts'
import { useApi, useMe } from '#web/app/session.tsx'
import { picturesOf, whatOf } from '#web/catalogue/feeds/pictures.ts'
import { lockOf, previewOf } from '#web/catalogue/works/lock.ts'
import { Act } from '#web/catalogue/works/unlock/Act.tsx'
import { useFollow } from '#web/people/follows/follow.ts'
import { useKept } from '#web/people/follows/members.ts'
import { Blur, LockedMedia } from '#web/ui/LockedMedia.tsx'
import { MediaFrame } from '#web/ui/MediaFrame.tsx'
import { ratioOf } from '#web/ui/ratio.ts'
import { useWhenIdle } from '#web/ui/idle.ts'
import { lazy } from '#web/ui/network.ts'

// Bought by few of those who scroll past: fetched once the page is there, or when someone comes near the button before that.
const unlocking = () => import('#web/catalogue/feeds/UnlockSheet.tsx')
const subscribing = () => import('#web/money/subscriptions/SubscribeSheet.tsx')
// Of those that are no photos: what plays comes with the first of them.
const FeedFilm = lazy(() => import('#web/catalogue/feeds/in-posts.ts').then((file) => ({ default: file.FeedFilm })))
const FeedTeaser = lazy(() => import('#web/catalogue/feeds/in-posts.ts').then((file) => ({ default: file.FeedTeaser })))
// It parts once, for whoever opens something: on its way while they decide.
const curtaining = () => import('#web/ui/Curtain.tsx')
const Curtain = lazy(() => curtaining().then((file) => ({ default: file.Curtain })))
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

/** A post's pictures, or its blur with the one act that opens them. Opening parts the blur before the picture in the same place. */
export function FeedCardMedia({ feed, priority, onOpenPicture, resumeUnlock, onOpened, chip }: FeedCardMediaProps) {
  const { t } = useTranslation()
  const api = useApi()
  const me = useMe()
  const { follow } = useFollow()
  const lock = lockOf(feed, me)
  const [preview] = useState(() => previewOf(feed))
  const [wasLocked] = useState(lock !== 'open')
  const what = whatOf(feed, t)
  const [sheet, setSheet] = useState({ wanted: resumeUnlock && lock === 'unlock', open: resumeUnlock && lock === 'unlock' })

  const following = useAct(
    async () => {
      if (await follow(feed.performer, true)) onOpened(await api.feeds.one({ id: feed._id }))
    },
    { refused: () => true },
  )
  const press = () => (lock === 'follow' ? void following.act() : setSheet({ wanted: true, open: true }))
  const reopen = () => setSheet({ wanted: true, open: true })
  useKept(`unlock:${feed._id}`, reopen)
  useKept(`subscribe:${feed._id}`, reopen)
  const lost = () => void api.feeds.one({ id: feed._id }).then(onOpened, () => {})
  const fetchSheet = lock === 'unlock' ? unlocking : lock === 'subscribe' ? subscribing : undefined
  useWhenIdle(fetchSheet)
  const near = () => {
    void fetchSheet?.()
    void curtaining()
  }
  const onOpenChange = (open: boolean) => setSheet({ wanted: true, open })
  const first = { width: 2, height: 1, ...feed.files[0] }
  const card = useRef<HTMLDivElement>(null)
  const hung = (
    <span data-waits className="absolute inset-0 z-10 overflow-hidden bg-t-deep">
      <Blur preview={preview} />
    </span>
  )
  const curtain = (waits = false) =>
    wasLocked && (
      <Suspense fallback={hung}>
        <Curtain preview={preview} tint={first.tint} what={what} waits={waits} />
      </Suspense>
    )
  const pictures = picturesOf(feed, (place) => t('post.picture', { name: feed.performer.name, place }))
  return (
    <>
      {lock === 'open' && feed.type !== 'photo' && feed.type !== 'text' && (
        <div className="relative">
          <Suspense fallback={<div className="bg-well" style={{ aspectRatio: feed.type === 'audio' ? 5 : ratioOf(first) }} />}>
            <FeedFilm feed={feed} isPage={onOpenPicture !== undefined} onLost={lost}>
              {chip}
            </FeedFilm>
          </Suspense>
          {feed.type === 'video' && curtain()}
        </div>
      )}
      {lock === 'open' && feed.type === 'photo' && pictures.length > 0 && (
        <MediaFrame
          pictures={pictures}
          priority={priority}
          curtain={wasLocked ? curtain : undefined}
          {...(onOpenPicture && { onOpen: onOpenPicture })}
        >
          {chip}
        </MediaFrame>
      )}
      {lock !== 'open' && (
        <div ref={card} className="relative">
          <LockedMedia
            preview={preview}
            tint={first.tint}
            width={first.width}
            height={first.height}
            what={what}
            action={<Act work={feed} lock={lock} busy={following.busy} onPress={press} onNear={near} />}
            {...(feed.teaser && {
              film: (
                <Suspense fallback={null}>
                  <FeedTeaser teaser={feed.teaser} under={card} />
                </Suspense>
              ),
            })}
          />
        </div>
      )}
      {sheet.wanted && (
        <Suspense fallback={null}>
          {feed.isSale === 'ppv' ? (
            <UnlockSheet
              feed={feed}
              open={sheet.open && lock === 'unlock'}
              onOpenChange={onOpenChange}
              onUnlocked={onOpened}
              resume={resumeUnlock}
            />
          ) : (
            <SubscribeSheet
              performer={feed.performer}
              open={sheet.open}
              onOpenChange={onOpenChange}
              place={feed._id}
              onSubscribed={() => void api.feeds.one({ id: feed._id }).then(onOpened, () => {})}
            />
          )}
        </Suspense>
      )}
    </>
  )
}
