import { useTranslation } from '#web/app/say.ts'
import type { Feed } from '#contract/catalogue/feeds.ts'
import { Tokens } from '#web/ui/Tokens.tsx'

/** Who may see it: a word, or for single sale the price. */
export function WorkPrice({ work }: { work: Pick<Feed, 'isSale' | 'price'> }) {
  const { t } = useTranslation()
  return work.isSale === 'ppv' ? (
    <Tokens value={work.price} />
  ) : (
    <span className="whitespace-nowrap">{t(`studio.audience.${work.isSale}`)}</span>
  )
}
