import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import { findUnfinished, forgetUnfinished, type Unfinished } from '#web/media/uploads/unfinished.ts'
import { sizeOf } from '#web/media/uploads/sizes.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Panel } from '#web/ui/Panel.tsx'

/** What a reload cut off. Picking the same file goes on where it stopped; anything that goes up now leaves the list. */
export function UnfinishedPanel({ going, onPick }: { going: number; onPick: () => void }) {
  const { t } = useTranslation()
  const [found, setFound] = useState<Unfinished[]>([])
  useEffect(() => {
    if (going > 0) return
    void findUnfinished().then(setFound, () => {})
  }, [going])
  if (found.length === 0 || going > 0) return null
  return (
    <Panel
      title={t('uploads.unfinished')}
      action={
        <button type="button" onClick={onPick} className="touch relative text-14 font-semibold text-link hover:underline">
          {t('uploads.unfinished.pick')}
        </button>
      }
    >
      <p className="text-13 text-muted">{t('uploads.unfinished.hint')}</p>
      <ul className="mt-1">
        {found.map(({ key, name, bytes }) => (
          <li key={key} className="flex min-h-12 items-center gap-3">
            <span className="min-w-0 flex-1 truncate text-14">{name || t('uploads.unnamed')}</span>
            <span className="num text-13 text-muted">{sizeOf(bytes)}</span>
            <IconButton
              label={t('uploads.unfinished.forget', { name })}
              onClick={() => void forgetUnfinished(key).then(() => setFound(found.filter((other) => other.key !== key)))}
            >
              <X />
            </IconButton>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
