import { Copy, Download, Printer } from 'lucide-react'
import { useTranslation } from '#web/app/say.ts'
import { useSettings } from '#web/app/session.tsx'
import { Button } from '#web/ui/Button.tsx'
import { useToast } from '#web/ui/Toast.tsx'

/** Shown once, to be kept somewhere else. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const { t } = useTranslation()
  const { siteName } = useSettings()
  const toast = useToast()
  const text = codes.join('\n')
  const copy = () => void navigator.clipboard.writeText(text).then(() => toast.show(t('mysettings.security.copied')))
  const save = () => {
    const link = document.createElement('a')
    link.href = URL.createObjectURL(new Blob([`${siteName}\n\n${text}\n`], { type: 'text/plain' }))
    link.download = 'recovery-codes.txt'
    link.click()
    URL.revokeObjectURL(link.href)
  }
  return (
    <div className="grid gap-4">
      <p className="text-15 leading-relaxed! text-muted">{t('mysettings.security.codes.lead')}</p>
      <ul className="grid gap-x-6 gap-y-1 rounded-control bg-well px-4 py-3 sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>
            <code className="text-15">{code}</code>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2 print:hidden">
        <Button rank="second" size="sm" icon={<Copy className="size-4" />} onClick={copy}>
          {t('mysettings.security.copy')}
        </Button>
        <Button rank="second" size="sm" icon={<Download className="size-4" />} onClick={save}>
          {t('mysettings.security.save')}
        </Button>
        <Button rank="second" size="sm" icon={<Printer className="size-4" />} onClick={() => window.print()}>
          {t('mysettings.security.print')}
        </Button>
        <Button size="sm" onClick={onKept}>
          {t('mysettings.security.kept')}
        </Button>
      </div>
    </div>
  )
}
