import { X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import type { Promo } from '#contract/windows/promos.ts'
import { useTranslation } from '#web/app/say.ts'
import { useBoot } from '#web/app/session.tsx'
import { Prose } from '#web/site/pages/Prose.tsx'
import { Card } from '#web/ui/Card.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { useSpeech } from '#web/ui/UiWords.tsx'
import { putAway, wasPutAway } from '#web/windows/promos/put-away.ts'

/** What the site puts forward in this place. It came with the page, so that nothing moves when it appears. */
export function Promos({ position }: { position: Promo['position'] }) {
  const { promos } = useBoot()
  const [closed, setClosed] = useState<readonly string[]>([])
  const shown = promos.filter((promo) => promo.position === position && !closed.includes(promo._id) && !wasPutAway(promo._id))
  return shown.map((promo) => (
    <PromoCard
      key={promo._id}
      promo={promo}
      onClose={() => {
        putAway(promo._id)
        setClosed([...closed, promo._id])
      }}
    />
  ))
}

function PromoCard({ promo, onClose }: { promo: Promo; onClose: () => void }) {
  const { t } = useTranslation()
  const { locale } = useSpeech()
  const lang = promo.locale === locale ? undefined : promo.locale
  const { title, type, description, fileUrl, width = 1, height = 1 } = promo
  return (
    <Card className="mb-2 overflow-hidden md:mb-4">
      <section aria-label={`${t('landing.promo')}: ${title}`}>
        <div className="flex min-h-11 items-center justify-between ps-4">
          <span className="text-13 text-muted">{t('landing.promo')}</span>
          <IconButton label={t('landing.promo.close')} onClick={onClose}>
            <X />
          </IconButton>
        </div>
        {type === 'image' ? (
          <Way to={promo.link}>
            {fileUrl && (
              <img
                src={fileUrl}
                alt=""
                width={width}
                height={height}
                loading="lazy"
                decoding="async"
                style={{ aspectRatio: `${width} / ${height}` }}
                className="max-h-60 w-full object-cover"
              />
            )}
            <div lang={lang} className="grid gap-1 px-4 py-3">
              <p className="text-16 font-semibold text-balance">{title}</p>
              {description && <p className="text-14 leading-relaxed! whitespace-pre-line text-muted">{description}</p>}
            </div>
          </Way>
        ) : (
          <div className="grid gap-2 px-4 pb-4">
            <p lang={lang} className="text-16 font-semibold text-balance">
              {promo.link ? <Way to={promo.link}>{title}</Way> : title}
            </p>
            <Prose html={description} lang={lang} />
          </div>
        )}
      </section>
    </Card>
  )
}

/** Within the site, or to elsewhere in a window of its own, vouching for nothing. */
function Way({ to, children }: { to: string | undefined; children: ReactNode }) {
  if (!to) return children
  const look = 'block underline-offset-4 transition-colors hover:bg-hover hover:underline'
  return to.startsWith('/') ? (
    <Link to={to} className={look}>
      {children}
    </Link>
  ) : (
    <a href={to} target="_blank" rel="noopener nofollow sponsored" className={look}>
      {children}
    </a>
  )
}
