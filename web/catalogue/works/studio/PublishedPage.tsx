import { Check, Clock } from 'lucide-react'
import { useTranslation } from '#web/app/say.ts'
import { Link, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import { isOrdered, kindNames, workKinds, type WorkKind } from '#contract/catalogue/kind-names.ts'
import type { ItemOf } from '#contract/catalogue/items.ts'
import { bootOf } from '#web/app/api.ts'
import { requirePerformer } from '#web/app/guard.ts'
import { load, query, type Query } from '#web/app/query.ts'
import { useBoot, useNow, useSettings } from '#web/app/session.tsx'
import { ShareLink } from '#web/app/ShareLink.tsx'
import { type StudioPlace, StudioShell } from '#web/app/shell/StudioShell.tsx'
import { shortId } from '#web/catalogue/works/short-id.ts'
import { outcomeOf } from '#web/catalogue/works/studio/outcome.ts'
import { ownProfile } from '#web/people/profiles/queries.ts'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { writeCount, writeNumber } from '#web/ui/numbers.ts'
import { writeComing } from '#web/ui/relative-time.ts'
import { Stage } from '#web/ui/Stage.tsx'
import { tinted } from '#web/ui/tint.ts'
import { useSpeech } from '#web/ui/UiWords.tsx'

export const handle = { auth: true }

type Work = ItemOf<WorkKind>

/** Each kind's own answer about one of mine. */
const ownOne: { readonly [Kind in WorkKind]: (id: string) => Query<Work> } = {
  feed: (id) => query('feeds.ownOne', { id }),
  video: (id) => query('videos.ownOne', { id }),
  gallery: (id) => query('galleries.ownOne', { id }),
  product: (id) => query('shop.ownProduct', { id }),
}

export async function loader(args: LoaderFunctionArgs) {
  requirePerformer(args)
  const kind = workKinds.find((each) => kindNames[each].path === args.params['place'])
  if (!kind) throw new Response('', { status: 404 })
  const [work, profile] = await Promise.all([load(args, ownOne[kind](args.params['workId'] ?? '')), load(args, ownProfile)])
  const outcome = outcomeOf(work, bootOf(args).now)
  // A draft has nobody to show it to.
  if (outcome === 'kept') throw redirect(`/creator/${kindNames[kind].path}/${work._id}`)
  return { kind, work, profile, outcome }
}

/** After publishing: the work, where it stands, and its one link. */
export function Component() {
  const { t } = useTranslation()
  const { kind, work, profile, outcome } = useLoaderData<typeof loader>()
  const { siteName } = useSettings()
  const { timeZone } = useBoot()
  const { locale } = useSpeech()
  const now = useNow()
  const isShown = outcome === 'shown'
  const { path } = kindNames[kind]
  const title = work.title || t('studio.untitled')
  const head = t(`published.${outcome}`)
  const lead = {
    shown: t(isOrdered(kind) ? 'published.shown.offer' : profile.totals.followers > 0 ? 'published.shown.lead' : 'published.first', {
      title,
      count: profile.totals.followers,
      followers: writeCount(profile.totals.followers, locale),
    }),
    scheduled: t('published.scheduled.lead', {
      title,
      when: work.scheduledAt ? writeComing(Date.parse(work.scheduledAt), now, locale, timeZone) : '',
    }),
    review: t('published.review.lead', { title }),
  }[outcome]
  const isOpen = work.isForFront === true && work.isFitForAll === true
  const card = isOpen ? 'open.front' : isOrdered(kind) ? 'open.product' : work.isSale === 'free' ? 'open' : 'blurred'
  const tint = tinted(work.cover?.tint)
  const shape = work.cover ? work.cover.width / work.cover.height : 4 / 5
  return (
    <StudioShell hasAct place={path as StudioPlace} title={head}>
      <title>{`${head} · ${siteName}`}</title>
      <div
        className={cx(
          'grid items-center gap-6 max-md:px-4 max-md:pt-4 md:gap-10 lg:grid-cols-[minmax(0,420px)_minmax(0,1fr)]',
          tint.className,
        )}
        style={tint.style}
      >
        <div
          className="relative overflow-hidden rounded-[20px] bg-t-surface shadow-raised max-lg:max-w-[320px]"
          style={{ aspectRatio: Math.min(1.5, Math.max(0.7, shape)) }}
        >
          {work.cover && <img src={work.cover.url} alt="" className="absolute inset-0 size-full object-cover" />}
          <span
            className={cx(
              'absolute top-3 start-3 flex items-center gap-1.5 rounded-tile px-2 py-1 text-13 font-semibold',
              isShown ? 'bg-house text-on-house' : 'bg-media-chip text-on-media',
            )}
          >
            {isShown ? <Check aria-hidden="true" className="size-4" /> : <Clock aria-hidden="true" className="size-4" />}
            {t(`published.${outcome}.mark`)}
          </span>
        </div>
        <div className="min-w-0">
          <h1 className="text-32 md:text-40">
            <Stage>{head}</Stage>
          </h1>
          <p className="num mt-2 text-16 leading-relaxed! text-muted">
            {lead}
            {work.isSale === 'ppv' &&
              t(isOrdered(kind) ? 'published.price.product' : 'published.price.work', { price: writeNumber(work.price, locale) })}
          </p>
          <div className="mt-5">
            <ShareLink label={t('published.link')} path={`/${path}/${shortId(work._id)}`} note={t(`published.${card}`)} />
          </div>
          <div className="mt-4 flex flex-wrap items-center gap-2">
            <Button rank="second" to={`/${path}/${work._id}`}>
              {t(`published.look.${kind}`)}
            </Button>
            <Link to={newOne[kind]} className="touch relative px-3 text-15 font-semibold text-link hover:underline">
              {t(`published.again.${kind}`)}
            </Link>
          </div>
        </div>
      </div>
    </StudioShell>
  )
}

const newOne: Readonly<Record<WorkKind, string>> = {
  feed: '/creator/publish',
  video: '/creator/videos/new',
  gallery: '/creator/galleries/new',
  product: '/creator/products/new',
}
