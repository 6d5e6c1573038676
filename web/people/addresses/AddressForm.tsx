import { useId } from 'react'
import { useTranslation } from '#web/app/say.ts'
import type { PostalAddress } from '#contract/people/addresses.ts'
import { useFields, useFormAct } from '#web/app/form-act.ts'
import { useQuery } from '#web/app/query.ts'
import { useMember } from '#web/app/session.tsx'
import { CountryField } from '#web/people/accounts/CountryField.tsx'
import { FormRefusal } from '#web/ui/FormRefusal.tsx'
import { cities, states, type Address } from '#web/people/addresses/queries.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/TextField.tsx'

const fields = ['name', 'phone', 'country', 'zipCode', 'state', 'city', 'district', 'streetAddress', 'description'] as const
type Form = Record<(typeof fields)[number], string>

type AddressFormProps = {
  /** One to change; without it a new one is added. */
  address?: Address
  onSaved: (address: Address) => void
  onCancel?: (() => void) | undefined
}

/** Adds or changes an address. What this form does not show of an older one stays as it is. */
export function AddressForm({ address, onSaved, onCancel }: AddressFormProps) {
  const { t } = useTranslation()
  const me = useMember()
  const { form, values, typed } = useFields(formOf(address, me.country ?? 'TW'))
  const needed = { validate: (text: string) => text.trim() !== '' || t('addresses.needed') }
  const { send, busy, problem } = useFormAct(
    form,
    (api, _once, typed) => {
      const postal = postalOf(typed, address)
      return address ? api.addresses.update({ id: address._id, ...postal }) : api.addresses.create(postal)
    },
    { refreshes: ['addresses.search'], done: (saved) => onSaved(saved) },
  )
  const listId = useId()
  const offered = useOffered(values)
  // There the county is the city, and an address has no state; everywhere else it comes first.
  const isTaiwan = values.country === 'TW'
  const line = (name: Exclude<(typeof fields)[number], 'country'>, maxLength: number, autoComplete: string, required = false) => {
    const list = offered[name]
    return (
      <>
        <TextField
          label={t(`addresses.${name}`)}
          autoComplete={autoComplete}
          maxLength={maxLength}
          required={required}
          {...(list && { list: `${listId}-${name}` })}
          {...typed(name, required ? needed : {})}
        />
        {list && (
          <datalist id={`${listId}-${name}`}>
            {list.map((each) => (
              <option key={each} value={each} />
            ))}
          </datalist>
        )}
      </>
    )
  }
  return (
    <form
      noValidate
      className="grid gap-4"
      // It may stand inside another sheet's form: what is sent is the address, not the order.
      onSubmit={(event) => {
        event.stopPropagation()
        void send(event)
      }}
    >
      <div className="grid items-start gap-4 sm:grid-cols-2">
        {line('name', 120, 'name', true)}
        {line('phone', 30, 'tel')}
        <CountryField nothing={t('addresses.noCountry')} control={form.control} name="country" label={t('addresses.country')} required />
        {line('zipCode', 20, 'postal-code', true)}
        {!isTaiwan && line('state', 120, 'address-level1')}
        {line('city', 120, 'address-level2', true)}
        {line('district', 120, 'address-level3')}
      </div>
      {line('streetAddress', 300, 'street-address', true)}
      <div className="grid items-start gap-4 sm:grid-cols-2">
        {isTaiwan && address?.state && line('state', 120, 'address-level1')}
        {line('description', 300, 'off')}
      </div>
      <FormRefusal>{problem}</FormRefusal>
      <div className="flex flex-wrap justify-end gap-2">
        {onCancel && (
          <Button rank="text" onClick={onCancel}>
            {t('addresses.cancel')}
          </Button>
        )}
        <Button type="submit" rank="second" loading={busy}>
          {t('addresses.save')}
        </Button>
      </div>
    </form>
  )
}

/** Names to choose from while one writes: of states, and of the cities in the one that stands there. In Taiwan they are the county or city, and its districts. */
function useOffered({ country, state, city }: Form): Partial<Record<keyof Form, readonly string[]>> {
  const { data: first } = useQuery(country === '' ? null : states(country))
  const isTaiwan = country === 'TW'
  const chosen = isTaiwan ? city : state
  const { data: second } = useQuery(first?.includes(chosen) ? cities(country, chosen) : null)
  return isTaiwan
    ? { ...(first && { city: first }), ...(second && { district: second }) }
    : { ...(first && { state: first }), ...(second && { city: second }) }
}

function formOf(address: Address | undefined, country: string): Form {
  const { name = '', phone = '', zipCode = '', state = '', city = '', district = '', streetAddress = '', description = '' } = address ?? {}
  return { name, phone, country: address?.country ?? country, zipCode, state, city, district, streetAddress, description }
}

function postalOf({ name, country, zipCode, city, streetAddress, ...optional }: Form, before: Address | undefined): PostalAddress {
  const { ward, streetNumber } = before ?? {}
  const filled = Object.entries(optional).filter(([, text]) => text.trim() !== '')
  return {
    name,
    country,
    zipCode,
    city,
    streetAddress,
    ...Object.fromEntries(filled),
    ...(ward !== undefined && { ward }),
    ...(streetNumber !== undefined && { streetNumber }),
  }
}
