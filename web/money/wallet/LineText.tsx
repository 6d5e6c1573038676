import { Gift, type LucideIcon, LockOpen, Plus, Repeat, RotateCcw, ShoppingBag, Wallet } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Line } from '#web/money/wallet/queries.ts'
import { Tokens } from '#web/ui/Tokens.tsx'
import { WorkTitle } from '#web/ui/WorkTitle.tsx'

const icons: Readonly<Record<string, LucideIcon>> = {
  top_up: Plus,
  granted: Plus,
  tip: Gift,
  feed: LockOpen,
  video: LockOpen,
  gallery: LockOpen,
  product: ShoppingBag,
  subscription: Repeat,
}
/** Whatever its kind, it was unlocked. */
const unlocked = new Set(['feed', 'video', 'gallery'])

export function iconOf({ type, isRefund }: Pick<Line, 'type' | 'isRefund'>): LucideIcon {
  return isRefund ? RotateCcw : (icons[type] ?? Wallet)
}

/** What happened, as a sentence: 「解鎖夜航電臺的《零點之後》」. Kinds that have no sentence of their own say what they were called. */
export function LineText({ line }: { line: Line }) {
  const { t } = useTranslation()
  const kind = unlocked.has(line.type) ? 'feed' : line.type in icons ? line.type : 'other'
  const name = line.performer?.name
  const form = `${line.isRefund ? 'back.' : ''}${kind}${name || kind === 'top_up' || kind === 'granted' || kind === 'other' ? '' : '.nameless'}`
  return filled(t(`purse.line.${form}`, { name, title: '\ue000', amount: '\ue001' }), {
    '\ue000': <WorkTitle key="title">{line.targetTitle}</WorkTitle>,
    '\ue001': <Tokens key="amount" value={Math.abs(line.amount)} />,
  })
}

/** Puts elements where their marks stand in a translated sentence. */
function filled(sentence: string, elements: Readonly<Record<string, ReactNode>>): ReactNode[] {
  return sentence.split(/([\ue000\ue001])/).map((part) => elements[part] ?? part)
}
