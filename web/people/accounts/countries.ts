// Countries for a form: ISO 3166-1 alpha-2 codes, named and sorted in the reader's language by the browser.
import { useMemo } from 'react'
import { countryName } from '#web/ui/country-name.ts'
import { useIsHydrated } from '#web/ui/hydrated.ts'
import { useBoot } from '#web/app/session.tsx'

const codes =
  `AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW
  CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO
  IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ
  NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY
  SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW`.split(/\s+/)

/** Most people here; they come before the alphabet. */
const nearest = ['TW', 'HK', 'MO', 'SG', 'MY', 'JP', 'US']

/** Codes in place of names, for the server's markup and the first render over it. */
const unnamed = codes.map((value) => ({ value, label: value }))

/**
 * Options for a Select. Until the page is hydrated the codes stand for the names, because server and browser may carry other
 * editions of the names and the page would not match.
 */
export function useCountryOptions(): { value: string; label: string }[] {
  const { locale } = useBoot()
  const isHydrated = useIsHydrated()
  return useMemo(() => (isHydrated ? named(locale) : unnamed), [isHydrated, locale])
}

function named(locale: string): { value: string; label: string }[] {
  const order = new Intl.Collator(locale)
  const all = codes.map((value) => ({ value, label: countryName(value, locale) })).sort((a, b) => order.compare(a.label, b.label))
  return [...nearest.flatMap((code) => all.filter(({ value }) => value === code)), ...all.filter(({ value }) => !nearest.includes(value))]
}
