import { useTranslation } from '#web/app/say.ts'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { requirePerformer } from '#web/app/guard.ts'
import { load, useQuery } from '#web/app/query.ts'
import { useSettings } from '#web/app/session.tsx'
import { StudioShell } from '#web/app/shell/StudioShell.tsx'
import { pagingOf, tableFrom, useTableAddress } from '#web/app/table-address.ts'
import { PricesCard } from '#web/money/offers/PricesCard.tsx'
import { PromotionsCard } from '#web/money/offers/PromotionsCard.tsx'
import { ownPromotions, ownTiers, promotionStates } from '#web/money/offers/queries.ts'
import { TiersCard } from '#web/money/offers/TiersCard.tsx'
import { ownProfile } from '#web/people/profiles/queries.ts'
import { Button } from '#web/ui/Button.tsx'
import { RefusedState } from '#web/ui/RefusedState.tsx'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'
import { Pagination } from '#web/ui/Pagination.tsx'

export const handle = { auth: true }

const table = { sortBy: '', sort: 'desc', sortable: [] } as const

export async function loader(args: LoaderFunctionArgs) {
  requirePerformer(args)
  const params = new URL(args.request.url).searchParams
  const state = promotionStates.find((each) => each === params.get('state'))
  const input = { ...pagingOf(tableFrom(params, table)), ...(state && { state }) }
  const [profile, tiers, promotions] = await Promise.all([load(args, ownProfile), load(args, ownTiers), load(args, ownPromotions(input))])
  return { input, profile, tiers, promotions }
}

/** What a creator's subscription costs, what there is above it, and what makes it cheaper for a while. */
export function Component() {
  const { t } = useTranslation()
  const loaded = useLoaderData<typeof loader>()
  const { siteName, currency } = useSettings()
  const address = useTableAddress(table)
  const profile = useQuery(ownProfile, loaded.profile).data ?? loaded.profile
  const tiers = useQuery(ownTiers, loaded.tiers).data ?? loaded.tiers
  const promotions = useQuery(ownPromotions(loaded.input), loaded.promotions).data ?? loaded.promotions
  return (
    <StudioShell place="offer" title={t('studioNav.offer')}>
      <title>{`${t('studioNav.offer')} · ${siteName}`}</title>
      <PageTitle
        aside={
          <Button className="max-md:my-2" rank="second" size="sm" to={`/${profile.username}`}>
            {t('offers.see')}
          </Button>
        }
      >
        {t('studioNav.offer')}
      </PageTitle>
      <div className="grid max-w-[760px] grid-cols-[minmax(0,1fr)] gap-2 md:gap-4">
        {profile.pricesIn && (
          <RefusedState look="inline" what={t('offers.rests')} why={t('offers.rests.why', { currency: profile.pricesIn, now: currency })} />
        )}
        <PricesCard profile={profile} />
        {!profile.needsPrice && <TiersCard tiers={tiers} monthlyPrice={profile.pricesIn ? 0 : profile.monthlyPrice} />}
        {!profile.needsPrice && (
          <PromotionsCard promotions={promotions.data} tiers={tiers} state={loaded.input.state} filterTo={address.filterTo} />
        )}
        <Pagination current={address.state.current} pageSize={address.state.pageSize} total={promotions.total} to={address.pageTo} />
      </div>
    </StudioShell>
  )
}
