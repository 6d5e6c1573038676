import { useTranslation } from '#web/app/say.ts'
import { Link } from 'react-router'
import { useSettings } from '#web/app/session.tsx'
import type { PaymentSums as Sums } from '#web/office/admin/queries.ts'
import { BigFigure } from '#web/ui/BigFigure.tsx'
import { Money } from '#web/ui/Money.tsx'

/** What came in and went back today, what waits for its payer, and what a bank disputes. */
export function PaymentSums({ sums }: { sums: Sums }) {
  const { t } = useTranslation()
  const { currency } = useSettings()
  return (
    <section
      aria-label={t('office.payments.sums')}
      className="grid grid-cols-2 gap-x-6 gap-y-4 max-md:px-4 max-md:py-2 lg:grid-cols-4 [&>*+*]:lg:border-s [&>*+*]:lg:border-line [&>*+*]:lg:ps-6"
    >
      {(['collected', 'back', 'waiting', 'disputed'] as const).map((name) => {
        const { amount, count } = sums[name]
        return (
          <BigFigure
            key={name}
            size={24}
            earned={name === 'collected' && amount > 0}
            label={t(`office.payments.sums.${name}`)}
            value={count === 0 ? t('office.payments.sums.none') : <Money value={amount} currency={currency} />}
            note={
              count > 0 &&
              (name === 'disputed' ? (
                <Link to="?status=chargeback" className="touch relative font-semibold text-link hover:underline">
                  {t('office.payments.sums.look', { count })}
                </Link>
              ) : (
                t('office.payments.sums.count', { count })
              ))
            }
          />
        )
      })}
    </section>
  )
}
