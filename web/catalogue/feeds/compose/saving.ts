import { type RefObject, useState } from 'react'
import type { Feed } from '#contract/catalogue/feeds.ts'
import { useAct } from '#web/app/act.ts'
import { useBoot, useSettings } from '#web/app/session.tsx'
import {
  bodyOf,
  clearedOf,
  type Draft,
  type DraftErrors,
  type DraftField,
  type Wrongs,
  wrongs,
} from '#web/catalogue/feeds/compose/draft.ts'
import { type Files, mediaPart } from '#web/catalogue/feeds/compose/lists.ts'
import { fieldFrom } from '#web/app/zoned-time.ts'
import { refused, send } from '#web/catalogue/feeds/compose/sending.ts'
import { useFieldErrors } from '#web/catalogue/works/studio/field-errors.ts'
import { itemsFrom, seed } from '#web/media/uploads/uploads.ts'

export interface Saving {
  errors: DraftErrors
  busy: 'active' | 'inactive' | undefined
  /** What buyers hold the post to, once the server has said so. */
  sold: { media?: true; price?: true }
  /** These fields were changed: what was wrong with them may be right now. */
  changed: (fields: readonly DraftField[]) => void
  save: (status: 'active' | 'inactive') => Promise<void>
}

interface Subject {
  form: RefObject<HTMLFormElement | null>
  list: string
  draft: Draft
  files: Files
  onDraft: (draft: Draft) => void
  before: Feed | undefined
  onSent: (post: Feed, status: 'active' | 'inactive') => void
}

/** From the press to the post: checks here, sends, and puts each no where it belongs. */
export function useSaving({ form, list, draft, files, onDraft, before, onSent }: Subject): Saving {
  const settings = useSettings()
  const { timeZone } = useBoot()
  /** A draft may be unfinished; only what is still on its way would be lost. */
  const countsFor = (status: 'active' | 'inactive'): Wrongs => {
    const found = wrongs(draft, { files, settings, timeZone, now: Date.now(), before })
    const counts = Object.entries(found).filter(
      ([field, wrong]) => status === 'active' || field === 'poll' || (field === 'fileIds' && wrong.key.endsWith('OnItsWay')),
    )
    return Object.fromEntries(counts)
  }
  const [tried, setTried] = useState<'active' | 'inactive'>('active')
  const { errors, tell, judge, changed } = useFieldErrors<DraftField>(form, () => countsFor(tried))
  const main = `${list}${mediaPart(draft.kind) ?? ''}`
  const [sold, setSold] = useState<Saving['sold']>({})

  const sending = useAct(
    (api, _once, status: 'active' | 'inactive') => {
      const { scheduledAt, streamingScheduled, thumbnailId, teaserId, ...rest } = bodyOf(draft, files, timeZone)
      // What stays is not sent again: a schedule that has passed would be refused, a preview would be another one.
      const isRescheduled = !before || draft.scheduledAt !== fieldFrom(before.scheduledAt, timeZone)
      const isStreamMoved = !before || draft.streamingAt !== fieldFrom(before.streamingScheduled, timeZone)
      const body = {
        ...rest,
        ...(scheduledAt && isRescheduled && { scheduledAt }),
        ...(streamingScheduled && isStreamMoved && { streamingScheduled }),
        ...(thumbnailId && files.thumbnail?.id !== 'before' && { thumbnailId }),
        ...(teaserId && files.teaser?.id !== 'before' && { teaserId }),
      }
      // A draft of a sale without a price or a file is kept as a free one, which has no price.
      const isUnfinishedSale = status === 'inactive' && draft.isSale === 'ppv' && (body.price === undefined || files.media.length === 0)
      const cleared = before ? clearedOf(draft, files, before) : {}
      const { price: _, ...unpriced } = body
      const sent = isUnfinishedSale ? { ...unpriced, isSale: 'free' as const } : body
      return send(api, { list: main, before, draft, body: sent, cleared, files, timeZone, status })
    },
    {
      refreshes: ['feeds.own', 'feeds.ownOne', 'feeds.one'],
      done: (post, status) => onSent(post, status),
      refused(no) {
        if (no?.code === 'media_is_sold' && before) {
          setSold({ ...sold, media: true })
          seed(main, itemsFrom(before.files))
        }
        if (no?.code === 'price_is_sold' && before) {
          setSold({ ...sold, price: true })
          onDraft({ ...draft, price: String(before.price) })
        }
        const fields = refused(no)
        if (!fields) return
        tell(fields)
        return true
      },
    },
  )
  const save = async (status: 'active' | 'inactive') => {
    if (sending.busy) return
    setTried(status)
    if (!judge(countsFor(status))) return
    await sending.act(status)
  }
  return { errors, busy: sending.during?.[0], sold, changed, save }
}
