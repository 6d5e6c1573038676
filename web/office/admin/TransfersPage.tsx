import { Undo2, WalletCards } from 'lucide-react'
import { useState } from 'react'
import type { SayKey } from '#contract/words/keys.ts'
import { useTranslation } from '#web/app/say.ts'
import { useLoaderData } from 'react-router'
import { FilterSearch } from '#web/app/FilterSearch.tsx'
import { requireStaff } from '#web/app/guard.ts'
import { useKnownWords } from '#web/app/known-words.ts'
import { listing, useList } from '#web/app/listing.ts'
import { ListTable } from '#web/app/ListTable.tsx'
import { OfficePage } from '#web/app/shell/OfficePage.tsx'
import { whenColumn } from '#web/app/when-column.tsx'
import { movedFor } from '#web/office/admin/paid-for.ts'
import { type Transfer, transfers } from '#web/office/admin/queries.ts'
import { ReasonSheet } from '#web/app/ReasonSheet.tsx'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import type { Column } from '#web/ui/DataTable.tsx'
import { placesOf, writeNumber } from '#web/ui/numbers.ts'
import { RowTitle } from '#web/ui/RowTitle.tsx'
import { StateDot } from '#web/ui/StateDot.tsx'
import { Tokens } from '#web/ui/Tokens.tsx'
import { useSpeech } from '#web/ui/UiWords.tsx'

/** What becomes of what was paid for; a work locks. */
const leads: Readonly<Record<string, SayKey>> = {
  tip: 'office.transfers.refundTipLead',
  product: 'office.transfers.refundProductLead',
  subscription: 'office.transfers.refundSubscriptionLead',
}

const list = listing({ who: requireStaff, says: { q: { letters: 100 } }, asks: transfers })
export const { loader } = list

export function Component() {
  const { t } = useTranslation()
  const known = useKnownWords()
  const { locale } = useSpeech()
  const shown = useList(list, useLoaderData<typeof loader>())
  const [refunding, setRefunding] = useState<Transfer>()
  const title = t('officeNav.transfers')
  const kindOf = (kind: string) => known(`office.kind.${kind}`) ?? kind

  const places = placesOf(shown.rows.data.flatMap(({ amount, commission }) => [amount, commission]))
  const payerOf = ({ payer, payee }: Transfer) => (payer && payer !== payee ? `@${payer}` : undefined)
  const faceOf = (person: Transfer['payerCard'], size: number) => person && <Avatar src={person.avatar} name={person.name} size={size} />
  const named = (name: string | undefined, person: Transfer['payerCard']) =>
    name ? (
      <span className="inline-flex items-center gap-2">
        {faceOf(person, 28)}
        {name}
      </span>
    ) : (
      '–'
    )
  const columns: Column<Transfer>[] = [
    {
      key: 'title',
      title: t('office.transfers.what'),
      cell: (one) => (
        <RowTitle
          under={one.isReversal ? t('office.transfers.reversalOf', { kind: kindOf(one.kind) }) : kindOf(one.kind)}
          picture={faceOf(one.payeeCard ?? one.payerCard, 40)}
        >
          {movedFor(one, t, locale) || kindOf(one.kind)}
        </RowTitle>
      ),
    },
    { key: 'payer', onPhone: 'hidden', title: t('office.transfers.payer'), cell: (one) => named(payerOf(one), one.payerCard) },
    {
      key: 'payee',
      onPhone: 'note',
      title: t('office.transfers.payee'),
      cell: (one) => (
        <>
          <span className="md:hidden">{payerOf(one)} → </span>
          {one.payee ? `@${one.payee}` : '–'}
        </>
      ),
    },
    {
      key: 'amount',
      onPhone: 'end',
      title: t('office.transfers.amount'),
      align: 'right',
      cell: (one) => <Tokens value={one.amount} unit="muted" places={places} className="font-semibold" />,
    },
    {
      key: 'commission',
      onPhone: 'hidden',
      title: t('office.transfers.commission'),
      align: 'right',
      cell: (one) => <Tokens value={one.commission} unit="none" places={places} />,
    },
    whenColumn(t('office.transfers.when'), ({ createdAt }) => createdAt),
    {
      key: 'refund',
      title: t('office.transfers.refundOrState'),
      align: 'right',
      onPhone: 'note',
      cell: (one) =>
        one.canRefund ? (
          <Button rank="second" size="sm" onClick={() => setRefunding(one)}>
            {t('office.transfers.refund')}
          </Button>
        ) : (
          <StateDot tone={one.reversed ? 'bad' : 'quiet'}>
            {t(one.reversed ? 'office.transfers.isRefunded' : one.isReversal ? 'office.transfers.isReversal' : 'office.transfers.isFinal')}
          </StateDot>
        ),
    },
  ]
  return (
    <OfficePage place="transfers" title={title}>
      <FilterSearch address={shown.address} label={t('office.transfers.search')} className="md:w-80" />
      <ListTable
        label={title}
        list={shown}
        columns={columns}
        none={{
          icon: shown.isFiltered ? Undo2 : WalletCards,
          words: t('office.transfers.none'),
          found: t('office.transfers.noneFound'),
        }}
      />
      <ReasonSheet
        open={refunding !== undefined}
        onClose={() => setRefunding(undefined)}
        title={t('office.transfers.refundTitle', { amount: writeNumber(refunding?.amount ?? 0, locale) })}
        lead={t(leads[refunding?.kind ?? ''] ?? 'office.transfers.refundLead', {
          payer: refunding?.payer ?? '',
          payee: refunding?.payee ?? '',
          title: refunding?.title ?? '',
        })}
        act={t('office.transfers.refundAct', { amount: writeNumber(refunding?.amount ?? 0, locale) })}
        danger
        about={refunding?._id ?? ''}
        onSend={(api, once, reason) => api.admin.refund({ id: refunding?._id ?? '', reason }, once)}
        refreshes={['admin.transfers', 'admin.audit']}
        said={({ amount }) => t('office.transfers.refunded', { name: refunding?.payer ?? '', amount: writeNumber(amount, locale) })}
      />
    </OfficePage>
  )
}
