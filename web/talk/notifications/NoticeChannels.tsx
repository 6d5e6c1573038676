import { noticeLetters, type NoticeLetters } from '#contract/talk/notice-names.ts'
import { useTranslation } from '#web/app/say.ts'
import type { Preferences, Prefer } from '#web/talk/notifications/queries.ts'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { Select } from '#web/ui/Select.tsx'

type Kind = Preferences['kinds'][number]

/** A line a kind, a column a way to hear of it; on a phone the ways stand below their kind. */
export function NoticeChannels({ now, prefer }: { now: Preferences; prefer: Prefer }) {
  const { t } = useTranslation()
  const head = 'text-13 text-muted max-md:hidden'
  const set = (kind: Kind, change: Partial<Pick<Kind, 'inApp' | 'email' | 'push'>>) =>
    void prefer({ kinds: [{ kind: kind.kind, ...change }] }, (chosen) => ({
      ...chosen,
      kinds: chosen.kinds.map((each) => (each.kind === kind.kind ? { ...each, ...change } : each)),
    }))
  return (
    <>
      <div aria-hidden="true" className="grid grid-cols-[minmax(0,1fr)_64px_64px_140px] items-end gap-2 pt-3 pb-1 max-md:hidden">
        <span />
        <span className={`${head} text-center`}>{t('notifications.channel.inApp')}</span>
        <span className={`${head} text-center`}>{t('notifications.channel.push')}</span>
        <span className={head}>{t('notifications.channel.email')}</span>
      </div>
      <ul>
        {now.kinds.map((each) => {
          const name = t(`notifications.kind.${each.kind}`)
          const of = (channel: 'inApp' | 'push' | 'email') =>
            t('notifications.channelOf', { kind: name, channel: t(`notifications.channel.${channel}`) })
          return (
            <li
              key={each.kind}
              className="grid grid-cols-[minmax(0,1fr)_64px_64px_140px] items-center gap-2 border-t border-line py-2 max-md:grid-cols-[auto_auto_minmax(0,1fr)] max-md:gap-x-4"
            >
              <span className="max-md:col-span-3">
                <span className="block text-15">{name}</span>
                <span className="block text-13 text-muted">{t(`notifications.kind.${each.kind}.hint`)}</span>
              </span>
              <Box
                label={of('inApp')}
                short={t('notifications.channel.inApp')}
                isOn={each.inApp}
                onChange={(inApp) => set(each, { inApp })}
              />
              <Box label={of('push')} short={t('notifications.channel.push')} isOn={each.push} onChange={(push) => set(each, { push })} />
              {each.isFixed ? (
                <span className="text-14 text-muted max-md:text-end">{t('notifications.letters.always')}</span>
              ) : (
                <Select<NoticeLetters>
                  label={of('email')}
                  hideLabel
                  className="min-w-0 grid-cols-[minmax(0,1fr)]"
                  disabled={!now.emails}
                  value={each.email}
                  onChange={(email) => set(each, { email })}
                  options={noticeLetters.map((value) => ({ value, label: t(`notifications.letters.${value}`) }))}
                />
              )}
            </li>
          )
        })}
      </ul>
    </>
  )
}

/** On a phone its name stands beside it, on wide screens above the column. */
function Box({ label, short, isOn, onChange }: { label: string; short: string; isOn: boolean; onChange: (isOn: boolean) => void }) {
  return (
    <span className="flex items-center justify-center gap-0">
      <Checkbox hideLabel label={label} checked={isOn} onChange={onChange} />
      <span aria-hidden="true" className="-ms-1 text-14 text-muted md:hidden">
        {short}
      </span>
    </span>
  )
}
