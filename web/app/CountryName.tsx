import { useBoot } from '#web/app/session.tsx'
import { countryName } from '#web/ui/country-name.ts'
import { useIsHydrated } from '#web/ui/hydrated.ts'

/** A country by name, in the reader's language; its code until the page is hydrated. */
export function CountryName({ code }: { code: string }) {
  const { locale } = useBoot()
  const isHydrated = useIsHydrated()
  return isHydrated ? countryName(code, locale) : code
}
