import { inLocale, locales } from '#contract/locales.ts'
import { Coins, Pencil, Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { exact } from '#web/app/amounts.ts'
import { requireStaff } from '#web/app/guard.ts'
import { WholeTable } from '#web/app/ListTable.tsx'
import { load, useLoaded } from '#web/app/query.ts'
import { useSettings } from '#web/app/session.tsx'
import { OfficePage } from '#web/app/shell/OfficePage.tsx'
import { PackForm } from '#web/money/packages/PackForm.tsx'
import { type Pack, packs } from '#web/money/packages/queries.ts'
import { Button } from '#web/ui/Button.tsx'
import type { Column } from '#web/ui/DataTable.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Money } from '#web/ui/Money.tsx'
import { writeMoney } from '#web/ui/numbers.ts'
import { RowTitle } from '#web/ui/RowTitle.tsx'
import { StateDot } from '#web/ui/StateDot.tsx'
import { Tokens } from '#web/ui/Tokens.tsx'
import { useSpeech } from '#web/ui/UiWords.tsx'

export async function loader(args: LoaderFunctionArgs) {
  requireStaff(args)
  return { rows: await load(args, packs) }
}

/** The packs that stand in everybody's wallet, in their order. */
export function Component() {
  const { t } = useTranslation()
  const { locale, words } = useSpeech()
  /** In another language, so that whoever keeps them sees that it has one. */
  const otherName = (names: Pack['names']) => {
    const first = inLocale(names, locale)
    return locales.map((each) => names[each]).find((name) => name !== undefined && name !== first)
  }
  const loaded = useLoaderData<typeof loader>()
  const { currency, tokenConversionRate } = useSettings()
  const { data } = useLoaded(packs, loaded.rows)
  const [edited, setEdited] = useState<Pack | 'new'>()
  const pack = edited === 'new' ? undefined : edited
  const columns: Column<Pack>[] = [
    {
      key: 'name',
      title: t('officeMoney.pack.name'),
      cell: ({ names }) => <RowTitle under={otherName(names)}>{inLocale(names, locale)}</RowTitle>,
    },
    {
      key: 'price',
      onPhone: 'note',
      title: t('officeMoney.pack.price'),
      align: 'right',
      cell: ({ price, pricesIn }) => <Money value={price} currency={pricesIn ?? currency} />,
    },
    {
      key: 'tokens',
      onPhone: 'note',
      title: t('officeMoney.pack.tokens'),
      align: 'right',
      cell: ({ tokens, bonusTokens }) => (
        <span>
          <Tokens value={tokens} unit="none" />
          {bonusTokens > 0 && (
            <>
              {' '}
              <Tokens value={bonusTokens} unit="none" signed className="text-success-text" />
            </>
          )}
          <span className="md:hidden"> {words('tokens')}</span>
        </span>
      ),
    },
    {
      key: 'saved',
      onPhone: 'hidden',
      title: t('officeMoney.pack.saves'),
      align: 'right',
      cell: ({ price, pricesIn, tokens, bonusTokens }) => {
        if (pricesIn) return <span className="text-muted">–</span>
        const saved = exact((tokens + bonusTokens) * tokenConversionRate - price)
        if (saved === 0) return <span className="text-muted">–</span>
        return <span className={saved < 0 ? 'text-onair' : 'text-muted'}>{writeMoney(saved, currency, locale)}</span>
      },
    },
    {
      key: 'state',
      onPhone: 'note',
      title: t('officeMoney.pack.state'),
      cell: ({ isActive, pricesIn }) =>
        isActive && pricesIn ? (
          <StateDot tone="waiting">{t('officeMoney.pack.rests', { currency: pricesIn })}</StateDot>
        ) : (
          <StateDot tone={isActive ? 'ok' : 'quiet'}>{t(isActive ? 'officeMoney.pack.onSale' : 'officeMoney.pack.offSale')}</StateDot>
        ),
    },
    {
      key: 'acts',
      title: t('officeMoney.pack.edit'),
      hideTitle: true,
      onPhone: 'end',
      align: 'right',
      cell: (one) => (
        <span className="inline-block max-md:-mt-2 max-md:-me-2">
          <IconButton label={t('officeMoney.pack.editOne', { name: inLocale(one.names, locale) })} onClick={() => setEdited(one)}>
            <Pencil />
          </IconButton>
        </span>
      ),
    },
  ]
  return (
    <OfficePage
      place="packages"
      title={t('officeNav.packages')}
      aside={
        <Button size="sm" icon={<Plus className="size-4" />} onClick={() => setEdited('new')}>
          {t('officeMoney.pack.new')}
        </Button>
      }
    >
      <WholeTable label={t('officeNav.packages')} rows={data} columns={columns} none={{ icon: Coins, words: t('officeMoney.pack.none') }} />
      <PackForm
        key={pack?._id ?? (edited === undefined ? 'none' : 'new')}
        pack={pack}
        open={edited !== undefined}
        onClose={() => setEdited(undefined)}
      />
    </OfficePage>
  )
}
