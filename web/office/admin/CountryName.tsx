import { useBoot } from '#web/app/session.tsx'
import { useIsAlive } from '#web/ui/alive.ts'

/** A country by name, in the reader's language; its code until the page is alive. */
export function CountryName({ code }: { code: string }) {
  const { locale } = useBoot()
  const alive = useIsAlive()
  return alive ? (new Intl.DisplayNames([locale], { type: 'region', fallback: 'code' }).of(code) ?? code) : code
}
