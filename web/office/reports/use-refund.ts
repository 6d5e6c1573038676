import type { ReplyTo } from '#contract/client.ts'
import { useAmounts } from '#web/app/amounts.ts'
import { useTranslation } from '#web/app/say.ts'

type Refund = ReplyTo<'reports.decide'>['refund']

/** What taking something away gives back, as the server reckons it: said before it is done, and of what was done. */
export function useRefund() {
  const { t } = useTranslation()
  const { number } = useAmounts()
  const facts = ({ people, amount }: NonNullable<Refund>) => ({ count: people, tokens: number(amount) })
  return {
    before: (refund: Refund) => (refund ? t('officeReports.refund.before', facts(refund)) : t('officeReports.refund.none')),
    given: (refund: Refund) => refund && t('officeReports.refund.object', facts(refund)),
    after: (refund: Refund) => (refund ? t('officeReports.refund.after', facts(refund)) : undefined),
  }
}
