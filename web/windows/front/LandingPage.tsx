import { BadgeCheck, Search } from 'lucide-react'
import { type MouseEvent, Suspense } from 'react'
import { useTranslation } from '#web/app/say.ts'
import { Link, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import type { FrontWork } from '#contract/windows/front.ts'
import { bootOf } from '#web/app/api.ts'
import { load } from '#web/app/query.ts'
import { useBoot, useSettings } from '#web/app/session.tsx'
import { bringWords } from '#web/app/words.ts'
import { Footing } from '#web/app/shell/Footing.tsx'
import { SiteBrand } from '#web/app/shell/SiteBrand.tsx'
import { ThemeToggle } from '#web/app/shell/ThemeToggle.tsx'
import { useKnock } from '#web/people/accounts/door/Door.tsx'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { PageFoot } from '#web/ui/layout/Frame.tsx'
import { idle } from '#web/ui/idle.ts'
import { contentId, SkipLink } from '#web/ui/layout/SkipLink.tsx'
import { lazy } from '#web/ui/network.ts'
import { writeMoney } from '#web/ui/numbers.ts'
import { Stage } from '#web/ui/Stage.tsx'
import { tinted } from '#web/ui/tint.ts'
import { useSpeech } from '#web/ui/UiWords.tsx'
import { OpenPicture } from '#web/windows/front/OpenPicture.tsx'
import { OpenWall } from '#web/windows/front/OpenWall.tsx'
import { Programme } from '#web/windows/front/Programme.tsx'
import { landing } from '#web/windows/front/queries.ts'
import { Residents } from '#web/windows/front/Residents.tsx'

// Who is live stands above what is planned, and comes when nothing else wants to.
const LateRail = lazy(async () => {
  await idle()
  const [file] = await Promise.all([import('#web/stage/live/LateRail.tsx'), bringWords('live')])
  return file
})

// Most days the site has nothing to put forward.
const Promos = lazy(() => import('#web/windows/promos/Promos.tsx').then((file) => ({ default: file.Promos })))

/** Who is in already goes on to where they belong. */
export async function loader(args: LoaderFunctionArgs) {
  const { me } = bootOf(args)
  if (me) return redirect(me.roles.includes('staff') ? '/admin' : '/home')
  return load(args, landing)
}

/** The front door: one work that fades into the page, what this place is in one breath, what is on tonight, what is open, and who is here. */
export function Component() {
  const { t } = useTranslation()
  const { siteName } = useSettings()
  const { promos } = useBoot()
  const loaded = useLoaderData<typeof loader>()
  const opens = useLoginWindow()
  if (loaded instanceof Response) return null
  const { hero, works, shows, creators, totalCreators } = loaded
  return (
    <div {...tinted(hero?.picture.tint)}>
      <title>{siteName}</title>
      <SkipLink />
      <div className="relative bg-linear-to-b from-t-ground via-t-ground via-85% to-bg">
        {hero && <Backdrop work={hero} />}
        <DoorBar hasPicture={hero !== undefined} hasShows={shows.length > 0} opens={opens} />
        <main id={contentId} tabIndex={-1} className="outline-none">
          <Saying hero={hero} hasOpen={works.length > 0} opens={opens} />
        </main>
      </div>
      <div className="mx-auto max-w-[1280px] px-4 md:px-8">
        <Suspense>
          <LateRail isOfNow />
        </Suspense>
        <Programme shows={shows} />
        {works.length > 0 && (
          <section id="open" className="grid scroll-mt-6 gap-5 pt-14">
            <Heading title={t('landing.open')} to="/home" more={t('landing.all')} />
            <OpenWall works={works} />
          </section>
        )}
        {promos.some(({ position }) => position === 'home') && (
          <div className="pt-10">
            <Suspense>
              <Promos position="home" />
            </Suspense>
          </div>
        )}
        {creators.length > 0 && (
          <section className="grid gap-5 pt-14">
            <Heading title={t('landing.residents')} to="/explore" more={t('landing.people', { count: totalCreators })} />
            <Residents creators={creators} />
          </section>
        )}
        <Ways />
        <PageFoot look="py-8">
          <Footing note />
        </PageFoot>
      </div>
    </div>
  )
}

type Opens = (half: 'register' | 'sign-in') => (event: MouseEvent) => void

/**
 * The login window, by links to the door: they stay links, for whoever opens them beside and until the page is alive; and where somebody else's widget
 * stands, for which the door has a button.
 */
function useLoginWindow(): Opens {
  const knock = useKnock()
  const { loginWidget } = useSettings()
  return (half) => (event) => {
    if (loginWidget || event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    knock(half)
  }
}

/** The picture itself, dark where the bar lies over it and gone where words begin. */
function Backdrop({ work: { picture } }: { work: FrontWork }) {
  return (
    <div aria-hidden="true" className="absolute inset-x-0 top-0 h-[480px] overflow-hidden md:h-[560px]">
      <div className="size-full mask-[linear-gradient(#000_30%,#0000_78%)]">
        <OpenPicture picture={picture} sizes="100vw" priority className="size-full object-cover object-[50%_30%]" />
      </div>
      <div className="absolute inset-x-0 top-0 h-33 bg-linear-to-b from-[#090d12d9] via-[#090d12a6] via-47% to-[#090d1200]" />
    </div>
  )
}

/** Over a picture it is a dark bar in both themes, because the picture is behind it. */
function DoorBar({ hasPicture, hasShows, opens }: { hasPicture: boolean; hasShows: boolean; opens: Opens }) {
  const { t } = useTranslation()
  return (
    <header
      {...(hasPicture && { 'data-theme': 'dark' })}
      className="relative mx-auto flex h-14 max-w-[1280px] items-center gap-1 px-4 text-text md:h-16 md:px-8"
    >
      <SiteBrand />
      <nav aria-label={t('landing.parts')} className="ms-7 flex gap-6 text-15 max-md:hidden">
        <Link to="/home" className="py-2.5 hover:underline">
          {t('landing.works')}
        </Link>
        <Link to="/explore" className="py-2.5 hover:underline">
          {t('landing.creators')}
        </Link>
        {hasShows && (
          <a href="#tonight" className="py-2.5 hover:underline">
            {t('landing.night')}
          </a>
        )}
      </nav>
      <span className="ms-auto flex items-center gap-1">
        <IconButton label={t('landing.search')} to="/search">
          <Search />
        </IconButton>
        <ThemeToggle />
        <Button to="/auth/login" onClick={opens('sign-in')} rank="second" size="sm" className="md:ring-0!">
          {t('landing.signIn')}
        </Button>
        <Button to="/auth/register" onClick={opens('register')} rank="second" size="sm" className="bg-media-chip ring-0! max-md:hidden">
          {t('landing.register')}
        </Button>
      </span>
    </header>
  )
}

function Saying({ hero, hasOpen, opens }: { hero: FrontWork | undefined; hasOpen: boolean; opens: Opens }) {
  const { t } = useTranslation()
  return (
    <div
      className={`relative mx-auto grid max-w-[1280px] gap-5 px-4 md:grid-cols-[minmax(0,1fr)_300px] md:items-end md:gap-12 md:px-8 ${hero ? 'pt-[250px] md:pt-[284px]' : 'pt-16 md:pt-24'}`}
    >
      <div className="grid gap-4">
        <h1 className="text-[40px] leading-[1.2]! md:text-[56px]">
          {/* Chinese breaks where a breath is taken, and nowhere else. */}
          {t('landing.title')
            .split(/(?<=，)/u)
            .map((part) => (
              <span key={part} className="inline-block">
                <Stage>{part}</Stage>
              </span>
            ))}
        </h1>
        <p className="max-w-[34em] text-16 leading-relaxed! text-pretty md:text-18">{t('landing.lead')}</p>
        <div className="mt-1 flex flex-wrap items-center gap-3">
          <Button to="/auth/register" onClick={opens('register')} className="min-h-12! px-7!">
            {t('landing.enter')}
          </Button>
          {hasOpen && (
            <a
              href="#open"
              className="inline-flex min-h-11 items-center px-2 text-15 font-semibold text-link underline-offset-4 hover:underline"
            >
              {t('landing.lookFirst')}
            </a>
          )}
        </div>
      </div>
      {hero && <Credit work={hero} />}
    </div>
  )
}

/** Whose picture that is: it is a work, and one may look at it. */
function Credit({ work: { title, path, performer } }: { work: FrontWork }) {
  const { t } = useTranslation()
  return (
    <>
      <p className="text-13 text-muted md:hidden">
        <Link to={path} className="inline-block py-1.5 hover:underline">
          {t('landing.behind', { title, name: performer.name })}
        </Link>
      </p>
      <div className="grid gap-2 border-t border-t-line pt-3 max-md:hidden">
        <Link to={path} className="stage-name line-clamp-2 text-18 underline-offset-4 hover:underline">
          {title}
        </Link>
        <div className="flex items-center gap-2">
          <Avatar src={performer.avatar} name={performer.name} size={28} to={`/${performer.username}`} />
          <Link to={`/${performer.username}`} className="min-w-0 truncate text-14 font-semibold hover:underline">
            {performer.name}
          </Link>
          {performer.isVerified && <BadgeCheck aria-hidden="true" className="size-4 flex-none text-link" />}
          <span className="ms-auto text-13 whitespace-nowrap text-muted">{t('landing.openToAll')}</span>
        </div>
      </div>
    </>
  )
}

function Heading({ title, to, more }: { title: string; to: string; more: string }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <h2 className="text-24 md:text-28">
        <Stage>{title}</Stage>
      </h2>
      <Link to={to} className="num inline-flex min-h-11 items-center text-15 font-semibold whitespace-nowrap text-link hover:underline">
        {more}
      </Link>
    </div>
  )
}

/** Three ways in, and what each costs. */
function Ways() {
  const { t } = useTranslation()
  const { locale } = useSpeech()
  const { minimumSubscriptionPrice, currency } = useSettings()
  const price = writeMoney(minimumSubscriptionPrice, currency, locale)
  const ways = [
    { way: 'follow', cost: t('landing.follow.price') },
    { way: 'subscribe', cost: t('landing.subscribe.price', { price }) },
    { way: 'unlock', cost: t('landing.unlock.price') },
  ] as const
  return (
    <section className="grid gap-8 pt-16 md:grid-cols-3">
      {ways.map(({ way, cost }) => (
        <div key={way} className="grid content-start gap-2 border-t border-line-strong pt-4">
          <div className="flex items-baseline justify-between gap-4">
            <h3 className="text-20">
              <Stage>{t(`landing.${way}`)}</Stage>
            </h3>
            <span className="num text-15 text-muted">{cost}</span>
          </div>
          <p className="text-15 leading-relaxed! text-pretty text-muted">{t(`landing.${way}.note`)}</p>
        </div>
      ))}
    </section>
  )
}
