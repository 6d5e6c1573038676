import { useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import { LibraryPicker } from '#web/media/library/LibraryPicker.tsx'
import { itemsFrom, itemsOf, seed } from '#web/media/uploads/uploads.ts'
import { mostFiles } from '#contract/talk/limits.ts'
import { Segmented } from '#web/ui/Segmented.tsx'

type FromLibraryProps = { list: string; open: boolean; onOpenChange: (open: boolean) => void }

const purposes = ['photo', 'video', 'audio'] as const

/** What a creator has already: sent again without going up again. */
export function FromLibrary({ list, open, onOpenChange }: FromLibraryProps) {
  const { t } = useTranslation()
  const [purpose, setPurpose] = useState<(typeof purposes)[number]>('photo')
  const there = itemsOf(list)
  return (
    <LibraryPicker
      key={purpose}
      purpose={purpose}
      room={mostFiles - there.length}
      taken={there.flatMap(({ fileId }) => fileId ?? [])}
      open={open}
      onOpenChange={onOpenChange}
      onPick={(files) => seed(list, [...itemsOf(list), ...itemsFrom(files)])}
      above={
        <Segmented
          label={t('messages.attach.kinds')}
          options={purposes.map((value) => ({ value, label: t(`messages.attach.kind.${value}`) }))}
          value={purpose}
          onChange={setPurpose}
          width="wide"
        />
      }
    />
  )
}
