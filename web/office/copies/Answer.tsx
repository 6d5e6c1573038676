import { useTranslation } from '#web/app/say.ts'
import { useNow } from '#web/app/session.tsx'
import { isUnderWay, type Lookup } from '#web/office/copies/queries.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Progress } from '#web/ui/Progress.tsx'
import { writeMoment } from '#web/ui/relative-time.ts'
import { useSpeech } from '#web/ui/UiWords.tsx'

/** Whom it names and how surely, or honestly nobody. */
export function Answer({ lookup }: { lookup: Lookup }) {
  const { t } = useTranslation()
  const { state, progress, named, isKnown } = lookup
  if (isUnderWay(lookup)) {
    return (
      <Panel title={t('copies.reading')}>
        <p className="mb-4 text-15 text-muted">{t('copies.reading.lead')}</p>
        <Progress percent={Math.max(4, progress)} label={t('copies.reading')} />
      </Panel>
    )
  }
  if (state === 'failed' || named.length === 0) {
    const title = t(state === 'failed' ? 'copies.failed' : 'copies.nobody')
    const why = t(state === 'failed' ? 'copies.failed.lead' : isKnown ? 'copies.nobody.known' : 'copies.nobody.unknown')
    return (
      <Panel title={title}>
        <p className="mb-4 max-w-[62ch] text-15">{why}</p>
        {state !== 'failed' && isKnown && <Readers lookup={lookup} />}
        <Button rank="second" size="sm" to="/admin/copies">
          {t('copies.again')}
        </Button>
      </Panel>
    )
  }
  return (
    <Panel title={t(named.length > 1 ? 'copies.named.several' : 'copies.named')}>
      <ul className="grid gap-5">
        {named.map((one) => (
          <li key={one.accountId}>
            <NamedPerson named={one} />
          </li>
        ))}
      </ul>
      <div className="mt-5 border-t border-line pt-4">
        <Readers lookup={lookup} />
      </div>
    </Panel>
  )
}

function NamedPerson({ named: { accountId, person, odds, firstAt, lastAt } }: { named: Lookup['named'][number] }) {
  const { t } = useTranslation()
  const now = useNow()
  const { locale, timeZone } = useSpeech()
  const moment = (at: string) => writeMoment(Date.parse(at), now, locale, timeZone)
  const name = person?.name ?? t('copies.erased')
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2">
      <Avatar src={person?.avatar} name={name} size={48} />
      <div className="min-w-0 self-center">
        <p className="truncate text-18 font-semibold">{name}</p>
        <p className="truncate text-14 text-muted" translate="no">
          {person ? `@${person.username}` : accountId}
        </p>
      </div>
      <div className="col-span-2 grid gap-1 text-15">
        <p>{t(odds >= 12 ? 'copies.odds.12' : odds >= 9 ? 'copies.odds.9' : 'copies.odds.6')}</p>
        {firstAt && lastAt && (
          <p className="num text-14 text-muted">{t('copies.sent', { first: moment(firstAt), last: moment(lastAt) })}</p>
        )}
      </div>
      {person && (
        <div className="col-span-2 mt-1">
          <Button rank="second" size="sm" to={`/admin/people/${accountId}`}>
            {t('copies.person')}
          </Button>
        </div>
      )}
    </div>
  )
}

function Readers({ lookup: { readers = 0 } }: { lookup: Lookup }) {
  const { t } = useTranslation()
  return <p className="mb-4 text-14 text-muted last:mb-0">{t('copies.readers', { count: readers })}</p>
}
