import { CreditCard, ReceiptText, RefreshCw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/ui/Button.tsx'

/** From the wallet to what was paid for it, and by what. */
export function PaymentLinks() {
  const { t } = useTranslation()
  return (
    <p className="flex flex-wrap gap-2 max-md:px-4">
      <Button rank="second" size="sm" icon={<CreditCard className="size-4" />} to="/wallet/cards">
        {t('cards.title')}
      </Button>
      <Button rank="second" size="sm" icon={<ReceiptText className="size-4" />} to="/wallet/payments">
        {t('cards.payments')}
      </Button>
      <Button rank="second" size="sm" icon={<RefreshCw className="size-4" />} to="/wallet/auto">
        {t('purse.auto')}
      </Button>
    </p>
  )
}
