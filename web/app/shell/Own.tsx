import { useTranslation } from '#web/app/say.ts'
import { Button } from '#web/ui/Button.tsx'

/** What stays open to a member in a closed country, and before their age was checked. @param rank of the first, where another press stands above it */
export function Own({ rank }: { rank?: 'second' }) {
  const { t } = useTranslation()
  return (
    <>
      <Button {...(rank && { rank })} to="/unlocked">
        {t('shell.unlocked')}
      </Button>
      <Button rank="second" to="/wallet">
        {t('shell.wallet')}
      </Button>
      <Button rank="second" to="/subscriptions">
        {t('shell.subscriptions')}
      </Button>
      <Button rank="text" to="/settings">
        {t('shell.settings')}
      </Button>
    </>
  )
}
