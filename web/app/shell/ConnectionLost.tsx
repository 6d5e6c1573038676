import { useTranslation } from '#web/app/say.ts'
import { lookAgain, useIsLost } from '#web/ui/network.ts'

/** A line above the page as long as nothing can be fetched, or parts of this page are gone. It comes with every page: what says that nothing comes must not have to come. */
export function ConnectionLost() {
  const { t } = useTranslation()
  const isLost = useIsLost()
  return (
    <div role="status" className="sticky top-0 z-30">
      {isLost && (
        <p data-lost className="flex h-11 items-center justify-center gap-3 border-b border-line bg-surface px-4 text-14">
          <span aria-hidden="true" className="size-2 flex-none rounded-full border-[1.75px] border-muted" />
          {t(`shell.${isLost}.title`)}
          <button type="button" className="touch relative font-semibold text-link" onClick={lookAgain}>
            {t(`shell.${isLost}.again`)}
          </button>
        </p>
      )}
    </div>
  )
}
