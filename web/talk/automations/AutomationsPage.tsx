import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { Automation } from '#contract/talk/automations.ts'
import { useAct } from '#web/app/act.ts'
import { requirePerformer } from '#web/app/guard.ts'
import { load, query, useLoaded } from '#web/app/query.ts'
import { useTranslation } from '#web/app/say.ts'
import { useNow } from '#web/app/session.tsx'
import { StudioPage } from '#web/app/shell/StudioPage.tsx'
import { CampaignTabs } from '#web/talk/campaigns/CampaignTabs.tsx'
import { NamedTextArea } from '#web/talk/campaigns/NamedTextArea.tsx'
import { useNamedText } from '#web/talk/messaging/named-text.ts'
import { Button } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { Switch } from '#web/ui/Switch.tsx'

export const handle = { auth: true }

const own = query('automations.list')

export async function loader(args: LoaderFunctionArgs) {
  requirePerformer(args)
  return load(args, own)
}

/** What is said in one's name by itself. */
export function Component() {
  const { t } = useTranslation()
  const rules = useLoaded(own, useLoaderData<typeof loader>())
  return (
    <StudioPage place="campaigns" title={t('campaigns.tab.automations')}>
      <CampaignTabs current="automations" />
      <p className="text-14 text-muted max-md:px-4">{t('campaigns.automations.lead')}</p>
      {rules.map((rule) => (
        <Rule key={rule.occasion} rule={rule} />
      ))}
    </StudioPage>
  )
}

function Rule({ rule: { occasion, text, isOn, changedAt } }: { rule: Automation }) {
  const { t } = useTranslation()
  const now = useNow()
  const { toWrite, toSend } = useNamedText()
  const [typed, setTyped] = useState<string>()
  const written = typed ?? toWrite(text)
  const { act, busy, problem } = useAct(
    (api, _once, next: { text: string; isOn: boolean }) => api.automations.save({ occasion, ...next }),
    {
      refreshes: ['automations.list'],
      noIn: 'screen',
      said: (saved) => t(saved.isOn ? 'campaigns.automations.saidOn' : 'campaigns.automations.saidOff'),
      done: () => setTyped(undefined),
    },
  )
  const isChanged = toSend(written) !== text
  return (
    <Panel title={t(`campaigns.automations.${occasion}`)}>
      <div className="grid gap-4">
        <Switch
          label={t('campaigns.automations.on')}
          hint={t(`campaigns.automations.${occasion}.when`)}
          checked={isOn}
          disabled={busy || toSend(written) === ''}
          onChange={(next) => void act({ text: toSend(written), isOn: next })}
        />
        <NamedTextArea label={t('campaigns.automations.text')} hideLabel rows={2} value={written} onChange={setTyped} error={problem} />
        <div className="flex items-center justify-between gap-4">
          <p className="text-13 text-muted">
            {changedAt && (
              <>
                {t('campaigns.automations.changed')}
                <RelativeTime at={changedAt} now={now} show="moment" />
              </>
            )}
          </p>
          <Button
            rank="second"
            size="sm"
            loading={busy}
            disabled={!isChanged}
            onClick={() => void act({ text: toSend(written), isOn: isOn && toSend(written) !== '' })}
          >
            {t('campaigns.save')}
          </Button>
        </div>
      </div>
    </Panel>
  )
}
