import { useState } from 'react'
import { useAct } from '#web/app/act.ts'
import { useTranslation } from '#web/app/say.ts'
import { Prose } from '#web/site/pages/Prose.tsx'
import { Button } from '#web/ui/Button.tsx'
import { FormRefusal } from '#web/ui/FormRefusal.tsx'

/** As readers would get it: made and cleaned by the server, as theirs is. */
export function Preview({ content, lang }: { content: string; lang: string }) {
  const { t } = useTranslation()
  const [made, setMade] = useState<{ of: string; html: string }>()
  const { act, busy, problem } = useAct((api, _once, text: string) => api.pages.preview({ content: text }), {
    noIn: 'screen',
    done: (answer, text) => setMade({ of: text, html: answer.html }),
  })
  // What was written since is not what it shows.
  const html = made?.of === content ? made.html : undefined
  return (
    <div className="grid gap-3">
      <Button
        rank="second"
        size="sm"
        className="justify-self-start"
        loading={busy}
        onClick={() => (html === undefined ? void act(content) : setMade(undefined))}
      >
        {t(html === undefined ? 'officePages.preview' : 'officePages.hidePreview')}
      </Button>
      {problem && <FormRefusal>{problem}</FormRefusal>}
      {html !== undefined && (
        <section aria-label={t('officePages.preview')} className="rounded-tile p-4 ring-1 ring-line md:p-6">
          {html === '' ? <p className="text-muted">{t('officePages.preview.empty')}</p> : <Prose html={html} lang={lang} />}
        </section>
      )}
    </div>
  )
}
