import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Feed } from '#contract/catalogue/feeds.ts'
import { Refused } from '#contract/client.ts'
import type { OwnProfile } from '#contract/windows/me.ts'
import { sentenceOf } from '#web/app/api.ts'
import { refresh } from '#web/app/query.ts'
import { useApi, useBoot, useSettings } from '#web/app/session.tsx'
import { AudiencePanel } from '#web/catalogue/feeds/compose/AudiencePanel.tsx'
import {
  bodyOf,
  clearedOf,
  type Draft,
  type DraftErrors,
  type DraftField,
  mostLetters,
  wrongs,
} from '#web/catalogue/feeds/compose/draft.ts'
import { fieldFrom } from '#web/catalogue/feeds/compose/moments.ts'
import { MorePanel } from '#web/catalogue/feeds/compose/MorePanel.tsx'
import { PhotosPanel, useAddPhotos } from '#web/catalogue/feeds/compose/PhotosPanel.tsx'
import { errorsFrom, send } from '#web/catalogue/feeds/compose/sending.ts'
import { StrangerPreview } from '#web/catalogue/feeds/compose/StrangerPreview.tsx'
import { isOnItsWay, photosFrom, seed, useUploads } from '#web/catalogue/feeds/compose/uploads.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Columns } from '#web/ui/layout/Columns.tsx'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { useToast } from '#web/ui/Toast.tsx'

type ComposerFormProps = {
  title: string
  /** The name of this post's uploads: they outlive the page. */
  list: string
  draft: Draft
  onDraft: (draft: Draft) => void
  profile: OwnProfile
  /** The post that is edited. */
  before?: Feed | undefined
  /** At the left of the buttons: when the draft was kept, or where the post stands. */
  note?: React.ReactNode
  onSent: (post: Feed, status: 'active' | 'inactive') => void
}

/** Writing a post, new or again. Photos go up meanwhile; the right side shows what a stranger will see. */
export function ComposerForm({ title, list, draft, onDraft, profile, before, note, onSent }: ComposerFormProps) {
  const { t } = useTranslation()
  const api = useApi()
  const toast = useToast()
  const settings = useSettings()
  const { timeZone } = useBoot()
  const thumbnailList = `${list}:thumbnail`
  const photos = useUploads(list)
  const thumbnail = useUploads(thumbnailList)
  const addPhotos = useAddPhotos(list, photos)
  const form = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<DraftErrors>({})
  const [busy, setBusy] = useState<'active' | 'inactive'>()
  const [sold, setSold] = useState<{ media?: true; price?: true }>({})
  const isPublished = before !== undefined && before.status !== 'inactive'
  const isTextForGood = isPublished && before.type === 'text'

  const change = (part: Partial<Draft>) => {
    onDraft({ ...draft, ...part })
    const cleared = Object.keys(part) as DraftField[]
    if (cleared.some((field) => errors[field]))
      setErrors(Object.fromEntries(Object.entries(errors).filter(([field]) => !cleared.includes(field as DraftField))))
  }

  // Words go to the field that they are about, and so does the eye.
  const [look, setLook] = useState(0)
  useEffect(() => {
    if (look > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-error]')?.focus()
  }, [look])
  const tell = (found: DraftErrors) => {
    setErrors(found)
    setLook((count) => count + 1)
  }

  const save = async (status: 'active' | 'inactive') => {
    if (busy) return
    const found = wrongs(draft, { photos, settings, timeZone, now: Date.now(), before })
    // A draft may be unfinished; only what is still on its way would be lost.
    const counts = Object.entries(found).filter(
      ([field, wrong]) => status === 'active' || (field === 'fileIds' && wrong.key === 'wrong.photoOnItsWay'),
    )
    if (counts.length > 0)
      return tell(Object.fromEntries(counts.map(([field, wrong]) => [field, t(`composer.${wrong.key}`, wrong.facts ?? {})])))
    setErrors({})
    setBusy(status)
    try {
      const { scheduledAt, thumbnailId, ...rest } = bodyOf(draft, photos, thumbnail[0], timeZone)
      // What stays is not sent again: a schedule that has passed would be refused, a preview would be another one.
      const isRescheduled = !before || draft.scheduledAt !== fieldFrom(before.scheduledAt, timeZone)
      const body = {
        ...rest,
        ...(scheduledAt && isRescheduled && { scheduledAt }),
        ...(thumbnailId && thumbnail[0]?.id !== 'before' && { thumbnailId }),
      }
      const isUnfinishedSale = status === 'inactive' && draft.isSale === 'ppv' && (body.price === undefined || photos.length === 0)
      const cleared = before ? clearedOf(draft, thumbnail[0], before) : {}
      const post = await send(api, { list, before, body: isUnfinishedSale ? { ...body, isSale: 'free' } : body, cleared, photos, status })
      await refresh('feeds.own', 'feeds.ownOne', 'feeds.one')
      setBusy(undefined)
      onSent(post, status)
    } catch (error) {
      setBusy(undefined)
      if (error instanceof Refused && error.code === 'media_is_sold' && before) {
        setSold({ ...sold, media: true })
        seed(list, photosFrom(before.files))
      }
      if (error instanceof Refused && error.code === 'price_is_sold' && before) {
        setSold({ ...sold, price: true })
        onDraft({ ...draft, price: String(before.price) })
      }
      const fields = errorsFrom(error)
      if (fields) tell(fields)
      else toast.show(sentenceOf(error, t('shell.tryLater')), { failed: true })
    }
  }

  const act = isPublished ? 'composer.save' : draft.scheduledAt ? 'composer.scheduleIt' : 'composer.publish'
  return (
    <form
      ref={form}
      noValidate
      aria-busy={busy !== undefined}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void save('active')
      }}
      onPaste={(event) => {
        const pasted = [...event.clipboardData.files]
        // The grid takes its own; here only what falls elsewhere, into the words for one.
        if (pasted.length === 0 || isTextForGood || sold.media || event.defaultPrevented || (event.target as Element).closest('ul')) return
        event.preventDefault()
        addPhotos(pasted)
      }}
    >
      <PageTitle
        aside={
          <>
            <span aria-live="polite" className="num text-13 max-lg:hidden">
              {note}
            </span>
            {!isPublished && (
              <Button rank="second" className="max-md:my-2" loading={busy === 'inactive'} onClick={() => void save('inactive')}>
                {t('composer.keepDraft')}
              </Button>
            )}
            {/* Beside the rail's blue button the saving of an edit takes the second rank. */}
            <Button type="submit" className="max-md:my-2" rank={before ? 'inverse' : 'primary'} loading={busy === 'active'}>
              {t(act)}
            </Button>
          </>
        }
      >
        {title}
      </PageTitle>
      <Columns
        className="max-md:mt-2"
        side={
          <StrangerPreview draft={draft} photos={photos} thumbnail={draft.isSale === 'free' ? undefined : thumbnail[0]} profile={profile} />
        }
      >
        <Card
          className="p-4 md:p-5"
          onDragOver={(event) => event.preventDefault()}
          onDrop={(event) => {
            if (event.dataTransfer.files.length === 0 || isTextForGood || sold.media) return
            event.preventDefault()
            addPhotos([...event.dataTransfer.files])
          }}
        >
          <TextArea
            look="bare"
            hideLabel
            label={t('composer.text')}
            placeholder={t('composer.text.placeholder')}
            rows={4}
            maxLetters={mostLetters}
            value={draft.text}
            error={errors.text}
            onChange={(event) => change({ text: event.target.value })}
          />
        </Card>
        {isTextForGood ? (
          <p className="text-13 text-muted max-md:px-4">{t('composer.textForGood')}</p>
        ) : (
          <PhotosPanel
            list={list}
            photos={photos}
            error={errors.fileIds}
            locked={sold.media && t('composer.mediaSold')}
            hint={photos.some(isOnItsWay) ? undefined : t('composer.drop')}
          />
        )}
        <AudiencePanel
          draft={draft}
          onChange={change}
          errors={errors}
          commission={profile.commission}
          priceCap={sold.price && before?.price}
        />
        <MorePanel draft={draft} onChange={change} errors={errors} thumbnailList={thumbnailList} thumbnail={thumbnail} />
        {note && <p className="num px-4 text-13 text-muted lg:hidden">{note}</p>}
      </Columns>
    </form>
  )
}
