import { useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import { type LoaderFunctionArgs, useBlocker, useLoaderData } from 'react-router'
import { useFields, useFormAct } from '#web/app/form-act.ts'
import { tellFields } from '#web/app/refused-fields.ts'
import { requirePerformer } from '#web/app/guard.ts'
import { load, useQuery } from '#web/app/query.ts'
import { useSettings } from '#web/app/session.tsx'
import { StudioShell } from '#web/app/shell/StudioShell.tsx'
import { accountFrom, bodyOf } from '#web/people/profiles/account.ts'
import { BodyPanel } from '#web/people/profiles/BodyPanel.tsx'
import { DocumentsPanel } from '#web/people/profiles/DocumentsPanel.tsx'
import { MarksPanel } from '#web/people/profiles/MarksPanel.tsx'
import { MessagesPanel } from '#web/people/profiles/MessagesPanel.tsx'
import { PersonPanel } from '#web/people/profiles/PersonPanel.tsx'
import { PicturesPanel } from '#web/people/profiles/PicturesPanel.tsx'
import { bodyOptions, ownProfile } from '#web/people/profiles/queries.ts'
import { VisibilityPanel } from '#web/people/profiles/VisibilityPanel.tsx'
import { WelcomePanel } from '#web/people/profiles/WelcomePanel.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'
import { Panel } from '#web/ui/Panel.tsx'

export const handle = { auth: true }

export async function loader(args: LoaderFunctionArgs) {
  requirePerformer(args)
  const [profile, options] = await Promise.all([load(args, ownProfile), load(args, bodyOptions)])
  return { profile, options }
}

export function Component() {
  const { t } = useTranslation()
  const loaded = useLoaderData<typeof loader>()
  const { siteName } = useSettings()
  const profile = useQuery(ownProfile, loaded.profile).data ?? loaded.profile
  const fields = useFields(accountFrom(loaded.profile), 'onSubmit')
  const { form } = fields
  const { isDirty, dirtyFields } = form.formState
  const [isSaved, setSaved] = useState(false)
  const leaving = useBlocker(({ currentLocation, nextLocation }) => isDirty && currentLocation.pathname !== nextLocation.pathname)

  const { send, busy, problem } = useFormAct(
    form,
    async (api, _once, account) => {
      if (dirtyFields.countryCodes) await api.blocks.blockCountries({ countryCodes: account.countryCodes })
      return api.me.updatePerformer(bodyOf(account))
    },
    {
      refreshes: ['me.performer', 'me.user', 'directory.performer'],
      done(saved, account) {
        form.reset(accountFrom({ ...saved, blockedCountries: account.countryCodes }))
        setSaved(true)
      },
      refused(no) {
        if (no) tellFields(no, form)
        return no?.message
      },
    },
  )

  return (
    <StudioShell place="account" title={t('creatorAccount.title')}>
      <title>{`${t('creatorAccount.title')} · ${siteName}`}</title>
      <PageTitle>{t('creatorAccount.title')}</PageTitle>
      <div className="grid max-w-[760px] gap-2 md:gap-4">
        <PicturesPanel profile={profile} />
        <WelcomePanel video={profile.welcomeVideo} />
        <Panel
          title={t('creatorAccount.prices')}
          action={
            <Button rank="second" size="sm" to="/creator/subscriptions-offer">
              {t('creatorAccount.prices.set')}
            </Button>
          }
        >
          <p className="text-14 text-muted">{t('creatorAccount.prices.lead')}</p>
        </Panel>
        <form noValidate onSubmit={(event) => void send(event)} className="grid gap-2 md:gap-4">
          <PersonPanel fields={fields} />
          <MessagesPanel fields={fields} />
          <BodyPanel fields={fields} options={loaded.options} />
          <VisibilityPanel fields={fields} />
          <MarksPanel fields={fields} />
          <DocumentsPanel profile={profile} />
          <div className="sticky bottom-0 z-10 flex min-h-16 items-center justify-between gap-4 border-t border-line bg-raised px-4 py-2.5 max-md:bottom-[calc(61px+env(safe-area-inset-bottom))] md:rounded-t-card md:px-5 md:shadow-raised">
            <p role="status" className={problem ? 'text-14 text-onair' : 'text-14 text-muted'}>
              {problem ?? t(isDirty ? 'creatorAccount.unsaved' : isSaved ? 'shell.saved' : 'creatorAccount.allSaved')}
            </p>
            <Button type="submit" rank="second" loading={busy}>
              {t('creatorAccount.save')}
            </Button>
          </div>
        </form>
      </div>
      <ConfirmDialog
        open={leaving.state === 'blocked'}
        onOpenChange={(open) => !open && leaving.reset?.()}
        title={t('creatorAccount.leave.title')}
        confirm={t('creatorAccount.leave')}
        cancel={t('creatorAccount.stay')}
        danger
        onConfirm={() => leaving.proceed?.()}
      >
        {t('creatorAccount.leave.lead')}
      </ConfirmDialog>
    </StudioShell>
  )
}
