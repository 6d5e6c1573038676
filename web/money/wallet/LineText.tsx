import { Gift, type LucideIcon, LockOpen, MessageCircle, Plus, Radio, Repeat, RotateCcw, ShoppingBag, Sparkles, Wallet } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { useTranslation } from '#web/app/say.ts'
import { Link } from 'react-router'
import { byKind, kindNames, type WorkKind, workKinds } from '#contract/catalogue/kind-names.ts'
import type { Line } from '#web/money/wallet/queries.ts'
import { Tokens } from '#web/ui/Tokens.tsx'
import { WorkTitle } from '#web/ui/WorkTitle.tsx'

const icons = {
  top_up: Plus,
  granted: Plus,
  tip: Gift,
  ...byKind<Record<WorkKind, LucideIcon>>(() => LockOpen),
  product: ShoppingBag,
  stream: Radio,
  subscription: Repeat,
  message: MessageCircle,
  request: Sparkles,
} as const satisfies Readonly<Record<string, LucideIcon>>
type Known = keyof typeof icons
const isKnown = (type: string): type is Known => Object.hasOwn(icons, type)
/** What a line of that kind is told as: whatever kind of work it was, it was unlocked. */
const told = (type: string) => (!isKnown(type) ? 'other' : isUnlocked(type) ? 'feed' : type)
const isUnlocked = (type: Known): type is Exclude<WorkKind, 'product'> => type !== 'product' && workKinds.some((kind) => kind === type)

export function iconOf({ type, isRefund }: Pick<Line, 'type' | 'isRefund'>): LucideIcon {
  return isRefund ? RotateCcw : isKnown(type) ? icons[type] : Wallet
}

/** What happened, as a sentence: 「解鎖夜航電臺的《零點之後》」. Kinds that have no sentence of their own say what they were called. */
export function LineText({ line }: { line: Line }) {
  const { t } = useTranslation()
  // A tip that was given for a post says for which; one for a post without a title is booked under the performer's name.
  const isForPost = line.type === 'tip' && line.feedId !== undefined && line.targetTitle !== line.performer?.name
  // A message that was written, or what was unlocked in one.
  const kind = line.minute ? 'minute' : isForPost ? 'tip.post' : line.type === 'message' && line.work ? 'message.unlocked' : told(line.type)
  const name = line.performer?.name
  // A show for two has no title, and is booked under the performer's name.
  const isPrivate = line.minute !== undefined && line.targetTitle === name
  // One that wears its own brackets gets no second pair.
  const title = isPrivate ? (
    t('purse.line.minute.private')
  ) : /[《〈「“]/.test(line.targetTitle) ? (
    line.targetTitle
  ) : (
    <WorkTitle>{line.targetTitle}</WorkTitle>
  )
  const to = pageOf(line)
  const form = name || kind === 'top_up' || kind === 'granted' || kind === 'other' ? kind : (`${kind}.nameless` as const)
  const delivered = name ? 'purse.line.request.delivered' : 'purse.line.request.delivered.nameless'
  const sentence = line.steps ? delivered : line.isRefund ? (`purse.line.back.${form}` as const) : (`purse.line.${form}` as const)
  return filled(t(sentence, { name, minute: line.minute?.number, title: '\ue000', amount: '\ue001' }), {
    '\ue000': to ? (
      <Link key="title" to={to} className="underline-offset-4 hover:underline">
        {title}
      </Link>
    ) : (
      <Fragment key="title">{title}</Fragment>
    ),
    '\ue001': <Tokens key="amount" value={Math.abs(line.amount)} />,
  })
}

/** What was paid for; of a minute the receipt that lists it. */
function pageOf({ feedId, minute, work }: Line): string | undefined {
  if (feedId) return `/posts/${feedId}`
  if (minute) return `/live/${minute.streamId}/receipt`
  const kind = workKinds.find((each) => each === work?.kind)
  if (work?.kind === 'stream') return `/live/${work._id}`
  return work && kind && `/${kindNames[kind].path}/${work._id}`
}

/** Puts elements where their marks stand in a translated sentence. */
function filled(sentence: string, elements: Readonly<Record<string, ReactNode>>): ReactNode[] {
  return sentence.split(/([\ue000\ue001])/).map((part) => elements[part] ?? part)
}
