import { ChevronRight, CreditCard, ReceiptText, RefreshCw } from 'lucide-react'
import { useTranslation } from '#web/app/say.ts'
import { Link } from 'react-router'
import { Card } from '#web/ui/Card.tsx'

const links = [
  { to: '/wallet/cards', icon: CreditCard, words: 'cards.title' },
  { to: '/wallet/payments', icon: ReceiptText, words: 'cards.payments' },
  { to: '/wallet/auto', icon: RefreshCw, words: 'purse.auto' },
] as const

/** From the wallet to what was paid for it, by what, and when it pays by itself. */
export function PaymentLinks() {
  const { t } = useTranslation()
  return (
    <Card>
      <ul>
        {links.map(({ to, icon: Icon, words }) => (
          <li key={to} className="border-t border-line first:border-t-0">
            <Link to={to} className="flex min-h-12 items-center gap-3 px-4 py-2 text-15 transition-colors hover:bg-hover md:px-5">
              <Icon aria-hidden="true" className="size-5 flex-none text-muted" />
              <span className="flex-1">{t(words)}</span>
              <ChevronRight aria-hidden="true" className="size-4 flex-none text-muted" />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}
