import { LockOpen, Play } from 'lucide-react'
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Api } from '#contract/client.ts'
import type { MediaFile } from '#contract/media/file.ts'
import type { Conversation, Message } from '#contract/talk/messaging.ts'
import { useTranslation } from '#web/app/say.ts'
import { useApi, useMember } from '#web/app/session.tsx'
import { bringWords } from '#web/app/words.ts'
import { recall } from '#web/catalogue/works/unlock/intention.ts'
import { useOpening } from '#web/catalogue/works/unlock/opening.tsx'
import type { Unlockable, Way } from '#web/catalogue/works/unlock/purchase.ts'
import { writeTime } from '#web/media/player/times.ts'
import { useInside } from '#web/talk/messaging/inside.ts'
import { cx } from '#web/ui/cx.ts'
import { Blur, LockedMedia } from '#web/ui/LockedMedia.tsx'
import { MediaChip } from '#web/ui/MediaChip.tsx'
import { lazy } from '#web/ui/network.ts'
import { sourcesOf } from '#web/ui/sources.ts'

// Most films are scrolled past, and few photos are opened large.
const VideoPlayer = lazy(async () => {
  const [file] = await Promise.all([import('#web/media/player/VideoPlayer.tsx'), bringWords('player')])
  return { default: file.VideoPlayer }
})
const AudioPlayer = lazy(async () => {
  const [file] = await Promise.all([import('#web/media/player/AudioPlayer.tsx'), bringWords('player')])
  return { default: file.AudioPlayer }
})
const Lightbox = lazy(async () => {
  const [file] = await Promise.all([import('#web/catalogue/galleries/Lightbox.tsx'), bringWords('browse')])
  return { default: file.Lightbox }
})
const curtaining = () => import('#web/ui/Curtain.tsx')
const Curtain = lazy(() => curtaining().then((file) => ({ default: file.Curtain })))

type MediaProps = {
  message: Message & { files: MediaFile[] }
  isOwn: boolean
  who: Conversation['recipientInfo']
  /** A block stands between the two: nothing is sold, and why is said in its place. */
  unsold: 'own' | 'any' | undefined
  onOpened: (message: Message) => void
}

const frame = 'w-[min(340px,82%)] min-w-0 overflow-hidden rounded-card'

/** What a message carries: photos beside each other, films and sound to play, or the plate over what is to be bought. */
export function Media(props: MediaProps) {
  const { t } = useTranslation()
  const { message, isOwn } = props
  const { files } = message
  if (files.length === 0) return <p className={cx(frame, 'bg-well px-4 py-3 text-14 text-muted')}>{t('messages.media.gone')}</p>
  if (!isOwn && message.isSale === 'ppv') return <Sold {...props} />
  return <Sent message={message} chip={undefined} curtain={null} />
}

/** As unlocking knows works. */
interface Wanted extends Unlockable {
  message: Message
}

/** Bought in its own place: the plate, the sheet, and the curtain that parts over what was behind it. */
function Sold({ message, who, unsold, onOpened }: MediaProps) {
  const { t } = useTranslation()
  const me = useMember()
  const insideOf = useInside()
  const [search] = useSearchParams()
  const [wasLocked] = useState(!message.isBought)
  const locked = message.files.filter((file) => file.locked)
  const [preview] = useState(() => (locked[0] ?? message.files[0])?.blurUrl)
  const what = message.inside ? insideOf(message.inside) : ''
  const wanted: Wanted = {
    _id: message._id,
    title: '',
    price: message.price ?? 0,
    isSale: 'ppv',
    canView: message.isBought === true,
    performer: { ...who, isOnline: false, isVerified: false },
    files: message.files,
    message,
  }
  const resume = search.get('unlock') === '1' && recall({ accountId: me._id, workId: message._id }) !== undefined
  const { lock, action, sheets } = useOpening(wanted, {
    way: wayOf(wanted),
    what,
    resume,
    onOpened: ({ message: opened }) => onOpened(opened),
  })
  if (lock === 'open') {
    const chip = (
      <MediaChip opened>
        <LockOpen aria-hidden="true" />
        {t('messages.media.unlocked')}
      </MediaChip>
    )
    const curtain = wasLocked && (
      <Suspense fallback={null}>
        <Curtain preview={preview} tint={message.files[0]?.tint} what={what} />
      </Suspense>
    )
    return <Sent message={message} chip={chip} curtain={curtain} goesOn={wasLocked} />
  }
  const shown = message.files.filter((file) => !file.locked)
  return (
    <div className={cx(frame, 'grid gap-0.5')} onPointerEnter={() => void curtaining()}>
      {shown.length > 0 && <Photos photos={shown} />}
      <LockedMedia
        preview={preview}
        tint={locked[0]?.tint}
        what={what}
        action={
          unsold ? (
            <p className="text-14">{t(unsold === 'own' ? 'messages.media.unsold.own' : 'messages.media.unsold', { name: who.name })}</p>
          ) : (
            action
          )
        }
        width={4}
        height={3}
        size="small"
      />
      {!unsold && sheets}
    </div>
  )
}

function wayOf(wanted: Wanted): Way<Wanted> {
  const { message } = wanted
  const again = (item: Message): Wanted => ({ ...wanted, message: item, files: item.files ?? [], canView: item.isBought === true })
  return {
    path: `/messages/${message.conversationId}`,
    key: ['message', message._id],
    async charge(api, input, options) {
      const { item, ...paid } = await api.messaging.charge(input, options)
      return { ...paid, ...(item && { item: again(item) }) }
    },
    again: async () => wanted,
  }
}

function Sent({ message, ...around }: { message: MediaProps['message']; chip: ReactNode; curtain: ReactNode; goesOn?: boolean }) {
  const api = useApi()
  return <Open files={message.files} statusOf={(fileId) => api.messaging.fileStatus({ id: message._id, fileId })} {...around} />
}

type OpenProps = {
  files: readonly MediaFile[]
  /** How far one of them is, for the player. */
  statusOf: (fileId: string) => ReturnType<Api['messaging']['fileStatus']>
  chip?: ReactNode
  curtain?: ReactNode
  /** It was opened here just now: the button that was pressed is gone, and whoever has no pointer goes on from what is in its place. */
  goesOn?: boolean
}

/** Files that are there to be seen and heard. */
export function Open({ files, statusOf, chip, curtain, goesOn = false }: OpenProps) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!goesOn) return
    // The sheet goes in the same turn, and finds nothing to give the focus back to.
    const frame = requestAnimationFrame(() => {
      if (document.activeElement !== document.body) return
      const next = place.current?.querySelector<HTMLElement>('button') ?? place.current
      next?.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(frame)
  }, [goesOn])
  const photos = files.filter(({ type }) => type === 'photo')
  const others = files.filter(({ type }) => type !== 'photo')
  return (
    <div ref={place} tabIndex={goesOn ? -1 : undefined} className={cx(frame, 'relative isolate grid gap-0.5 outline-none')}>
      {photos.length > 0 && <Photos photos={photos} />}
      {others.map((file) => (
        <Played key={file._id} file={file} statusOf={() => statusOf(file._id)} />
      ))}
      {chip && <span className="pointer-events-none absolute top-2.5 start-2.5 z-20">{chip}</span>}
      {curtain}
    </div>
  )
}

const mostShown = 4

/** One in its own shape, several in squares; what does not fit stands behind the last, and all of them open large. */
function Photos({ photos }: { photos: readonly MediaFile[] }) {
  const { t } = useTranslation()
  const [viewer, setViewer] = useState<number>()
  const shown = photos.slice(0, photos.length > mostShown ? mostShown : photos.length)
  const isOne = photos.length === 1
  return (
    <>
      <ul className={cx('grid gap-0.5', isOne ? 'grid-cols-1' : 'grid-cols-2')}>
        {shown.map((file, place) => {
          const more = place === shown.length - 1 ? photos.length - shown.length : 0
          const isWide = shown.length === 3 && place === 0
          return (
            <li
              key={file._id}
              className={cx('relative min-w-0 bg-well', isWide && 'col-span-2')}
              style={{ aspectRatio: isOne ? shapeOf(file) : isWide ? 2 : 1 }}
            >
              {file.status === 'finished' && file.url ? (
                <button
                  type="button"
                  aria-label={t('messages.media.photo', { place: place + 1, count: photos.length })}
                  onClick={() => setViewer(place)}
                  className="block size-full cursor-zoom-in focus-visible:outline-offset-[-3px] focus-visible:outline-on-media"
                >
                  <img
                    src={file.thumbnails[0]?.url ?? file.url}
                    srcSet={sourcesOf({ url: file.url, width: file.width ?? 2048, smaller: file.thumbnails })}
                    sizes={isOne || isWide ? '340px' : '170px'}
                    alt=""
                    width={file.width}
                    height={file.height}
                    loading="lazy"
                    decoding="async"
                    draggable={false}
                    className="size-full object-cover"
                  />
                  {more > 0 && (
                    <span className="num absolute inset-0 grid place-items-center bg-media-pool text-24 font-semibold text-on-media">
                      +{more}
                    </span>
                  )}
                </button>
              ) : (
                <Unready file={file} />
              )}
            </li>
          )
        })}
      </ul>
      {viewer !== undefined && (
        <Suspense fallback={null}>
          <Lightbox
            photos={photos.map((file) => ({ title: '', description: '', file }))}
            place={viewer}
            onClose={() => setViewer(undefined)}
          />
        </Suspense>
      )}
    </>
  )
}

/** No taller than a phone's half, no flatter than a strip. */
const shapeOf = ({ width = 4, height = 3 }: MediaFile) => Math.min(2.4, Math.max(0.75, width / height))

function Unready({ file }: { file: MediaFile }) {
  const { t } = useTranslation()
  return (
    <span className="relative isolate grid size-full place-items-center overflow-hidden p-4 text-center text-14 text-muted">
      {file.status === 'error' ? t('messages.media.broken') : t('messages.media.processing')}
    </span>
  )
}

function Played({ file, statusOf }: { file: MediaFile; statusOf: () => ReturnType<OpenProps['statusOf']> }) {
  const { t } = useTranslation()
  const [begun, setBegun] = useState(false)
  const title = t(file.type === 'audio' ? 'messages.media.sound' : 'messages.media.film')
  if (file.status !== 'finished') {
    return (
      <div className={cx('bg-well', file.type === 'audio' ? 'h-20' : 'aspect-video')}>
        <Unready file={file} />
      </div>
    )
  }
  if (file.type === 'audio') {
    return (
      <Suspense fallback={<div className="h-[68px] bg-well" />}>
        <AudioPlayer file={file} title={title} statusOf={statusOf} />
      </Suspense>
    )
  }
  const ratio = shapeOf(file)
  if (begun) {
    return (
      <Suspense fallback={<div className="bg-black" style={{ aspectRatio: ratio }} />}>
        <VideoPlayer file={file} title={title} statusOf={statusOf} autoPlay />
      </Suspense>
    )
  }
  const poster = file.thumbnails.at(-1)?.url
  return (
    <div className="relative isolate overflow-hidden bg-black" style={{ aspectRatio: ratio }}>
      {poster ? (
        <img src={poster} alt="" loading="lazy" decoding="async" className="size-full object-cover" />
      ) : (
        <Blur preview={file.blurUrl} />
      )}
      <button
        type="button"
        aria-label={t('messages.media.play')}
        onClick={() => setBegun(true)}
        className="group absolute inset-0 grid place-items-center focus-visible:outline-offset-[-3px] focus-visible:outline-on-media"
      >
        <span className="grid size-14 place-items-center rounded-full bg-media-chip text-on-media transition-[scale] group-hover:scale-105">
          <Play className="ml-1 size-6 fill-current" />
        </span>
      </button>
      {file.duration !== undefined && (
        <MediaChip className="pointer-events-none absolute end-2.5 bottom-2.5">{writeTime(file.duration)}</MediaChip>
      )}
    </div>
  )
}
