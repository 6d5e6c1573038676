import { fansName } from '#contract/talk/campaign-names.ts'
import { useTranslation } from '#web/app/say.ts'

/** A text that goes to many: as it is written, as it travels, and as one of them reads it. */
export function useNamedText() {
  const { t } = useTranslation()
  const token = t('messages.name.token')
  return {
    token,
    toWrite: (text: string) => text.replaceAll(fansName, () => token),
    toSend: (text: string) => text.replaceAll(token, () => fansName).trim(),
    toRead: (text: string, name: string) => text.replaceAll(fansName, () => name).replaceAll(token, () => name),
  }
}
