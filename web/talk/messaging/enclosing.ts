// What is about to be sent with a message: its files live in the list of its conversation (web/media/uploads), so that they go on while their
// sender reads something else.
import { mostFiles } from '#contract/talk/limits.ts'
import type { Api, CallOptions } from '#contract/client.ts'
import type { UploadedFile } from '#contract/media/uploads.ts'
import type { PublicSettings } from '#contract/site/settings.ts'
import { useTranslation } from '#web/app/say.ts'
import { useApi, useMember } from '#web/app/session.tsx'
import { amountIn } from '#web/app/typed-amount.ts'
import { purposeOf } from '#web/media/uploads/purposes.ts'
import { addFiles, isOnItsWay, itemsOf, type MediaItem, type UploadPurpose } from '#web/media/uploads/uploads.ts'
import type { Enclosed } from '#web/talk/messaging/outbox.ts'
import { useToast } from '#web/ui/Toast.tsx'

export const listOf = (conversationId: string) => `message:${conversationId}`

/** A fan has no library: what they send goes up by the rows of messages, and in pieces where it is large. */
function sendForMessage(api: Api, purpose: UploadPurpose, file: File, options: CallOptions): Promise<UploadedFile> {
  if (purpose === 'video') return api.messaging.uploadOpenVideo({ file }, options)
  return purpose === 'audio' ? api.messaging.uploadOpenAudio({ file }, options) : api.messaging.uploadOpenPhoto({ file }, options)
}

/** A price as it was typed, within what the site allows. */
export function isWithin(typed: string, { minimumItemPrice, maximumItemPrice }: Bounds): boolean {
  const price = amountIn(typed)
  return price !== undefined && price >= minimumItemPrice && price <= maximumItemPrice
}

type Bounds = Pick<PublicSettings, 'minimumItemPrice' | 'maximumItemPrice'>

/** Takes what was chosen, dropped or pasted, as much as there is room for; says so when something stays out. */
export function useEnclose(conversationId: string): (files: readonly File[]) => void {
  const { t } = useTranslation()
  const api = useApi()
  const toast = useToast()
  const { isPerformer } = useMember()
  const list = listOf(conversationId)
  return (files) => {
    const known = files.flatMap((file) => {
      const purpose = purposeOf(file)
      return purpose ? [{ file, purpose }] : []
    })
    const room = mostFiles - itemsOf(list).length
    if (known.length > room) toast.show(t('messages.attach.noRoom', { count: mostFiles }))
    else if (known.length < files.length) toast.show(t('messages.attach.only'))
    for (const { file, purpose } of known.slice(0, Math.max(0, room)))
      addFiles(list, [file], { purpose, api, failedWord: t('messages.attach.failed'), ...(!isPerformer && { whole: sendForMessage }) })
  }
}

/** What goes with the message, once all of it is there: a film may still be processed. */
export function enclosedFrom(items: readonly MediaItem[], sale: Pick<Enclosed, 'price' | 'previewId'> | undefined): Enclosed | undefined {
  const fileIds = items.flatMap(({ fileId, state }) => (fileId && state !== 'failed' ? fileId : []))
  if (items.length === 0 || fileIds.length < items.length || items.some(isOnItsWay)) return undefined
  const count = (purpose: UploadPurpose) => items.filter((item) => item.purpose === purpose).length
  const preview = sale?.previewId !== undefined && fileIds.length > 1 && fileIds.includes(sale.previewId) ? sale.previewId : undefined
  return {
    fileIds,
    inside: { photos: count('photo'), videos: count('video'), audios: count('audio') },
    ...(sale?.price !== undefined && { price: sale.price, ...(preview !== undefined && { previewId: preview }) }),
  }
}
