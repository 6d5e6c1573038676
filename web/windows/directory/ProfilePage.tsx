import { Gift, Pencil, Play } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import { type LoaderFunctionArgs, useLoaderData, useSearchParams } from 'react-router'
import type { PerformerProfile } from '#contract/windows/directory.ts'
import { useAmounts } from '#web/app/amounts.ts'
import { load, useQuery } from '#web/app/query.ts'
import { useMe, useSettings } from '#web/app/session.tsx'
import { bringWords } from '#web/app/words.ts'
import { MainFrame } from '#web/app/shell/MainFrame.tsx'
import { isOffered, isPlan, type Plan } from '#web/money/offers/offer.ts'
import { MessageButton } from '#web/talk/messaging/MessageButton.tsx'
import { FollowButton } from '#web/people/follows/FollowButton.tsx'
import { useAsMember, useKept } from '#web/people/follows/members.ts'
import { Button } from '#web/ui/Button.tsx'
import { ClampText } from '#web/ui/ClampText.tsx'
import { writeCount } from '#web/ui/numbers.ts'
import { ProfileHeader } from '#web/ui/ProfileHeader.tsx'
import { useSpeech } from '#web/ui/UiWords.tsx'
import { OfferLine, OfferStrip, OfferTicket, useSubscribeLabel } from '#web/windows/directory/OfferCard.tsx'
import { ProfileMenu } from '#web/windows/directory/ProfileMenu.tsx'
import { ProfileWorks } from '#web/windows/directory/ProfileWorks.tsx'
import { kindOfTab, postsOf, profileTabs, worksOf } from '#web/windows/directory/profile-tabs.ts'
import { ShowLine } from '#web/windows/directory/ShowLine.tsx'
import { performer } from '#web/windows/directory/queries.ts'
import type { After, Paged } from '#web/app/Pages.tsx'
import { useIsHydrated } from '#web/ui/hydrated.ts'
import { useWhenIdle } from '#web/ui/idle.ts'
import { lazy } from '#web/ui/network.ts'

const subscribing = () => import('#web/money/subscriptions/SubscribeSheet.tsx')
const SubscribeSheet = lazy(() => subscribing().then((file) => ({ default: file.SubscribeSheet })))
const GiftSheet = lazy(() => import('#web/money/gifts/GiftSheet.tsx').then((file) => ({ default: file.GiftSheet })))
const AskSheet = lazy(async () => {
  const [file] = await Promise.all([import('#web/talk/messaging/AskSheet.tsx'), bringWords('own')])
  return { default: file.AskSheet }
})
const AskPrivate = lazy(async () => {
  const [file] = await Promise.all([import('#web/stage/live/AskPrivate.tsx'), bringWords('live')])
  return { default: file.AskPrivate }
})
const WelcomeSheet = lazy(() => import('#web/windows/directory/WelcomeSheet.tsx').then((file) => ({ default: file.WelcomeSheet })))
const TipSheet = lazy(() => import('#web/money/payments/TipSheet.tsx').then((file) => ({ default: file.TipSheet })))

/** The profile decides whether there is anything here; its posts are asked at the same time. */
export async function loader(args: LoaderFunctionArgs) {
  const id = args.params['profileId'] ?? ''
  const asked = new URL(args.request.url).searchParams.get('tab')
  const tab = profileTabs.find((each) => each === asked) ?? 'feed'
  // Not an address of ours at all: usernames and ids are made of these letters.
  if (!/^[A-Za-z0-9._-]{3,60}$/.test(id)) throw new Response('', { status: 404 })
  const begin: After = { offset: 0 }
  if (tab === 'feed' || tab === 'photos') {
    const [profile, first] = await Promise.all([load(args, performer(id)), load(args, postsOf(id, tab)(begin))])
    return { id, tab, profile, first: first as Paged<unknown> }
  }
  const profile = await load(args, performer(id))
  return { id, tab, profile, first: await load(args, worksOf(profile._id, kindOfTab(tab))(begin)) }
}

export function Component() {
  const { siteName } = useSettings()
  const { id, tab, profile: loaded, first } = useLoaderData<typeof loader>()
  const { data: profile = loaded } = useQuery(performer(id), loaded)
  const me = useMe()
  const [asked] = useSearchParams()
  const [plan, setPlan] = useState<Plan>(planFrom(asked) ?? (loaded.freeTrialDays ? 'free' : 'monthly'))
  const asMember = useAsMember()
  const sheet = useSheet(asked)
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const again = (name: SheetName) => (kept: Readonly<Record<string, string>>) => {
    setTyped(kept)
    if (isPlan(kept['plan'] ?? null)) setPlan(kept['plan'] as Plan)
    sheet.open(name)
  }
  useKept(`subscribe:${loaded._id}`, again('subscribe'))
  useKept(`tip:${loaded._id}`, again('tip'))
  const isMine = me?.performerId === profile._id
  const give = () => asMember({ key: `give:${profile._id}`, kind: 'give', of: profile, tint: profile.tint }, () => sheet.open('give'))
  // As on the ticket: for those who may buy, of those who sell.
  const onGive = !isMine && !me?.isPerformer && isOffered(profile) ? give : undefined
  const [asks, setAsks] = useState(false)
  const [greets, setGreets] = useState(false)
  const ask = () => asMember({ key: `request:${profile._id}`, kind: 'message', of: profile, tint: profile.tint }, () => setAsks(true))
  const onAsk = profile.requests && !isMine && !me?.isPerformer ? ask : undefined
  const onTip = () => sheet.open('tip')
  const onTipInMenu = isMine || profile.isSubscribed ? undefined : onTip
  const offers = !isMine && !profile.isSubscribed && !me?.isPerformer && isOffered(profile)
  useWhenIdle(offers ? subscribing : undefined)
  return (
    <MainFrame
      place="none"
      wide
      tint={profile.tint}
      top={{
        title: profile.name,
        back: '/explore',
        actions: <ProfileMenu profile={profile} onTip={onTipInMenu} onGive={onGive} onAsk={onAsk} />,
      }}
    >
      <title>{`${profile.name} (@${profile.username}) · ${siteName}`}</title>
      <meta name="description" content={profile.tagline || profile.bio.slice(0, 160)} />
      <Head
        profile={profile}
        isMine={isMine}
        plan={plan}
        onSubscribe={offers ? () => sheet.open('subscribe') : undefined}
        onTip={onTip}
        onGive={onGive}
        onAsk={onAsk}
        onGreeting={() => setGreets(true)}
        offer={
          isMine ? undefined : (
            <OfferTicket profile={profile} plan={plan} onPlan={setPlan} onSubscribe={() => sheet.open('subscribe')} onGive={give} />
          )
        }
      >
        <ProfileWorks key={profile._id} id={id} profile={profile} tab={tab} first={first} isMine={isMine} />
      </Head>
      <Suspense fallback={null}>
        {greets && profile.welcomeVideoId && (
          <WelcomeSheet profile={profile} videoId={profile.welcomeVideoId} onClose={() => setGreets(false)} />
        )}
        {sheet.wanted.subscribe && (
          <SubscribeSheet
            key={plan}
            performer={profile}
            plan={plan}
            tierId={typed['tier'] ?? asked.get('tier') ?? undefined}
            place={profile._id}
            open={sheet.now === 'subscribe'}
            onOpenChange={sheet.toggle('subscribe')}
          />
        )}
        {me && sheet.wanted.give && (
          <GiftSheet
            profile={profile}
            plan={planFrom(asked)}
            tierId={asked.get('tier') ?? undefined}
            open={sheet.now === 'give'}
            onOpenChange={sheet.toggle('give')}
          />
        )}
        {me && asks && <AskSheet performer={profile} minimum={profile.requests?.minimum} onClose={() => setAsks(false)} />}
        {sheet.wanted.tip && (
          <TipSheet
            performer={profile}
            open={sheet.now === 'tip'}
            onOpenChange={sheet.toggle('tip')}
            amount={typed['amount'] ?? asked.get('tip') ?? undefined}
            message={typed['message']}
          />
        )}
      </Suspense>
    </MainFrame>
  )
}

type SheetName = 'subscribe' | 'give' | 'tip'

/** The length that was chosen before topping up. */
function planFrom(asked: URLSearchParams): Plan | undefined {
  const plan = asked.get('subscribe') ?? asked.get('give')
  return isPlan(plan) ? plan : undefined
}

/** Which sheet is open; one stays mounted after it was, so that it can close calmly. Back from topping up it opens by itself. */
function useSheet(asked: URLSearchParams | undefined) {
  const first: SheetName | undefined = (['subscribe', 'give', 'tip'] as const).find((name) => asked?.has(name))
  const [now, setNow] = useState(first)
  const [wanted, setWanted] = useState({ subscribe: first === 'subscribe', give: first === 'give', tip: first === 'tip' })
  const open = (name: SheetName) => {
    setWanted((before) => ({ ...before, [name]: true }))
    setNow(name)
  }
  return { now, wanted, open, toggle: (name: SheetName) => (isOpen: boolean) => setNow(isOpen ? name : undefined) }
}

type HeadProps = {
  profile: PerformerProfile
  isMine: boolean
  plan: Plan
  /** Absent where there is nothing to subscribe to, or nobody who could. */
  onSubscribe: (() => void) | undefined
  onTip: () => void
  /** Absent where nobody could give. */
  onGive: (() => void) | undefined
  /** Absent where nobody could ask for something of their own. */
  onAsk: (() => void) | undefined
  onGreeting: () => void
  offer: ReactNode
  children: ReactNode
}

function Head({ profile, isMine, plan, onSubscribe, onTip, onGive, onAsk, onGreeting, offer, children }: HeadProps) {
  const { t } = useTranslation()
  const { locale } = useSpeech()
  const me = useMe()
  const { stats } = profile
  const { number } = useAmounts()
  const label = useSubscribeLabel(profile, plan)
  const isHydrated = useIsHydrated()
  return (
    <ProfileHeader
      name={profile.name}
      handle={profile.username}
      verified={profile.isVerified}
      live={profile.isLive}
      online={profile.isOnline}
      avatar={profile.avatar}
      cover={profile.cover}
      greeting={
        profile.welcomeVideoId && (
          <button
            type="button"
            onClick={onGreeting}
            className="touch relative inline-flex h-9 items-center gap-2 rounded-full bg-media-chip px-3.5 text-14 font-semibold text-on-media focus-visible:outline-on-media"
          >
            <Play aria-hidden="true" className="size-4 fill-current" />
            {t('profilePage.welcome')}
          </button>
        )
      }
      bio={
        <>
          {profile.bio ? <ClampText>{profile.bio}</ClampText> : profile.tagline ? <p dir="auto">{profile.tagline}</p> : undefined}
          {profile.automatic !== undefined && (
            <p className="num mt-1 text-13 text-muted">{t('browse.automatic', { percent: profile.automatic })}</p>
          )}
        </>
      }
      // A counter of zero is not written.
      stats={[
        { count: stats.totalFeeds, label: t('profilePage.posts', { count: stats.totalFeeds }) },
        { count: stats.totalFollowers, label: t('profilePage.followers', { count: stats.totalFollowers }) },
        { count: stats.totalLikes, label: t('profilePage.likes', { count: stats.totalLikes }) },
      ].flatMap(({ count, label }) => (count > 0 ? [{ value: writeCount(count, locale), label }] : []))}
      actions={
        isMine ? (
          <Button rank="second" size="sm" to="/creator/account" icon={<Pencil className="size-4" />}>
            {t('profilePage.edit')}
          </Button>
        ) : (
          <>
            {onSubscribe && (
              <Button className="lg:hidden" onClick={onSubscribe}>
                {label}
              </Button>
            )}
            {/* Nothing is sold to whom subscribes: what is left to do is to give. */}
            {profile.isSubscribed && (
              <Button icon={<Gift />} aria-label={t('tip.title', { name: profile.name })} onClick={onTip}>
                {t('tip.send')}
              </Button>
            )}
            <FollowButton performer={profile} followed={profile.isFollowed} size="md" />
            {!me?.isPerformer && <MessageButton performer={profile} />}
            {isHydrated && !me?.isPerformer && (
              <Suspense fallback={null}>
                <AskPrivate performer={profile} isShort />
              </Suspense>
            )}
            <span className="max-md:hidden">
              <ProfileMenu profile={profile} onTip={profile.isSubscribed ? undefined : onTip} onGive={onGive} onAsk={onAsk} />
            </span>
          </>
        )
      }
      under={
        <>
          <ShowLine profile={profile} />
          {onSubscribe && <OfferLine profile={profile} plan={plan} onSubscribe={onSubscribe} />}
          {!isMine && <OfferStrip profile={profile} />}
          {profile.requests && onAsk && (
            <p className="num text-13 text-muted max-md:hidden">
              {profile.requests.minimum > 0
                ? t('profilePage.requests.from', { amount: number(profile.requests.minimum) })
                : t('profilePage.requests.any')}{' '}
              <button type="button" className="touch font-semibold text-link" onClick={onAsk}>
                {t('profilePage.request')}
              </button>
            </p>
          )}
        </>
      }
      offer={offer}
      note={
        profile.tags.length > 0 && (
          <ul
            aria-label={t('profilePage.tags')}
            className="flex flex-wrap gap-x-3 gap-y-1 text-14 text-muted [text-autospace:no-autospace] max-md:hidden"
          >
            {profile.tags.map((tag) => (
              <li key={tag}>#{tag}</li>
            ))}
          </ul>
        )
      }
    >
      {children}
    </ProfileHeader>
  )
}
