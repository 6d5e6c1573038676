import { Download } from 'lucide-react'
import { useTranslation } from '#web/app/say.ts'
import { Button } from '#web/ui/Button.tsx'
import { Sheet } from '#web/ui/Sheet.tsx'

/** `code`: of a link that brings newcomers, which the address carries. */
type QrSheetProps = { profile: { name: string; username: string }; onClose: () => void; code?: string }

/** The way to a profile for a camera, to be shown or to be printed. It is drawn by the server, black on white in both themes: that is what cameras read best. */
export function QrSheet({ profile: { name, username }, onClose, code }: QrSheetProps) {
  const { t } = useTranslation()
  const file = (type: 'png' | 'svg') => `/qr/${username}.${type}${code === undefined ? '' : `?ref=${code}`}`
  return (
    <Sheet
      open
      onOpenChange={onClose}
      title={t('profilePage.qr')}
      lead={`${name} (@${username})`}
      actions={
        <div className="flex w-full gap-3">
          {(['png', 'svg'] as const).map((type) => (
            <Button
              key={type}
              rank="second"
              size="wide"
              icon={<Download className="size-4" />}
              to={file(type)}
              reloadDocument
              download={`${username}.${type}`}
            >
              {t('profilePage.qr.download', { type: type.toUpperCase() })}
            </Button>
          ))}
        </div>
      }
    >
      <img
        src={file('svg')}
        alt={t('profilePage.qr.alt', { name })}
        width={280}
        height={280}
        className="mx-auto aspect-square w-full max-w-70 rounded-2xl bg-white"
      />
    </Sheet>
  )
}
