import { MessageSquareText, Plus } from 'lucide-react'
import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { Reply } from '#contract/talk/replies.ts'
import { mostReplyNameLetters } from '#contract/talk/limits.ts'
import { useAct } from '#web/app/act.ts'
import { useFields, useFormAct } from '#web/app/form-act.ts'
import { requirePerformer } from '#web/app/guard.ts'
import { WholeTable } from '#web/app/ListTable.tsx'
import { load, query, useLoaded } from '#web/app/query.ts'
import { useTranslation } from '#web/app/say.ts'
import { StudioPage } from '#web/app/shell/StudioPage.tsx'
import { CampaignTabs } from '#web/talk/campaigns/CampaignTabs.tsx'
import { NamedTextArea } from '#web/talk/campaigns/NamedTextArea.tsx'
import { useNamedText } from '#web/talk/messaging/named-text.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import type { Column } from '#web/ui/DataTable.tsx'
import { FormRefusal } from '#web/ui/FormRefusal.tsx'
import { FormSheet } from '#web/ui/FormSheet.tsx'
import { Menu } from '#web/ui/Menu.tsx'
import { RowTitle } from '#web/ui/RowTitle.tsx'
import { TextField } from '#web/ui/TextField.tsx'

export const handle = { auth: true }

const own = query('replies.list')

export async function loader(args: LoaderFunctionArgs) {
  requirePerformer(args)
  return load(args, own)
}

/** Answers that one keeps at hand. */
export function Component() {
  const { t } = useTranslation()
  const rows = useLoaded(own, useLoaderData<typeof loader>())
  const { toWrite } = useNamedText()
  const [writing, setWriting] = useState<Reply | 'new'>()
  const [removing, setRemoving] = useState<Reply>()
  const { act: remove, busy } = useAct((api, _once, { _id }: Reply) => api.replies.remove({ id: _id }), {
    refreshes: ['replies.list'],
    said: (_removed, { name }) => t('campaigns.replies.removed', { name }),
    done: () => setRemoving(undefined),
  })
  const columns: Column<Reply>[] = [
    { key: 'name', title: t('campaigns.replies.name'), cell: ({ name, text }) => <RowTitle under={toWrite(text)}>{name}</RowTitle> },
    {
      key: 'acts',
      title: t('campaigns.replies.acts'),
      hideTitle: true,
      align: 'right',
      onPhone: 'end',
      cell: (reply) => (
        <span className="inline-block max-md:-mt-2 max-md:-me-2">
          <Menu
            label={t('campaigns.replies.menu', { name: reply.name })}
            entries={[
              { label: t('campaigns.change'), onChoose: () => setWriting(reply) },
              { label: t('campaigns.remove'), danger: true, onChoose: () => setRemoving(reply) },
            ]}
          />
        </span>
      ),
    },
  ]
  return (
    <StudioPage
      place="campaigns"
      title={t('campaigns.tab.replies')}
      aside={
        <Button size="sm" rank="second" icon={<Plus className="size-4" />} onClick={() => setWriting('new')}>
          {t('campaigns.replies.new')}
        </Button>
      }
    >
      <CampaignTabs current="replies" />
      <WholeTable
        label={t('campaigns.tab.replies')}
        rows={rows}
        columns={columns}
        none={{ icon: MessageSquareText, words: t('campaigns.replies.none') }}
      />
      {writing && <ReplySheet reply={writing === 'new' ? undefined : writing} onClose={() => setWriting(undefined)} />}
      <ConfirmDialog
        open={removing !== undefined}
        onOpenChange={(open) => !open && setRemoving(undefined)}
        title={t('campaigns.replies.remove.title', { name: removing?.name ?? '' })}
        confirm={t('campaigns.remove')}
        cancel={t('campaigns.keep')}
        danger
        loading={busy}
        onConfirm={() => removing && void remove(removing)}
      >
        {t('campaigns.replies.remove.what')}
      </ConfirmDialog>
    </StudioPage>
  )
}

function ReplySheet({ reply, onClose }: { reply: Reply | undefined; onClose: () => void }) {
  const { t } = useTranslation()
  const { toWrite, toSend } = useNamedText()
  const { form, typed, chosen } = useFields({ name: reply?.name ?? '', text: toWrite(reply?.text ?? '') })
  const { send, busy, problem } = useFormAct(
    form,
    (api, _once, { name, text }) =>
      reply ? api.replies.edit({ id: reply._id, name, text: toSend(text) }) : api.replies.create({ name, text: toSend(text) }),
    { refreshes: ['replies.list'], said: () => t('campaigns.replies.saved'), done: onClose },
  )
  return (
    <FormSheet
      open
      onClose={onClose}
      title={t(reply ? 'campaigns.replies.edit' : 'campaigns.replies.new')}
      act={t('campaigns.save')}
      busy={busy}
      onSend={send}
    >
      <TextField
        required
        label={t('campaigns.replies.name')}
        hint={t('campaigns.replies.name.hint')}
        maxLength={mostReplyNameLetters}
        {...typed('name', { validate: (name) => name.trim() !== '' || t('campaigns.wrong.name') })}
      />
      <NamedTextArea
        label={t('campaigns.replies.text')}
        {...chosen('text', { validate: (text) => text.trim() !== '' || t('campaigns.wrong.text') })}
      />
      <FormRefusal>{problem}</FormRefusal>
    </FormSheet>
  )
}
