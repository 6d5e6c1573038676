import { useRef, useState } from 'react'
import type { PasskeyKind } from '#contract/people/passkeys.ts'
import { useFields, useFormAct } from '#web/app/form-act.ts'
import { useTranslation } from '#web/app/say.ts'
import { useSettings } from '#web/app/session.tsx'
import { deviceOf } from '#web/people/accounts/device.ts'
import { sealed } from '#web/people/accounts/password.ts'
import { ProofFields } from '#web/people/accounts/proof-fields.tsx'
import type { Passkey } from '#web/people/accounts/queries.ts'
import { FormRefusal } from '#web/ui/FormRefusal.tsx'
import { FormSheet } from '#web/ui/FormSheet.tsx'
import { partUntilBack } from '#web/ui/network.ts'
import { RadioCards } from '#web/ui/RadioCards.tsx'
import { TextField } from '#web/ui/TextField.tsx'

type AddPasskeyProps = { hasPassword: boolean; hasTwoFactor: boolean; onClose: () => void }

/** Its owner shows who they are, then the device makes the key. */
export function AddPasskey({ hasPassword, hasTwoFactor, onClose }: AddPasskeyProps) {
  const { t } = useTranslation()
  const { hashPwClient } = useSettings()
  const [device] = useState(() => deviceOf(navigator.userAgent).slice(0, 60))
  const { form, typed, chosen } = useFields(
    { name: device, kind: 'passwordless' as PasskeyKind, currentPassword: '', code: '' },
    'onSubmit',
  )
  const nameRules = useNameRules()
  const isThere = useRef(false)
  const { send, busy, problem } = useFormAct(
    form,
    async (api, _once, { name, kind, currentPassword, code }) => {
      const { hasOneAlready, madeBy } = await partUntilBack(() => import('#web/people/accounts/webauthn.ts'))
      const options = await api.accounts.beginPasskey({
        kind,
        ...(hasPassword && { currentPassword: await sealed(currentPassword, hashPwClient) }),
        ...(hasTwoFactor && { code }),
      })
      isThere.current = false
      const made = await madeBy(options).catch((error: unknown) => {
        isThere.current = hasOneAlready(error)
        throw error
      })
      return api.accounts.addPasskey({ kind, name: name.trim(), ...made })
    },
    {
      refreshes: ['accounts.passkeys'],
      said: () => t('mysettings.passkeys.done'),
      done: onClose,
      refused: (no) => (no ? undefined : t(isThere.current ? 'mysettings.passkeys.has' : 'mysettings.passkeys.nothing')),
    },
  )
  const kind = chosen('kind')
  return (
    <FormSheet open title={t('mysettings.passkeys.add')} act={t('mysettings.passkeys.go')} busy={busy} onSend={send} onClose={onClose}>
      <TextField
        label={t('mysettings.passkeys.name')}
        hint={t('mysettings.passkeys.name.hint')}
        autoComplete="off"
        maxLength={60}
        required
        {...typed('name', nameRules)}
      />
      {hasTwoFactor && (
        <RadioCards
          label={t('mysettings.passkeys.for')}
          showLabel
          value={kind.value}
          onChange={kind.onChange}
          cards={[
            { value: 'passwordless', label: t('mysettings.passkeys.passwordless') },
            {
              value: 'secondFactor',
              label: (
                <>
                  {t('mysettings.passkeys.secondFactor')}
                  <span className="block text-13 text-muted">{t('mysettings.passkeys.secondFactor.note')}</span>
                </>
              ),
            },
          ]}
        />
      )}
      <ProofFields hasPassword={hasPassword} hasTwoFactor={hasTwoFactor} typed={typed} />
      <FormRefusal>{problem}</FormRefusal>
    </FormSheet>
  )
}

export function RenamePasskey({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const { t } = useTranslation()
  const { form, typed } = useFields({ name: passkey.name }, 'onSubmit')
  const nameRules = useNameRules()
  const { send, busy, problem } = useFormAct(
    form,
    (api, _once, { name }) => api.accounts.renamePasskey({ id: passkey._id, name: name.trim() }),
    { refreshes: ['accounts.passkeys'], done: onClose },
  )
  return (
    <FormSheet
      open
      title={t('mysettings.passkeys.renameOf', { name: passkey.name })}
      act={t('mysettings.passkeys.save')}
      busy={busy}
      onSend={send}
      onClose={onClose}
    >
      <TextField label={t('mysettings.passkeys.name')} autoComplete="off" maxLength={60} required {...typed('name', nameRules)} />
      <FormRefusal>{problem}</FormRefusal>
    </FormSheet>
  )
}

function useNameRules() {
  const { t } = useTranslation()
  return { validate: (name: string) => name.trim() !== '' || t('mysettings.passkeys.name.missing') }
}
