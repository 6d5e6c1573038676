import { MapPin, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { useAct } from '#web/app/act.ts'
import { sentenceOf } from '#web/app/api.ts'
import { requireMember } from '#web/app/guard.ts'
import { load, useQuery } from '#web/app/query.ts'
import { MainFrame } from '#web/app/shell/MainFrame.tsx'
import { usePageTitle } from '#web/app/page-title.ts'
import { AddressForm } from '#web/people/addresses/AddressForm.tsx'
import { AddressText } from '#web/people/addresses/AddressText.tsx'
import { type Address, mine, most } from '#web/people/addresses/queries.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { RefusedState } from '#web/ui/RefusedState.tsx'
import { useToast } from '#web/ui/Toast.tsx'

export async function loader(args: LoaderFunctionArgs) {
  requireMember(args)
  return load(args, mine())
}
export const handle = { auth: true, inClosedCountry: true }

/** The address book: where orders are sent to. */
export function Component() {
  const { t } = useTranslation()
  const loaded = useLoaderData<typeof loader>()
  const { data = loaded, error, mutate } = useQuery(mine(), loaded)
  const [open, setOpen] = useState<string>()
  const [deleting, setDeleting] = useState<Address>()
  const toast = useToast()
  const title = t('addresses.title')
  const saved = () => {
    setOpen(undefined)
    toast.show(t('shell.saved'))
  }
  const isFull = data.data.length >= most
  return (
    <MainFrame place="me" top={{ title, back: '/settings' }}>
      <title>{usePageTitle(title)}</title>
      <PageTitle
        up={{ to: '/settings', label: t('shell.settings') }}
        aside={<span className="num max-md:hidden">{t('addresses.count', { count: data.data.length, most })}</span>}
      >
        {title}
      </PageTitle>
      <div className="grid gap-2 md:gap-4">
        {error !== undefined && (
          <RefusedState
            what={t('addresses.failed')}
            why={sentenceOf(error, t('shell.tryLater'))}
            actions={
              <Button rank="second" size="sm" onClick={() => void mutate()}>
                {t('shell.error.retry')}
              </Button>
            }
          />
        )}
        {data.data.length === 0 && open !== 'new' && (
          <EmptyState
            icon={MapPin}
            action={
              <Button rank="second" size="sm" onClick={() => setOpen('new')}>
                {t('addresses.add')}
              </Button>
            }
          >
            {t('addresses.none')}
          </EmptyState>
        )}
        {data.data.map((address) =>
          open === address._id ? (
            <Panel key={address._id} title={t('addresses.edit')}>
              <AddressForm address={address} onSaved={saved} onCancel={() => setOpen(undefined)} />
            </Panel>
          ) : (
            <Card key={address._id} className="flex items-start gap-2 p-4 md:p-5">
              <div className="min-w-0 flex-1">
                {address.needsAgain ? <p className="text-15">{t('addresses.needsAgain')}</p> : <AddressText address={address} />}
              </div>
              <IconButton label={t('addresses.editOf', { name: address.name || address.country })} onClick={() => setOpen(address._id)}>
                <Pencil />
              </IconButton>
              <IconButton label={t('addresses.deleteOf', { name: address.name || address.country })} onClick={() => setDeleting(address)}>
                <Trash2 />
              </IconButton>
            </Card>
          ),
        )}
        {open === 'new' && (
          <Panel title={t('addresses.add')}>
            <AddressForm onSaved={saved} onCancel={() => setOpen(undefined)} />
          </Panel>
        )}
        {data.data.length > 0 && open !== 'new' && (
          <div className="flex flex-wrap items-center gap-3 max-md:px-4">
            <Button rank="second" size="sm" icon={<Plus className="size-4" />} disabled={isFull} onClick={() => setOpen('new')}>
              {t('addresses.add')}
            </Button>
            {isFull && <p className="text-14 text-muted">{t('addresses.full', { most })}</p>}
          </div>
        )}
        <p className="text-13 text-muted max-md:px-4">{t('addresses.private')}</p>
      </div>
      <DeleteAddress address={deleting} onClose={() => setDeleting(undefined)} />
    </MainFrame>
  )
}

function DeleteAddress({ address, onClose }: { address: Address | undefined; onClose: () => void }) {
  const { t } = useTranslation()
  const { act: remove, busy } = useAct((api, _once, { _id }: Address) => api.addresses.remove({ id: _id }), {
    refreshes: ['addresses.search'],
    said: () => t('addresses.deleted'),
  })
  return (
    <ConfirmDialog
      open={address !== undefined}
      onOpenChange={(open) => !open && !busy && onClose()}
      title={t('addresses.delete.title')}
      confirm={t('addresses.delete')}
      cancel={t('addresses.keep')}
      danger
      loading={busy}
      onConfirm={() => address && void remove(address).then(onClose)}
    >
      {t('addresses.delete.lead')}
    </ConfirmDialog>
  )
}
