import { inLocale } from '#contract/locales.ts'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useAct } from '#web/app/act.ts'
import { useTranslation } from '#web/app/say.ts'
import { useSettings } from '#web/app/session.tsx'
import type { WrittenPage } from '#web/site/pages/queries.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { useSpeech } from '#web/ui/UiWords.tsx'

/** Asks first. Where it takes the terms away, it asks which version the built-in ones are from then on. */
export function DeletePage({ page }: { page: WrittenPage }) {
  const { t } = useTranslation()
  const { locale } = useSpeech()
  const { termsVersion } = useSettings()
  const navigate = useNavigate()
  const [isAsked, ask] = useState(false)
  const [version, setVersion] = useState(termsVersion)
  const { texts, slug } = page
  const isTerms = slug === 'terms' && Object.values(texts).some(({ state }) => state !== 'draft')
  const { act, busy } = useAct(
    (api, _once, said: string | undefined) => api.pages.remove({ id: page._id, ...(said !== undefined && { termsVersion: said }) }),
    { refreshes: ['pages.all'], said: ({ message }) => message, done: () => navigate('/admin/pages') },
  )
  return (
    <>
      <Button rank="second" size="sm" icon={<Trash2 className="size-4" />} onClick={() => ask(true)}>
        {t('officePages.delete')}
      </Button>
      <ConfirmDialog
        danger
        open={isAsked}
        onOpenChange={ask}
        title={t('officePages.delete.title', { title: inLocale(texts, locale)?.title ?? slug })}
        confirm={t('officePages.delete')}
        cancel={t('officePages.delete.keep')}
        loading={busy}
        onConfirm={() => void act(isTerms ? version.trim() : undefined)}
      >
        {t('officePages.delete.lead')}
        {isTerms && (
          <TextField
            className="mt-4 text-text"
            label={t('officePages.delete.terms')}
            maxLength={40}
            value={version}
            onChange={(event) => setVersion(event.target.value)}
          />
        )}
      </ConfirmDialog>
    </>
  )
}
