import { type RefObject, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Gallery } from '#contract/catalogue/galleries.ts'
import { sentenceOf } from '#web/app/api.ts'
import { refresh } from '#web/app/query.ts'
import { useApi, useBoot, useSettings } from '#web/app/session.tsx'
import { bodyOf, type GalleryDraft, type GalleryErrors, wrongs } from '#web/catalogue/galleries/studio/draft.ts'
import { errorsFrom, send } from '#web/catalogue/galleries/studio/sending.ts'
import type { MediaItem } from '#web/media/uploads/uploads.ts'
import { useToast } from '#web/ui/Toast.tsx'

interface Subject {
  form: RefObject<HTMLFormElement | null>
  draft: GalleryDraft
  photos: readonly MediaItem[]
  thumbnail: MediaItem | undefined
  before: Gallery | undefined
  onSent: (gallery: Gallery) => void
}

interface Saving {
  errors: GalleryErrors
  busy: 'active' | 'inactive' | undefined
  /** These fields were changed: what was wrong with them may be right now. */
  changed: (fields: readonly string[]) => void
  save: (status: 'active' | 'inactive') => Promise<void>
}

/** From the press to the gallery: checks here, sends, and puts each no where it belongs. */
export function useSaving({ form, draft, photos, thumbnail, before, onSent }: Subject): Saving {
  const { t } = useTranslation()
  const api = useApi()
  const toast = useToast()
  const settings = useSettings()
  const { timeZone } = useBoot()
  const [errors, setErrors] = useState<GalleryErrors>({})
  const [busy, setBusy] = useState<'active' | 'inactive'>()
  // Words go to the field that they are about, and so does the eye.
  const [look, setLook] = useState(0)
  useEffect(() => {
    if (look > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-error]')?.focus()
  }, [form, look])
  const tell = (found: GalleryErrors) => {
    setErrors(found)
    setLook((count) => count + 1)
  }
  return {
    errors,
    busy,
    changed(fields) {
      if (fields.some((field) => field in errors))
        setErrors(Object.fromEntries(Object.entries(errors).filter(([field]) => !fields.includes(field))))
    },
    async save(status) {
      if (busy) return
      const checks = { photos, settings, timeZone, now: Date.now(), before }
      const found = Object.entries(wrongs(draft, status, checks))
      if (found.length > 0) return tell(Object.fromEntries(found.map(([field, { key, facts }]) => [field, t(key, facts ?? {})])))
      setErrors({})
      setBusy(status)
      try {
        const preview = thumbnail?.id === 'before' ? undefined : thumbnail
        const body = bodyOf(draft, status, checks, preview)
        const { thumbnailId, ...rest } = body
        // The preview that was there is still there.
        const sent = thumbnail?.id === 'before' || thumbnailId === undefined ? rest : body
        const gallery = await send(api, { draft, body: sent, before })
        await refresh('galleries.own', 'galleries.ownOne', 'galleries.one')
        setBusy(undefined)
        onSent(gallery)
      } catch (error) {
        setBusy(undefined)
        const fields = errorsFrom(error)
        if (fields) tell(fields)
        else toast.show(sentenceOf(error, t('shell.tryLater')), { failed: true })
      }
    },
  }
}
