import { useTranslation } from '#web/app/say.ts'
import { lookAgain, useIsLost } from '#web/ui/network.ts'

/** Above the page as long as nothing can be fetched. It comes with every page: what says that nothing comes must not have to come. */
export function ConnectionLost() {
  const { t } = useTranslation()
  const isLost = useIsLost()
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 bottom-[calc(4.5rem+env(safe-area-inset-bottom))] z-50 grid justify-items-center px-4 md:bottom-6"
    >
      {isLost && (
        <p className="pointer-events-auto flex max-w-full flex-wrap items-center gap-x-3 rounded-card bg-inverse px-4 py-2.5 text-15 text-on-inverse shadow-raised">
          <span aria-hidden="true" className="size-2 flex-none rounded-full bg-house" />
          <span className="font-semibold">{t('shell.lost.title')}</span>
          <span>{t('shell.lost.lead')}</span>
          <button
            type="button"
            className="min-h-11 font-semibold underline underline-offset-4 outline-current md:min-h-0"
            onClick={lookAgain}
          >
            {t('shell.lost.again')}
          </button>
        </p>
      )}
    </div>
  )
}
