import { dateTag } from '#contract/locales.ts'
import { KeyRound, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import type { ReplyTo } from '#contract/client.ts'
import { useAct } from '#web/app/act.ts'
import { useQuery } from '#web/app/query.ts'
import { useTranslation } from '#web/app/say.ts'
import { useBoot, useNow } from '#web/app/session.tsx'
import { canUsePasskeys } from '#web/people/accounts/can-use-passkeys.ts'
import { AddPasskey, RenamePasskey } from '#web/people/accounts/PasskeySheets.tsx'
import { myPasskeys, type Passkey } from '#web/people/accounts/queries.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { useIsHydrated } from '#web/ui/hydrated.ts'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'

type PasskeysProps = { loaded: ReplyTo<'accounts.passkeys'>; hasPassword: boolean; hasTwoFactor: boolean }

/** Keys that sign in by themselves, and keys of the second step: added, called something else, removed. */
export function Passkeys({ loaded, hasPassword, hasTwoFactor }: PasskeysProps) {
  const { t } = useTranslation()
  const { data = loaded } = useQuery(myPasskeys(), loaded)
  const isHydrated = useIsHydrated()
  const [isAdding, setAdding] = useState(false)
  const [renaming, setRenaming] = useState<Passkey>()
  const [removing, setRemoving] = useState<Passkey>()
  const { act: remove, busy } = useAct((api, _once, { _id }: Passkey) => api.accounts.removePasskey({ id: _id }), {
    refreshes: ['accounts.passkeys'],
    said: () => t('mysettings.passkeys.removed'),
    done: () => setRemoving(undefined),
    refused: () => setRemoving(undefined),
  })
  const isUsable = !isHydrated || canUsePasskeys()
  return (
    <>
      <p className="mb-3 text-14 leading-relaxed! text-muted">{t('mysettings.passkeys.lead')}</p>
      {data.passkeys.length > 0 && (
        <ul className="mb-3">
          {data.passkeys.map((passkey) => (
            <Row key={passkey._id} passkey={passkey} onRename={() => setRenaming(passkey)} onRemove={() => setRemoving(passkey)} />
          ))}
        </ul>
      )}
      {isUsable ? (
        <Button rank="second" size="sm" onClick={() => setAdding(true)}>
          {t('mysettings.passkeys.add')}
        </Button>
      ) : (
        <p className="text-14 text-muted">{t('mysettings.passkeys.unsupported')}</p>
      )}
      {isAdding && <AddPasskey hasPassword={hasPassword} hasTwoFactor={hasTwoFactor} onClose={() => setAdding(false)} />}
      {renaming && <RenamePasskey key={renaming._id} passkey={renaming} onClose={() => setRenaming(undefined)} />}
      <ConfirmDialog
        open={removing !== undefined}
        onOpenChange={(open) => !open && setRemoving(undefined)}
        title={t('mysettings.passkeys.remove.title', { name: removing?.name ?? '' })}
        confirm={t('mysettings.passkeys.remove')}
        cancel={t('mysettings.security.cancel')}
        danger
        loading={busy}
        onConfirm={() => removing && void remove(removing)}
      >
        {t('mysettings.passkeys.remove.lead')}
      </ConfirmDialog>
    </>
  )
}

function Row({ passkey, onRename, onRemove }: { passkey: Passkey; onRename: () => void; onRemove: () => void }) {
  const { t } = useTranslation()
  const now = useNow()
  const { locale, timeZone } = useBoot()
  const { kind, name, addedAt, usedAt } = passkey
  const Icon = kind === 'passwordless' ? KeyRound : ShieldCheck
  return (
    <li className="flex flex-wrap items-center gap-3 border-t border-line py-3 first:border-t-0">
      <Icon aria-hidden="true" className="flex-none text-muted" />
      <div className="min-w-40 flex-1">
        <p className="text-15 font-semibold wrap-anywhere">{name}</p>
        <p className="text-13 text-muted">{t(`mysettings.passkeys.${kind}`)}</p>
        <p className="num text-13 text-muted">
          {t('mysettings.passkeys.added', {
            date: new Intl.DateTimeFormat(dateTag(locale), { dateStyle: 'medium', timeZone }).format(new Date(addedAt)),
          })}
          {' · '}
          {usedAt ? (
            <>
              {t('mysettings.sessions.seen')}
              <RelativeTime at={usedAt} now={now} />
            </>
          ) : (
            t('mysettings.passkeys.unused')
          )}
        </p>
      </div>
      <div className="flex gap-2">
        <Button rank="second" size="sm" aria-label={t('mysettings.passkeys.renameOf', { name })} onClick={onRename}>
          {t('mysettings.passkeys.rename')}
        </Button>
        <Button rank="second" size="sm" aria-label={t('mysettings.passkeys.removeOf', { name })} onClick={onRemove}>
          {t('mysettings.passkeys.remove')}
        </Button>
      </div>
    </li>
  )
}
