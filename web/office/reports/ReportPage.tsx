import { useState } from 'react'
import { usePageTitle } from '#web/app/page-title.ts'
import { useTranslation } from '#web/app/say.ts'
import { useAct } from '#web/app/act.ts'
import { MainFrame } from '#web/app/shell/MainFrame.tsx'
import { type Found, found } from '#web/office/reports/found.ts'
import { ReportSheet } from '#web/site/reporting/ReportSheet.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'
import { TextField } from '#web/ui/TextField.tsx'

export const handle = { inClosedCountry: true }

/** For whoever has only a link, and perhaps no account: what it leads to, then the same sheet as everywhere. */
export function Component() {
  const { t } = useTranslation()
  const [link, setLink] = useState('')
  const [about, setAbout] = useState<Found>()
  const [isOpen, setOpen] = useState(false)
  const [wrong, setWrong] = useState<string>()
  const { act, busy } = useAct((api, _once, typed: string) => found(api, typed), {
    noIn: 'screen',
    done(it) {
      if (!it) return setWrong(t('reports.link.wrong'))
      setAbout(it)
      setOpen(true)
    },
    refused: () => {
      setWrong(t('reports.link.wrong'))
      return true
    },
  })
  const title = t('reports.page')
  const search = async () => {
    if (link.trim() === '') return setWrong(t('reports.link.missing'))
    await act(link.trim())
  }
  return (
    <MainFrame place="none" top={{ title, back: '/home' }}>
      <title>{usePageTitle(title)}</title>
      <PageTitle>{title}</PageTitle>
      <Card className="p-4 md:p-6">
        <form
          noValidate
          className="grid gap-4"
          onSubmit={(event) => {
            event.preventDefault()
            void search()
          }}
        >
          <p className="text-15 leading-relaxed! text-muted">{t('reports.page.lead')}</p>
          <TextField
            label={t('reports.link')}
            hint={t('reports.link.hint')}
            inputMode="url"
            autoComplete="off"
            maxLength={500}
            required
            value={link}
            error={wrong}
            onChange={(event) => {
              setLink(event.target.value)
              setWrong(undefined)
            }}
          />
          <Button type="submit" className="justify-self-start" loading={busy}>
            {t('reports.link.go')}
          </Button>
          <p className="text-14 text-muted">{t('reports.page.inside')}</p>
        </form>
      </Card>
      {about && <ReportSheet key={about.id} {...about} open={isOpen} onClose={() => setOpen(false)} />}
    </MainFrame>
  )
}
