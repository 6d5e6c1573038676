import { useTranslation } from '#web/app/say.ts'
import type { LibraryFile } from '#contract/media/uploads.ts'

/** What a file is called, or what it is where it has no name. */
export function useFileName(): (file: Pick<LibraryFile, 'name' | 'purpose'>) => string {
  const { t } = useTranslation()
  return ({ name, purpose }) => name || t(`library.unnamed.${purpose}`)
}
