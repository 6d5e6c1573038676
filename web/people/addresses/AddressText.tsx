import { countryName } from '#web/ui/country-name.ts'
import { useIsHydrated } from '#web/ui/hydrated.ts'
import type { PostalAddress } from '#contract/people/addresses.ts'
import { useSpeech } from '#web/ui/UiWords.tsx'

/** Where the largest part is written first. */
const largestFirst: ReadonlySet<string> = new Set(['TW', 'HK', 'MO', 'CN', 'JP', 'KR'])

/** An address as it is written where it lies: from the large to the small, or the other way round. */
export function linesOf(address: PostalAddress): string[] {
  const { country, state, city, district, ward, streetNumber, streetAddress, zipCode } = address
  if (largestFirst.has(country))
    return [
      [zipCode, [state, city, district, ward].filter(Boolean).join('')].join(' '),
      [streetAddress, streetNumber].filter(Boolean).join(' '),
    ]
  return [
    [streetNumber, streetAddress].filter(Boolean).join(' '),
    [ward, district, city].filter(Boolean).join(', '),
    [state, zipCode].filter(Boolean).join(' '),
  ]
}

/** In the middle of a list, one line of it is enough. */
export function shortOf(address: PostalAddress): string {
  return linesOf(address)
    .filter(Boolean)
    .join(largestFirst.has(address.country) ? ' ' : ', ')
}

/** A label: who, where, how to reach them. */
export function AddressText({ address }: { address: PostalAddress }) {
  const country = useCountryName(address.country)
  return (
    <address className="text-15 leading-relaxed! not-italic">
      <span className="block font-semibold">{address.name}</span>
      {linesOf(address)
        .filter(Boolean)
        .map((line) => (
          <span key={line} className="block break-words">
            {line}
          </span>
        ))}
      <span className="block text-muted">{country}</span>
      {address.phone && <span className="num block text-muted">{address.phone}</span>}
      {address.description && <span className="mt-1 block text-14 text-muted">{address.description}</span>}
    </address>
  )
}

/** The code until the page is hydrated: server and browser may carry other editions of the names. */
function useCountryName(code: string): string {
  const { locale } = useSpeech()
  const isHydrated = useIsHydrated()
  return isHydrated ? countryName(code, locale) : code
}
