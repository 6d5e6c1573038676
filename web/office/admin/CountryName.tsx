import { useBoot } from '#web/app/session.tsx'
import { useAlive } from '#web/people/profiles/PersonPanel.tsx'

/** A country by name, in the reader's language; its code until the page is alive. */
export function CountryName({ code }: { code: string }) {
  const { locale } = useBoot()
  const alive = useAlive()
  return alive ? (new Intl.DisplayNames([locale], { type: 'region', fallback: 'code' }).of(code) ?? code) : code
}
