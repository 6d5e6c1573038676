import { useState } from 'react'
import type { SignInProvider } from '#contract/people/federation.ts'
import { untilLeft, useAct } from '#web/app/act.ts'
import { useQuery } from '#web/app/query.ts'
import { useTranslation } from '#web/app/say.ts'
import { useNow, useSettings } from '#web/app/session.tsx'
import { SignInAgain } from '#web/people/accounts/proof-fields.tsx'
import { sealed } from '#web/people/accounts/password.ts'
import { ProviderGlyph } from '#web/people/accounts/ProviderGlyph.tsx'
import { type Identities, myIdentities } from '#web/people/federation/queries.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { FormRefusal } from '#web/ui/FormRefusal.tsx'
import { PasswordField } from '#web/ui/PasswordField.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'

type Way = Identities['ways'][number]

/** By whose word I may sign in: linked with my password, unlinked with a press, but never the last way in. */
export function ConnectedAccounts({ loaded }: { loaded: Identities }) {
  const { t } = useTranslation()
  const now = useNow()
  const { data = loaded } = useQuery(myIdentities(), loaded)
  const [linking, setLinking] = useState<SignInProvider>()
  const [leaving, setLeaving] = useState<Way>()
  const { act: unlink, busy } = useAct((api, _once, { identity }: Way) => api.federation.unlink({ id: identity?._id ?? '' }), {
    refreshes: ['federation.identities'],
    said: (_done, { label }) => t('social.unlinked', { provider: label }),
    done: () => setLeaving(undefined),
    refused: () => setLeaving(undefined),
  })
  if (data.ways.length === 0) return <p className="text-14 text-muted">{t('social.none')}</p>
  const isLast = (way: Way) => !data.hasPassword && data.ways.filter(({ identity }) => identity).length === 1 && way.identity !== undefined
  return (
    <>
      <ul className="grid gap-4">
        {data.ways.map((way) => (
          <li key={way.provider} className="grid gap-3">
            <div className="flex items-center gap-3">
              <span className="grid w-5 place-items-center">
                <ProviderGlyph provider={way.provider} />
              </span>
              <span className="min-w-0 flex-1">
                <span className="block truncate text-15 font-semibold">{way.label}</span>
                <span className="block truncate text-13 text-muted">
                  {way.identity ? (
                    <>
                      {way.identity.email ?? way.identity.name} · {t('social.used')}
                      <RelativeTime at={way.identity.usedAt} now={now} />
                    </>
                  ) : (
                    t('social.notLinked')
                  )}
                </span>
                {isLast(way) && <span className="block text-13 text-muted">{t('social.last')}</span>}
              </span>
              {way.identity ? (
                <Button rank="second" size="sm" disabled={isLast(way)} onClick={() => setLeaving(way)}>
                  {t('social.unlink')}
                </Button>
              ) : (
                linking !== way.provider && (
                  <Button rank="second" size="sm" onClick={() => setLinking(way.provider)}>
                    {t('social.link')}
                  </Button>
                )
              )}
            </div>
            {linking === way.provider && !way.identity && (
              <LinkForm way={way} hasPassword={data.hasPassword} onCancel={() => setLinking(undefined)} />
            )}
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={leaving !== undefined}
        onOpenChange={(open) => !open && setLeaving(undefined)}
        title={t('social.unlink.title', { provider: leaving?.label ?? '' })}
        confirm={t('social.unlink')}
        cancel={t('social.link.cancel')}
        loading={busy}
        onConfirm={() => leaving && void unlink(leaving)}
      >
        {t('social.unlink.lead')}
      </ConfirmDialog>
    </>
  )
}

/** One field, where there is a password: a session that somebody left open links nothing. */
function LinkForm({ way: { provider, label }, hasPassword, onCancel }: { way: Way; hasPassword: boolean; onCancel: () => void }) {
  const { t } = useTranslation()
  const { hashPwClient } = useSettings()
  const [password, setPassword] = useState('')
  const { act, busy, problem } = useAct(
    async (api) => api.federation.beginLink({ provider, ...(hasPassword && { currentPassword: await sealed(password, hashPwClient) }) }),
    {
      noIn: 'screen',
      done({ url }) {
        window.location.assign(url)
        return untilLeft()
      },
    },
  )
  return (
    <form
      noValidate
      method="post"
      className="grid gap-3 rounded-control bg-well p-4"
      onSubmit={(event) => {
        event.preventDefault()
        void act()
      }}
    >
      {hasPassword && (
        <PasswordField
          label={t('mysettings.password.current')}
          hint={t('social.link.why')}
          autoComplete="current-password"
          maxLength={200}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      )}
      {!hasPassword && <SignInAgain />}
      <FormRefusal>{problem}</FormRefusal>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="sm" loading={busy} disabled={hasPassword && password === ''}>
          {t('social.link.go', { provider: label })}
        </Button>
        <Button rank="text" size="sm" onClick={onCancel}>
          {t('social.link.cancel')}
        </Button>
      </div>
    </form>
  )
}
