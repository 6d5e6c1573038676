import { useTranslation } from '#web/app/say.ts'
import type { Fields } from '#web/app/form-act.ts'
import { AgreeToTerms } from '#web/people/accounts/AgreeToTerms.tsx'
import type { Application } from '#web/people/identity/application.ts'
import { DocumentPicker } from '#web/people/identity/DocumentPicker.tsx'
import { PersonStep } from '#web/people/identity/PersonStep.tsx'
import { Checkbox } from '#web/ui/Checkbox.tsx'

type ApplicationStepsProps = {
  fields: Fields<Application>
  /** 0 to 100 while the application travels. */
  percent: number | undefined
  /** Whoever is signed in has an address and a password, and perhaps a birth date on file. */
  isSignedIn?: boolean
  knowsBirthDate?: boolean
}

/** What somebody says, shows and agrees to in order to perform: the same whether they have an account or not. */
export function ApplicationSteps({ fields, percent, isSignedIn = false, knowsBirthDate = false }: ApplicationStepsProps) {
  const { t } = useTranslation()
  const { chosen, ticked } = fields
  return (
    <>
      <Step place={1} title={t('apply.person')}>
        <PersonStep fields={fields} isSignedIn={isSignedIn} knowsBirthDate={knowsBirthDate} />
      </Step>
      <Step place={2} title={t('apply.documents')} lead={t('apply.documents.lead')}>
        {(['idVerification', 'documentVerification'] as const).map((kind) => (
          <DocumentPicker
            key={kind}
            label={t(`apply.${kind}`)}
            hint={t(`apply.${kind}.hint`)}
            percent={percent}
            {...chosen(kind, { validate: (file) => file !== null || t('apply.document.missing') })}
          />
        ))}
      </Step>
      <Step place={3} title={t('apply.agreement')}>
        <ul className="grid gap-2 rounded-control bg-well px-4 py-3 text-14 leading-relaxed! text-muted">
          {(['own', 'adults', 'consent', 'fee'] as const).map((point) => (
            <li key={point}>{t(`apply.agreement.${point}`)}</li>
          ))}
        </ul>
        <Checkbox
          label={t('apply.agreement.agree')}
          {...ticked('agreement', { validate: (agreed) => agreed || t('apply.agreement.missing') })}
        />
        <AgreeToTerms {...ticked('accepted', { validate: (accepted) => accepted || t('auth.terms.missing') })} />
      </Step>
    </>
  )
}

function Step({ place, title, lead, children }: { place: number; title: string; lead?: string; children: React.ReactNode }) {
  return (
    <section className="grid gap-4">
      <div className="grid gap-1">
        <h2 className="flex items-center gap-3 text-18">
          <Figure>{place}</Figure>
          {title}
        </h2>
        {lead && <p className="text-14 leading-relaxed! text-muted">{lead}</p>}
      </div>
      {children}
    </section>
  )
}

export function Figure({ children }: { children: React.ReactNode }) {
  return <span className="num grid size-6 flex-none place-items-center rounded-full bg-chosen text-13 font-semibold">{children}</span>
}
