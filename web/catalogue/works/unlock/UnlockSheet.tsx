import { Within } from '#web/app/Within.tsx'
import { NotCharged } from '#web/money/payments/NotCharged.tsx'
import { useTranslation } from '#web/app/say.ts'
import { previewOf } from '#web/catalogue/works/lock.ts'
import { type Purchase, type Unlockable, usePurchase, type Way } from '#web/catalogue/works/unlock/purchase.ts'
import { exact, useAmounts } from '#web/app/amounts.ts'
import { TopUpChoice } from '#web/money/payments/TopUpChoice.tsx'
import { useMe, useSettings } from '#web/app/session.tsx'
import { useThroughDoor } from '#web/people/follows/members.ts'
import { Button } from '#web/ui/Button.tsx'
import { LockedThumb } from '#web/ui/LockedThumb.tsx'
import { Sheet } from '#web/ui/Sheet.tsx'
import { Sums } from '#web/ui/Sums.tsx'
import { Tokens } from '#web/ui/Tokens.tsx'
import { useSpeech } from '#web/ui/UiWords.tsx'
import { titled, WorkTitle } from '#web/ui/WorkTitle.tsx'

/** How a purchase is said that is no unlocking for good: a ticket. */
export interface SaleWords {
  /** On the button: 「買票60代幣」. */
  act: string
  title: string
  /** What one has of it, and for how long. */
  keeps: string
  /** What follows a top-up by itself. */
  topsUp: string
}

export type UnlockSheetProps<Work extends Unlockable> = {
  words?: SaleWords | undefined
  work: Work
  way: Way<Work>
  /** What one gets: 「12張照片」, 「影片3:40」. */
  what: string
  /** The name that its creator gave it; empty when it has none. */
  name: string
  open: boolean
  onOpenChange: (open: boolean) => void
  /** With the work as it is now, its media included. */
  onUnlocked: (work: Work) => void
  /** Back from the payment page: finish what was agreed to before leaving. */
  resume?: boolean
}

/** What one gets, what it costs, what will be left, one button. Too few tokens: the same sheet tops up and goes on. */
export function UnlockSheet<Work extends Unlockable>(props: UnlockSheetProps<Work>) {
  return useMe() ? <Buying {...props} /> : <Asking {...props} />
}

/** What a visitor pressed, and the way in; the rest comes after the door. */
function Asking<Work extends Unlockable>({ work, what, name, open, onOpenChange, words }: UnlockSheetProps<Work>) {
  const { t } = useTranslation()
  const { locale } = useSpeech()
  const { tokenConversionRate } = useSettings()
  const { number, money } = useAmounts()
  const throughDoor = useThroughDoor(onOpenChange)
  const { _id, price, performer, cover } = work
  const about = t('unlock.about', { amount: money(price * tokenConversionRate) })
  const cost = `${t('unlock.tokens', { count: price, amount: number(price) })} · ${about}`
  // The same name on every step.
  const wished = isName(name) ? { what: t('unlock.named', { title: isBracketed(name) ? name : titled(name, locale) }) } : {}
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      title={words?.title ?? <Title name={name} creator={performer.name} />}
      picture={<LockedThumb preview={previewOf(work)} />}
      lead={<Lead work={work} what={what} words={words} />}
      actions={
        <Button
          size="wide"
          onClick={() => throughDoor({ key: `unlock:${_id}`, kind: 'unlock', of: performer, cost, tint: cover?.tint, ...wished })}
        >
          {words?.act ?? t('unlock.button', { count: price, amount: number(price) })}
        </Button>
      }
    >
      <Sums
        lines={[
          {
            label: t('unlock.price'),
            value: (
              <>
                <Tokens value={price} /> <span className="text-muted">{about}</span>
              </>
            ),
          },
        ]}
      />
    </Sheet>
  )
}

function Buying<Work extends Unlockable>(props: UnlockSheetProps<Work>) {
  const { work, way, what, name, open, onOpenChange, onUnlocked, resume = false, words } = props
  const purchase = usePurchase(work, way, {
    resume,
    onUnlocked: (opened) => {
      onOpenChange(false)
      onUnlocked(opened)
    },
  })
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      title={words?.title ?? <Title name={name} creator={work.performer.name} />}
      picture={<LockedThumb preview={previewOf(work)} />}
      lead={<Lead work={work} what={what} words={words} />}
      actions={<Acts purchase={purchase} words={words} />}
    >
      {purchase.refused !== undefined && <NotCharged why={purchase.refused} isUnsure={purchase.isUnsure} className="mb-4" />}
      {purchase.missing > 0 ? <Short purchase={purchase} words={words} /> : <Enough purchase={purchase} />}
    </Sheet>
  )
}

function Lead({ work, what, words }: { work: Unlockable; what: string; words: SaleWords | undefined }) {
  const { t } = useTranslation()
  return (
    <>
      <p>{work.performer.name}</p>
      <p className="mt-2 text-text">{what}</p>
      <p>{words?.keeps ?? t('unlock.forGood')}</p>
    </>
  )
}

const isName = (name: string) => name !== '' && Array.from(name).length <= 40
const isBracketed = (name: string) => /[《〈「“]/.test(name)

/** What creators call a work is a name; one that wears its own brackets gets no second pair, and a whole sentence is no name. */
function Title({ name, creator }: { name: string; creator: string }) {
  const { t } = useTranslation()
  if (!isName(name)) return t('unlock.title', { name: creator })
  return <Within sentence={(title) => t('unlock.named', { title })}>{isBracketed(name) ? name : <WorkTitle>{name}</WorkTitle>}</Within>
}

function Enough({ purchase: { price, balance } }: { purchase: Purchase }) {
  const { t } = useTranslation()
  return (
    <Sums
      lines={[
        { label: t('unlock.price'), value: <Tokens value={price} /> },
        { label: t('unlock.balance'), value: <Tokens value={balance} /> },
        { label: t('unlock.after'), value: <Tokens value={exact(balance - price)} />, total: true },
      ]}
    />
  )
}

type Said = { purchase: Purchase; words: SaleWords | undefined }

function Short({ purchase: { price, balance, missing, topUp }, words }: Said) {
  const { t } = useTranslation()
  const after = topUp.chosen && !topUp.isPart && exact(balance + topUp.chosen.tokens - price)
  return (
    <div className="grid gap-5">
      <TopUpChoice missing={missing} then={words?.topsUp ?? t('unlock.thenUnlocks')} topUp={topUp} />
      <Sums
        lines={[
          { label: t('unlock.price'), value: <Tokens value={price} /> },
          { label: t('unlock.balance'), value: <Tokens value={balance} /> },
          ...(typeof after !== 'number' ? [] : [{ label: t('unlock.afterTopUp'), value: <Tokens value={after} />, total: true }]),
        ]}
      />
    </div>
  )
}

function Acts({ purchase: { price, missing, topUp, busy, buy, topUpAndBuy }, words }: Said) {
  const { t } = useTranslation()
  const { number, money } = useAmounts()
  if (missing > 0) {
    return (
      topUp.chosen && (
        <Button size="wide" loading={busy} onClick={() => void topUpAndBuy()}>
          {topUp.isPart || words
            ? t('unlock.topUpFirst', { amount: money(topUp.chosen.price) })
            : t('unlock.payAndUnlock', { amount: money(topUp.chosen.price) })}
        </Button>
      )
    )
  }
  return (
    <Button size="wide" loading={busy} onClick={() => void buy()}>
      {words?.act ?? t('unlock.button', { count: price, amount: number(price) })}
    </Button>
  )
}
