import { useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import type { Api } from '#contract/client.ts'
import { useNow } from '#web/app/session.tsx'
import { GrantSheet } from '#web/office/admin/GrantSheet.tsx'
import type { PersonWallet } from '#web/office/admin/queries.ts'
import { ReasonSheet } from '#web/app/ReasonSheet.tsx'
import { BigFigure } from '#web/ui/BigFigure.tsx'
import { Button } from '#web/ui/Button.tsx'
import { writeNumber } from '#web/ui/numbers.ts'
import { Panel } from '#web/ui/Panel.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { StateDot } from '#web/ui/StateDot.tsx'
import { useSpeech } from '#web/ui/UiWords.tsx'

/** Somebody's wallet: whether it can pay, who says that it cannot, and staff's word either way. */
export function WalletPanel({ wallet }: { wallet: PersonWallet }) {
  const { t } = useTranslation()
  const { locale } = useSpeech()
  const [asking, setAsking] = useState<'freeze' | 'letGo' | 'grant'>()
  const { person, balance, debt, because } = wallet
  const names = { name: person.name }
  const says = (act: 'freeze' | 'letGo') => ({
    about: person._id,
    onSend: (api: Api, _once: unknown, reason: string) =>
      (act === 'freeze' ? api.admin.freezeWallet : api.admin.unfreezeWallet)({ id: person._id, reason }),
    refreshes: ['admin.wallet', 'admin.people', 'admin.audit'] as const,
    said: () => t(`office.people.${act}.done`, names),
  })
  return (
    <Panel title={t('office.people.wallet')}>
      <BigFigure label={t('office.people.balance')} value={writeNumber(balance, locale)} unit={t('office.people.tokens')} size={24} />
      <div className="mt-4">
        <StateDot tone={because ? 'bad' : 'ok'}>
          <span className="whitespace-normal">
            {t(because ? `office.people.because.${because}` : 'office.people.canPay', { debt: writeNumber(debt, locale) })}
          </span>
        </StateDot>
      </div>
      <Word wallet={wallet} />
      <div className="mt-5 flex flex-wrap gap-2">
        {person.role !== 'staff' && person.state === 'active' && (
          <Button rank="second" onClick={() => setAsking('grant')}>
            {t('office.people.grant')}
          </Button>
        )}
        {because !== 'staff' && (
          <Button rank="second" onClick={() => setAsking('freeze')}>
            {t('office.people.freeze')}
          </Button>
        )}
        {because && debt === 0 && (
          <Button rank="second" onClick={() => setAsking('letGo')}>
            {t('office.people.letGo')}
          </Button>
        )}
      </div>
      <GrantSheet person={person} open={asking === 'grant'} onClose={() => setAsking(undefined)} />
      <ReasonSheet
        open={asking === 'freeze'}
        onClose={() => setAsking(undefined)}
        title={t('office.people.freeze.title', names)}
        lead={t('office.people.freeze.lead', names)}
        examples={[t('office.people.freeze.example1'), t('office.people.freeze.example2')]}
        act={t('office.people.freeze')}
        danger
        {...says('freeze')}
      />
      <ReasonSheet
        open={asking === 'letGo'}
        onClose={() => setAsking(undefined)}
        title={t('office.people.letGo.title', names)}
        lead={t('office.people.letGo.lead', names)}
        examples={[t('office.people.letGo.example1')]}
        act={t('office.people.letGo')}
        {...says('letGo')}
      />
    </Panel>
  )
}

/** Since when, whose word it is, and why. */
function Word({ wallet: { since, reason, by } }: { wallet: PersonWallet }) {
  const now = useNow()
  if (!since) return null
  return (
    <div className="mt-4 rounded-control bg-well px-4 py-3 text-15">
      <p className="break-words whitespace-pre-line">{reason}</p>
      <p className="mt-1 text-13 text-muted">
        {by && `${by.name} · `}
        <RelativeTime at={since} now={now} show="moment" />
      </p>
    </div>
  )
}
