import { inLocale } from '#contract/locales.ts'
import { Megaphone, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { WrittenPromo } from '#contract/windows/promos.ts'
import { useAct } from '#web/app/act.ts'
import { requireStaff } from '#web/app/guard.ts'
import { WholeTable } from '#web/app/ListTable.tsx'
import { load, useLoaded } from '#web/app/query.ts'
import { useTranslation } from '#web/app/say.ts'
import { OfficePage } from '#web/app/shell/OfficePage.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import type { Column } from '#web/ui/DataTable.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { RowTitle } from '#web/ui/RowTitle.tsx'
import { StateDot } from '#web/ui/StateDot.tsx'
import { useSpeech } from '#web/ui/UiWords.tsx'
import { PromoForm } from '#web/windows/promos/office/PromoForm.tsx'
import { promos } from '#web/windows/promos/queries.ts'

export async function loader(args: LoaderFunctionArgs) {
  requireStaff(args)
  return { rows: await load(args, promos) }
}

const tones = { off: 'quiet', coming: 'waiting', shown: 'ok', over: 'quiet' } as const

/** What the site puts forward, in its places and its order. */
export function Component() {
  const { t } = useTranslation()
  const { locale } = useSpeech()
  const { data } = useLoaded(promos, useLoaderData<typeof loader>().rows)
  const [edited, setEdited] = useState<WrittenPromo | 'new'>()
  const [going, setGoing] = useState<WrittenPromo>()
  const promo = edited === 'new' ? undefined : edited
  const title = t('officeNav.promos')
  const nameOf = ({ texts }: WrittenPromo) => inLocale(texts, locale)?.title ?? ''
  const remove = useAct((api, _once, { _id }: WrittenPromo) => api.promos.remove({ id: _id }), {
    refreshes: ['promos.all'],
    said: ({ message }) => message,
    done: () => setGoing(undefined),
  })
  const columns: Column<WrittenPromo>[] = [
    {
      key: 'name',
      title: t('officePromos.name'),
      cell: (one) => (
        <RowTitle
          under={t(`officePromos.position.${one.position}`)}
          picture={
            one.fileUrl ? (
              <img src={one.fileUrl} alt="" className="size-10 rounded-tile object-cover" />
            ) : (
              <span className="grid size-10 place-items-center rounded-tile bg-well">
                <Megaphone aria-hidden="true" className="size-4 text-muted" />
              </span>
            )
          }
        >
          {nameOf(one)}
        </RowTitle>
      ),
    },
    { key: 'audience', title: t('officePromos.audience'), onPhone: 'note', cell: ({ audience }) => t(`officePromos.audience.${audience}`) },
    { key: 'order', title: t('officePromos.order'), onPhone: 'hidden', align: 'right', cell: ({ order }) => order },
    {
      key: 'state',
      title: t('officePromos.state'),
      onPhone: 'note',
      cell: ({ state }) => <StateDot tone={tones[state]}>{t(`officePromos.state.${state}`)}</StateDot>,
    },
    {
      key: 'acts',
      title: t('officePromos.edit'),
      hideTitle: true,
      onPhone: 'end',
      align: 'right',
      cell: (one) => (
        <span className="inline-flex">
          <IconButton label={t('officePromos.editOne', { title: nameOf(one) })} onClick={() => setEdited(one)}>
            <Pencil />
          </IconButton>
          <IconButton label={t('officePromos.deleteOne', { title: nameOf(one) })} onClick={() => setGoing(one)}>
            <Trash2 />
          </IconButton>
        </span>
      ),
    },
  ]
  return (
    <OfficePage
      place="promos"
      title={title}
      aside={
        <Button size="sm" icon={<Plus className="size-4" />} onClick={() => setEdited('new')}>
          {t('officePromos.new')}
        </Button>
      }
    >
      <WholeTable label={title} rows={data} columns={columns} none={{ icon: Megaphone, words: t('officePromos.none') }} />
      <PromoForm
        key={promo?._id ?? (edited === undefined ? 'none' : 'new')}
        promo={promo}
        open={edited !== undefined}
        onClose={() => setEdited(undefined)}
      />
      <ConfirmDialog
        danger
        open={going !== undefined}
        onOpenChange={(open) => !open && setGoing(undefined)}
        title={t('officePromos.delete.title', { title: going ? nameOf(going) : '' })}
        confirm={t('officePromos.delete')}
        cancel={t('officePromos.delete.keep')}
        loading={remove.busy}
        onConfirm={() => going && void remove.act(going)}
      >
        {t('officePromos.delete.lead')}
      </ConfirmDialog>
    </OfficePage>
  )
}
