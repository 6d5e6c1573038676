import { Flag } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import {
  reasonsFor,
  signedReasons,
  namelessReasons,
  urgentReasons,
  type ReportReason,
  type ReportTarget,
} from '#contract/office/report-names.ts'
import type { ReplyTo } from '#contract/client.ts'
import { useFields, useFormAct } from '#web/app/form-act.ts'
import { useTranslation } from '#web/app/say.ts'
import { useMe, useNow } from '#web/app/session.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { FormRefusal } from '#web/ui/FormRefusal.tsx'
import { FormSheet } from '#web/ui/FormSheet.tsx'
import { RadioCards } from '#web/ui/RadioCards.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { Sheet } from '#web/ui/Sheet.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { TextField } from '#web/ui/TextField.tsx'

export type ReportSheetProps = {
  target: ReportTarget
  id: string
  open: boolean
  onClose: () => void
  /** What else can be done at once, under the receipt: muting, blocking. */
  after?: ReactNode
}

type Receipt = ReplyTo<'reports.send'>

/** Why first, then what the reason asks for, then the receipt: one thing at a time. */
export function ReportSheet({ target, id, open, onClose, after }: ReportSheetProps) {
  const { t } = useTranslation()
  const [reason, setReason] = useState<ReportReason>()
  const [isChosen, setIsChosen] = useState(false)
  const [receipt, setReceipt] = useState<Receipt>()
  const reasons = reasonsFor(target)
  // Where one thing alone is to be said there is nothing to choose.
  const only = reasons.length === 1 ? reasons[0] : undefined
  // Another report begins at the beginning.
  const close = () => {
    onClose()
    if (receipt) [setReason, setReceipt].forEach((forget) => forget(undefined))
    if (receipt) setIsChosen(false)
  }
  if (receipt) return <Received receipt={receipt} isQuiet={!only} open={open} onClose={close} after={after} />
  if (only) return <Details about={{ target, id }} reason={only} open={open} onClose={close} onDone={setReceipt} />
  if (reason && isChosen) {
    const back = () => setIsChosen(false)
    return <Details key={reason} about={{ target, id }} reason={reason} open={open} onClose={close} onBack={back} onDone={setReceipt} />
  }
  return (
    <Sheet
      open={open}
      onOpenChange={(next) => !next && close()}
      title={t('reports.title')}
      lead={t('reports.lead')}
      actions={
        <Button size="wide" disabled={!reason} onClick={() => setIsChosen(true)}>
          {t('reports.next')}
        </Button>
      }
    >
      <RadioCards
        label={t('reports.why')}
        value={reason}
        onChange={setReason}
        cards={reasons.map((value) => ({
          value,
          label: (
            <>
              <span className="block font-semibold">{t(`reports.reason.${value}`)}</span>
              <span className="block text-13 text-muted">{t(`reports.hint.${value}`)}</span>
            </>
          ),
        }))}
      />
    </Sheet>
  )
}

type DetailsProps = {
  about: { target: ReportTarget; id: string }
  reason: ReportReason
  open: boolean
  onClose: () => void
  /** To another reason, where there are several. */
  onBack?: () => void
  onDone: (receipt: Receipt) => void
}

const mostLinks = 10

function Details({ about, reason, open, onClose, onBack, onDone }: DetailsProps) {
  const { t } = useTranslation()
  const me = useMe()
  const first = useRef<HTMLTextAreaElement>(null)
  const isSigned = signedReasons.includes(reason)
  const mayBeNameless = namelessReasons.includes(reason)
  const asksWords = reason === 'other' || reason === 'not_as_agreed'
  const asksLinks = reason === 'copyright' || reason === 'impersonation'
  const { form, typed, ticked } = useFields({ description: '', evidence: '', contact: '', signature: '', goodFaith: false })
  const { send, busy, problem } = useFormAct(
    form,
    (api, _once, { description, evidence, contact, signature, goodFaith }) =>
      api.reports.send({
        target: about.target,
        targetId: about.id,
        reason,
        description: description.trim(),
        ...(linksIn(evidence).length > 0 && { evidence: linksIn(evidence) }),
        ...(contact.trim() !== '' && { contact: contact.trim() }),
        ...(isSigned && { signature: signature.trim(), goodFaith }),
      }),
    { done: (receipt) => onDone(receipt), refreshes: ['reports.mine'] },
  )
  const required = (words: string) => (text: string) => text.trim() !== '' || words
  return (
    <FormSheet
      open={open}
      onClose={onClose}
      title={t(`reports.reason.${reason}`)}
      lead={t(reason === 'not_as_agreed' ? 'reports.object.lead' : urgentReasons.includes(reason) ? 'reports.soon' : 'reports.inDays')}
      act={t('reports.send')}
      busy={busy}
      onSend={send}
      initialFocus={first}
    >
      <TextArea
        label={t('reports.description')}
        hint={t(reason === 'not_as_agreed' ? 'reports.hint.not_as_agreed' : 'reports.description.hint')}
        rows={4}
        maxLetters={2000}
        maxLength={2000}
        required={asksWords}
        {...typed('description', asksWords ? { validate: required(t('reports.description.missing')) } : {})}
      />
      {asksLinks && (
        <TextArea
          label={t('reports.evidence')}
          hint={t('reports.evidence.hint')}
          rows={2}
          required={reason === 'copyright'}
          {...typed('evidence', {
            validate: (text) => {
              if (text.trim() === '') return reason !== 'copyright' || t('reports.evidence.missing')
              return (
                (linksIn(text).every((link) => /^https?:\/\/\S+\.\S/.test(link)) && linksIn(text).length <= mostLinks) ||
                t('reports.evidence.wrong')
              )
            },
          })}
        />
      )}
      {!me && (
        <TextField
          label={t('reports.contact')}
          hint={t(mayBeNameless ? 'reports.contact.optional' : 'reports.contact.hint')}
          type="email"
          inputMode="email"
          autoComplete="email"
          maxLength={254}
          required={!mayBeNameless}
          {...typed('contact', mayBeNameless ? {} : { validate: required(t('reports.contact.missing')) })}
        />
      )}
      {isSigned && (
        <>
          <TextField
            label={t('reports.signature')}
            hint={t('reports.signature.hint')}
            autoComplete="name"
            maxLength={100}
            required
            {...typed('signature', { validate: required(t('reports.signature.missing')) })}
          />
          <Checkbox
            label={t(reason === 'copyright' ? 'reports.goodFaith.owner' : 'reports.goodFaith.shown')}
            required
            {...ticked('goodFaith', { validate: (said) => said || t('reports.goodFaith.missing') })}
          />
        </>
      )}
      <FormRefusal>{problem}</FormRefusal>
      {onBack && (
        <Button rank="text" size="sm" className="justify-self-start" onClick={onBack}>
          {t('reports.back')}
        </Button>
      )}
    </FormSheet>
  )
}

const linksIn = (text: string) => text.split(/\s+/).filter((link) => link !== '')

function Received({
  receipt,
  isQuiet,
  open,
  onClose,
  after,
}: { receipt: Receipt; isQuiet: boolean } & Pick<ReportSheetProps, 'open' | 'onClose' | 'after'>) {
  const { t } = useTranslation()
  const me = useMe()
  const now = useNow()
  return (
    <Sheet
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={t('reports.received')}
      lead={t('reports.received.lead')}
      actions={
        <Button size="wide" onClick={onClose}>
          {t('reports.done')}
        </Button>
      }
    >
      <div role="status" className="grid gap-4">
        <dl className="grid gap-3 rounded-card bg-well p-4 text-15">
          <div className="flex items-baseline justify-between gap-4">
            <dt className="text-muted">{t('reports.number')}</dt>
            <dd className="num font-semibold" translate="no">
              {receipt.caseNumber}
            </dd>
          </div>
          <div className="flex items-baseline justify-between gap-4">
            <dt className="text-muted">{t('reports.due')}</dt>
            <dd>
              <RelativeTime at={receipt.dueAt} now={now} show="moment" />
            </dd>
          </div>
        </dl>
        {isQuiet && <p className="text-14 text-muted">{t('reports.quiet')}</p>}
        <Button rank="second" size="wide" to={me ? '/settings/reports' : (receipt.follow ?? '/report')} icon={<Flag className="size-4" />}>
          {t('reports.follow')}
        </Button>
        {after}
      </div>
    </Sheet>
  )
}
