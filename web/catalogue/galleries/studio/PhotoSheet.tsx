import { Check } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import { nothingSaid, type Said } from '#web/catalogue/galleries/studio/draft.ts'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { Sheet } from '#web/ui/Sheet.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { TextField } from '#web/ui/TextField.tsx'

type PhotoSheetProps = {
  picture: string | undefined
  said: Said | undefined
  isCover: boolean
  /** Somebody bought it: it cannot be hidden. */
  isSold: boolean
  onClose: () => void
  onSay: (said: Said) => void
  onCover: () => void
}

/** What is said of one photo, whether it is shown, and whether it stands for the gallery. It is kept when the gallery is saved. */
export function PhotoSheet({ picture, said = nothingSaid, isCover, isSold, onClose, onSay, onCover }: PhotoSheetProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(true)
  const close = () => {
    setOpen(false)
    // It leaves calmly before it is gone.
    setTimeout(onClose, 250)
  }
  return (
    <Sheet
      open={open}
      onOpenChange={(next) => !next && close()}
      title={t('galleryStudio.sheet.title')}
      lead={t('galleryStudio.sheet.caption.hint')}
      picture={picture && <img src={picture} alt="" className="size-20 flex-none rounded-tile bg-well object-cover" />}
      actions={
        <Button size="wide" rank="second" onClick={close}>
          {t('galleryStudio.sheet.done')}
        </Button>
      }
    >
      <div className="grid gap-4">
        <TextField
          label={t('galleryStudio.sheet.caption')}
          maxLength={200}
          value={said.title}
          onChange={(event) => onSay({ ...said, title: event.target.value })}
        />
        <TextArea
          label={t('galleryStudio.sheet.description')}
          rows={3}
          maxLetters={2000}
          value={said.description}
          onChange={(event) => onSay({ ...said, description: event.target.value })}
        />
        {!isSold && (
          <div>
            <Checkbox label={t('galleryStudio.sheet.hide')} checked={said.isHidden} onChange={(isHidden) => onSay({ ...said, isHidden })} />
            <p className="mt-1 text-13 text-muted">{t('galleryStudio.sheet.hide.note')}</p>
          </div>
        )}
        {isCover ? (
          <p className="flex items-center gap-2 text-14 text-muted">
            <Check aria-hidden="true" className="size-4" />
            {t('galleryStudio.sheet.isCover')}
          </p>
        ) : (
          !said.isHidden && (
            <Button rank="second" size="sm" className="justify-self-start" onClick={onCover}>
              {t('galleryStudio.sheet.cover')}
            </Button>
          )
        )}
      </div>
    </Sheet>
  )
}
