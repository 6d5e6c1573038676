import { useTranslation } from '#web/app/say.ts'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { sentenceOf } from '#web/app/api.ts'
import { requireMember } from '#web/app/guard.ts'
import { load, useQuery } from '#web/app/query.ts'
import { useNow } from '#web/app/session.tsx'
import { MainFrame } from '#web/app/shell/MainFrame.tsx'
import { GiftsList } from '#web/money/gifts/GiftsList.tsx'
import { type Mine, myGifts, mySubscriptions } from '#web/money/subscriptions/mine.ts'
import { SubscriptionRow } from '#web/windows/me/SubscriptionRow.tsx'
import { usePageTitle } from '#web/app/page-title.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'
import { RefusedState } from '#web/ui/RefusedState.tsx'

export async function loader(args: LoaderFunctionArgs) {
  requireMember(args)
  const [mine, gifts] = await Promise.all([load(args, mySubscriptions()), load(args, myGifts())])
  return { mine, gifts }
}
export const handle = { auth: true, inClosedCountry: true }

/** What runs, what ends, and what is over, with the way to change each. */
export function Component() {
  const { t } = useTranslation()
  const loaded = useLoaderData<typeof loader>()
  const now = useNow()
  const { data = loaded.mine, error, mutate } = useQuery(mySubscriptions(), loaded.mine)
  const gifts = useQuery(myGifts(), loaded.gifts).data ?? loaded.gifts
  const isRunning = ({ status, expiredAt }: Mine['data'][number]) => status !== 'expired' && Date.parse(expiredAt) > now - graceMs
  const running = data.data.filter(isRunning)
  const over = data.data.filter((each) => !isRunning(each))
  const title = t('shell.subscriptions')
  return (
    <MainFrame place="me" top={{ title, back: '/me' }}>
      <title>{usePageTitle(title)}</title>
      <PageTitle up={{ to: '/me', label: t('shell.me') }}>{title}</PageTitle>
      {error ? (
        <RefusedState
          what={t('mysubscriptions.failed')}
          why={sentenceOf(error, t('shell.tryLater'))}
          actions={
            <Button rank="second" size="sm" onClick={() => void mutate()}>
              {t('shell.error.retry')}
            </Button>
          }
        />
      ) : data.data.length + gifts.data.length === 0 ? (
        <EmptyState
          scene="seats"
          title={t('scenes.seats')}
          action={
            <Button rank="second" size="sm" to="/explore">
              {t('mysubscriptions.explore')}
            </Button>
          }
        >
          {t('mysubscriptions.none')}
        </EmptyState>
      ) : (
        <div className="grid gap-6 max-md:pt-4">
          <Group title={t('mysubscriptions.running')} rows={running} empty={t('mysubscriptions.running.none')} />
          {over.length > 0 && <Group title={t('mysubscriptions.over')} rows={over} />}
          {gifts.data.length > 0 && <GiftsList gifts={gifts.data} />}
        </div>
      )}
    </MainFrame>
  )
}

/** One whose renewal failed still stands among the running ones for its days of grace. */
const graceMs = 3 * 86_400_000

function Group({ title, rows, empty }: { title: string; rows: Mine['data']; empty?: string }) {
  return (
    <section className="grid gap-2">
      <h2 className="px-4 text-14 md:px-1">{title}</h2>
      <Card>
        {rows.length === 0 ? (
          <p className="px-4 py-5 text-15 text-muted">{empty}</p>
        ) : (
          <ul>
            {rows.map((row) => (
              <SubscriptionRow key={row._id} subscription={row} />
            ))}
          </ul>
        )}
      </Card>
    </section>
  )
}
