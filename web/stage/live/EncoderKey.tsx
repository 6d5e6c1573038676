import { Copy } from 'lucide-react'
import { useState } from 'react'
import type { StreamProfile } from '#contract/stage/live.ts'
import { useAct } from '#web/app/act.ts'
import { useTranslation } from '#web/app/say.ts'
import { useBoot, useNow } from '#web/app/session.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { writeRelative } from '#web/ui/relative-time.ts'
import { useToast } from '#web/ui/Toast.tsx'
import { useSpeech } from '#web/ui/UiWords.tsx'

/** For OBS and its like: where they send, and the key that they show. It is told once, and replaced by another. */
export function EncoderKey({ profile: { keyMadeAt, whipUrl, takesEncoders } }: { profile: StreamProfile }) {
  const { t } = useTranslation()
  const now = useNow()
  const { locale } = useSpeech()
  const { timeZone } = useBoot()
  const [key, setKey] = useState<string>()
  const [asks, setAsks] = useState(false)
  const renew = useAct((api) => api.live.renewKey({}), {
    refreshes: ['live.profile'],
    done: (made) => {
      setKey(made.key)
      setAsks(false)
    },
  })
  if (!takesEncoders)
    return (
      <Panel title={t('live.key.title')}>
        <p className="text-14 text-muted">{t('live.key.none')}</p>
      </Panel>
    )
  return (
    <Panel title={t('live.key.title')}>
      <div className="grid gap-3">
        <p className="text-14 text-muted">{t('live.key.lead')}</p>
        <Copyable label={t('live.key.url')} text={whipUrl} />
        {key ? (
          <Copyable label={t('live.key.shown')} text={key} />
        ) : (
          keyMadeAt && (
            <p className="text-13 text-muted">
              {t('live.key.made', { when: writeRelative(Date.parse(keyMadeAt), now, locale, timeZone) })}
            </p>
          )
        )}
        <Button
          size="sm"
          rank="second"
          loading={renew.busy}
          className="justify-self-start"
          onClick={() => (keyMadeAt ? setAsks(true) : void renew.act())}
        >
          {t(keyMadeAt ? 'live.key.renew' : 'live.key.make')}
        </Button>
      </div>
      <ConfirmDialog
        open={asks}
        onOpenChange={setAsks}
        title={t('live.key.renew.title')}
        confirm={t('live.key.renew')}
        cancel={t('live.key.renew.cancel')}
        onConfirm={() => void renew.act()}
        loading={renew.busy}
      >
        {t('live.key.renew.lead')}
      </ConfirmDialog>
    </Panel>
  )
}

function Copyable({ label, text }: { label: string; text: string }) {
  const { t } = useTranslation()
  const toast = useToast()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      toast.show(t('live.key.copied'))
    } catch {
      // It stands there to be marked by hand.
    }
  }
  return (
    <div className="flex items-center gap-2 rounded-control bg-well py-1 pe-1 ps-3">
      <p className="min-w-0 flex-1">
        <span className="block text-13 text-muted">{label}</span>
        <code className="block text-14 break-all select-all">{text}</code>
      </p>
      <IconButton label={`${t('live.key.copy')} ${label}`} onClick={() => void copy()}>
        <Copy />
      </IconButton>
    </div>
  )
}
