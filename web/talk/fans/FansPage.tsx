import { Plus, Users } from 'lucide-react'
import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router'
import type { FanList } from '#contract/talk/fans.ts'
import { mostListLetters } from '#contract/talk/limits.ts'
import { useAct } from '#web/app/act.ts'
import { useAmounts } from '#web/app/amounts.ts'
import { FilterPills, Filters } from '#web/app/Filters.tsx'
import { FilterSearch } from '#web/app/FilterSearch.tsx'
import { useFields, useFormAct } from '#web/app/form-act.ts'
import { requirePerformer } from '#web/app/guard.ts'
import { listing, useList } from '#web/app/listing.ts'
import { ListTable, useChosen } from '#web/app/ListTable.tsx'
import { load, useLoaded } from '#web/app/query.ts'
import { useTranslation } from '#web/app/say.ts'
import { StudioPage } from '#web/app/shell/StudioPage.tsx'
import { FanSheet } from '#web/talk/messaging/FanSheet.tsx'
import { aboutFans, fanLists, type FanRow, fans } from '#web/talk/fans/queries.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import type { Column } from '#web/ui/DataTable.tsx'
import { FormRefusal } from '#web/ui/FormRefusal.tsx'
import { FormSheet } from '#web/ui/FormSheet.tsx'
import { Menu } from '#web/ui/Menu.tsx'
import { RowTitle } from '#web/ui/RowTitle.tsx'
import { Select } from '#web/ui/Select.tsx'
import { Tokens } from '#web/ui/Tokens.tsx'
import { TextField } from '#web/ui/TextField.tsx'

export const handle = { auth: true }

const listAmong = (lists: readonly FanList[]) =>
  listing({
    who: requirePerformer,
    says: { list: ['followers', 'subscribers', ...lists.map(({ _id }) => _id)], q: { letters: 100 } },
    order: { sortBy: 'name', sort: 'desc', sortable: ['name', 'spent'] },
    asks: fans,
  })

export async function loader(args: LoaderFunctionArgs) {
  requirePerformer(args)
  const lists = await load(args, fanLists)
  return { lists, ...(await listAmong(lists).loader(args)) }
}

/** Everybody who follows or subscribes, and one's own lists of them. */
export function Component() {
  const { t } = useTranslation()
  const { number } = useAmounts()
  const loaded = useLoaderData<typeof loader>()
  const lists = useLoaded(fanLists, loaded.lists)
  const shown = useList(listAmong(lists), loaded)
  const chosen = useChosen(shown)
  const navigate = useNavigate()
  const [naming, setNaming] = useState<FanList | 'new'>()
  const [removing, setRemoving] = useState<FanList>()
  const [about, setAbout] = useState<FanRow>()
  const current = lists.find(({ _id }) => _id === shown.asked.list)
  const { act: write } = useAct((api, _once, fanId: string) => api.messaging.begin({ source: 'user', sourceId: fanId }), {
    done: ({ _id }) => navigate(`/messages/${_id}`),
  })
  const { act: put, busy } = useAct((api, _once, list: FanList, fanIds: string[]) => api.fans.addMembers({ id: list._id, fanIds }), {
    refreshes: aboutFans,
    said: (_list, { name }, ids) => t('fansPage.put', { count: ids.length, name }),
    done: () => chosen.clear(),
  })
  const { act: takeOff } = useAct((api, _once, list: FanList, fan: FanRow) => api.fans.removeMember({ id: list._id, fanId: fan._id }), {
    refreshes: aboutFans,
    said: (_list, { name }, fan) => t('fansPage.takenOff', { name: fan.name, list: name }),
  })
  const { act: remove, busy: isRemoving } = useAct((api, _once, { _id }: FanList) => api.fans.removeList({ id: _id }), {
    refreshes: ['fans.lists'],
    said: (_removed, { name }) => t('fansPage.removed', { name }),
    done() {
      setRemoving(undefined)
      return navigate('/creator/fans')
    },
  })

  const columns: Column<FanRow>[] = [
    {
      key: 'name',
      title: t('fansPage.who'),
      cell: (fan) => (
        <RowTitle picture={<Avatar src={fan.avatar} name={fan.name} size={40} />} under={`@${fan.username}`}>
          {fan.name}
        </RowTitle>
      ),
    },
    {
      key: 'is',
      title: t('fansPage.is'),
      onPhone: 'note',
      cell: ({ isFollower, isSubscribed }) =>
        isSubscribed ? t('fansPage.subscriber') : isFollower ? t('fansPage.follower') : (current?.name ?? ''),
    },
    {
      key: 'spent',
      title: t('fansPage.spent'),
      align: 'right',
      sortable: true,
      cell: ({ spentTokens }) => <Tokens value={spentTokens} />,
    },
    {
      key: 'acts',
      title: t('fansPage.acts'),
      hideTitle: true,
      align: 'right',
      onPhone: 'end',
      cell: (fan) => (
        <span className="inline-block max-md:-mt-2 max-md:-me-2">
          <Menu
            label={t('fansPage.menu', { name: fan.name })}
            entries={[
              { label: t('fansPage.about'), onChoose: () => setAbout(fan) },
              { label: t('fansPage.write'), onChoose: () => void write(fan._id) },
              ...(current ? [{ label: t('fansPage.takeOff', { list: current.name }), onChoose: () => void takeOff(current, fan) }] : []),
            ]}
          />
        </span>
      ),
    },
  ]
  return (
    <StudioPage
      place="fans"
      title={t('fansPage.title')}
      aside={
        <>
          {current && (
            <Menu
              label={t('fansPage.list.menu', { name: current.name })}
              entries={[
                { label: t('fansPage.list.rename'), onChoose: () => setNaming(current) },
                { label: t('fansPage.list.remove'), danger: true, onChoose: () => setRemoving(current) },
              ]}
            />
          )}
          <Button size="sm" rank="second" icon={<Plus className="size-4" />} onClick={() => setNaming('new')}>
            {t('fansPage.list.new')}
          </Button>
        </>
      }
    >
      <Filters>
        <FilterPills
          list={shown}
          by="list"
          label={t('fansPage.lists')}
          all={t('fansPage.all')}
          of={['followers', 'subscribers', ...lists.map(({ _id }) => _id)]}
          say={(each) => {
            const own = lists.find(({ _id }) => _id === each)
            if (own) return `${own.name} ${number(own.totalMembers)}`
            return t(each === 'followers' ? 'fansPage.followers' : 'fansPage.subscribers')
          }}
        />
        <div className="flex items-center gap-3 max-md:w-full max-md:flex-col max-md:items-stretch">
          <Select
            hideLabel
            label={t('fansPage.order')}
            className="flex-none max-md:mx-4 md:w-36"
            value={shown.asked.sortBy}
            onChange={(sortBy) => shown.address.setFilters({ sortBy: sortBy === 'name' ? undefined : sortBy, sort: undefined })}
            options={[
              { value: 'name', label: t(current ? 'fansPage.order.added' : 'fansPage.order.name') },
              { value: 'spent', label: t('fansPage.order.spent') },
            ]}
          />
          <FilterSearch address={shown.address} label={t('fansPage.search')} className="md:w-64" />
        </div>
      </Filters>
      <ListTable
        label={t('fansPage.title')}
        list={shown}
        columns={columns}
        {...(lists.length > 0 && {
          chosen,
          acts: (
            <Menu
              label={t('fansPage.putOn')}
              entries={lists.map((list) => ({
                label: t('fansPage.putOn.list', { name: list.name }),
                onChoose: () => void (busy ? undefined : put(list, chosen.ids)),
              }))}
            />
          ),
        })}
        none={{ icon: Users, words: t('fansPage.none'), found: t(current && !shown.asked.q ? 'fansPage.list.none' : 'fansPage.noneFound') }}
      />
      {naming && <NameSheet list={naming === 'new' ? undefined : naming} onClose={() => setNaming(undefined)} />}
      <FanSheet
        key={about?._id}
        fan={about ?? { _id: '', name: '' }}
        open={about !== undefined}
        onOpenChange={(open) => !open && setAbout(undefined)}
      />
      <ConfirmDialog
        open={removing !== undefined}
        onOpenChange={(open) => !open && setRemoving(undefined)}
        title={t('fansPage.list.remove.title', { name: removing?.name ?? '' })}
        confirm={t('fansPage.list.remove')}
        cancel={t('fansPage.keep')}
        danger
        loading={isRemoving}
        onConfirm={() => removing && void remove(removing)}
      >
        {t('fansPage.list.remove.what')}
      </ConfirmDialog>
    </StudioPage>
  )
}

function NameSheet({ list, onClose }: { list: FanList | undefined; onClose: () => void }) {
  const { t } = useTranslation()
  const { form, typed } = useFields({ name: list?.name ?? '' })
  const { send, busy, problem } = useFormAct(
    form,
    (api, _once, { name }) => (list ? api.fans.renameList({ id: list._id, name }) : api.fans.createList({ name })),
    { refreshes: aboutFans, said: ({ name }) => t('fansPage.list.saved', { name }), done: onClose },
  )
  return (
    <FormSheet
      open
      onClose={onClose}
      title={t(list ? 'fansPage.list.rename' : 'fansPage.list.new')}
      act={t('fansPage.save')}
      busy={busy}
      onSend={send}
    >
      <TextField
        required
        label={t('fansPage.list.name')}
        hint={t('fansPage.list.name.hint')}
        maxLength={mostListLetters}
        {...typed('name', { validate: (name) => name.trim() !== '' || t('fansPage.wrong.name') })}
      />
      <FormRefusal>{problem}</FormRefusal>
    </FormSheet>
  )
}
