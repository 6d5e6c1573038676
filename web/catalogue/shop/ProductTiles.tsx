import { Download } from 'lucide-react'
import { useTranslation } from '#web/app/say.ts'
import { Link } from 'react-router'
import type { Product } from '#contract/catalogue/shop.ts'
import { CoverGrid, CoverTile } from '#web/ui/CoverTile.tsx'
import { sourcesOf } from '#web/ui/sources.ts'
import { Tokens } from '#web/ui/Tokens.tsx'

/** Things for sale. @param byOne all of them are one performer's, whose name need not be told again */
export function ProductTiles({ products, byOne = false }: { products: readonly Product[]; byOne?: boolean }) {
  const { t } = useTranslation()
  return (
    <CoverGrid label={t('browse.products')} dense>
      {products.map((product, place) => (
        <li key={product._id}>
          <CoverTile
            to={`/products/${product.slug}`}
            title={product.title}
            picture={product.cover?.url}
            sources={product.cover && sourcesOf(product.cover)}
            ratio="square"
            chip={
              product.type === 'digital' ? (
                <>
                  <Download aria-hidden="true" />
                  {t('browse.digital')}
                </>
              ) : (
                product.stock === 0 && t('browse.soldOut')
              )
            }
            priority={place < 4}
            note={
              <>
                <span className="font-semibold text-text">
                  <Tokens value={product.price} />
                </span>
                {!byOne && (
                  <>
                    {' · '}
                    <Link to={`/${product.performer.username}`} className="hover:text-text">
                      {product.performer.name}
                    </Link>
                  </>
                )}
              </>
            }
          />
        </li>
      ))}
    </CoverGrid>
  )
}
