import { Package } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { Product } from '#contract/catalogue/shop.ts'
import { loadWork } from '#web/catalogue/works/coming.ts'
import { useResumes } from '#web/catalogue/works/unlock/resuming.ts'
import { loadBeside, useQuery } from '#web/app/query.ts'
import { wholeId } from '#web/catalogue/works/short-id.ts'
import { useMe, useSettings } from '#web/app/session.tsx'
import { MainFrame } from '#web/app/shell/MainFrame.tsx'
import { CommentsBelow } from '#web/catalogue/comments/CommentsBelow.tsx'
import { ProductActs } from '#web/catalogue/shop/ProductActs.tsx'
import { BuyAction } from '#web/catalogue/shop/BuyAction.tsx'
import { ProductTiles } from '#web/catalogue/shop/ProductTiles.tsx'
import { listed, product as productOf } from '#web/catalogue/shop/queries.ts'
import { useKept } from '#web/people/follows/members.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Columns } from '#web/ui/layout/Columns.tsx'
import { Name } from '#web/ui/Name.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { sourcesOf } from '#web/ui/sources.ts'
import { StickyBar } from '#web/ui/StickyBar.tsx'
import { Tokens } from '#web/ui/Tokens.tsx'
import { Tags } from '#web/catalogue/works/Tags.tsx'
import { lazy } from '#web/ui/network.ts'

export const handle = { inClosedCountry: true, isExplicit: true }

const fetchSheet = () => import('#web/catalogue/shop/buy/BuySheet.tsx')
const BuySheet = lazy(() => fetchSheet().then((file) => ({ default: file.BuySheet })))

export async function loader(args: LoaderFunctionArgs) {
  const id = wholeId(args.params['productId'] ?? '')
  const product = await loadWork(args, 'product', id, productOf(id))
  const others = await loadBeside(args, othersOf(product))
  return { product, others }
}

const othersOf = ({ performerId, _id }: Product) => listed({ performerId, excludedId: _id }, { offset: 0 }, 4)

export { shouldRevalidate } from '#web/catalogue/works/unlock/resuming.ts'

/** One product whole; back from topping up, its purchase is finished here. */
export function Component() {
  const { product } = useLoaderData<typeof loader>()
  // Another product is another page: an open sheet closes with the one it was for.
  return <One key={product._id} />
}

function One() {
  const { t } = useTranslation()
  const { siteName } = useSettings()
  const me = useMe()
  const loaded = useLoaderData<typeof loader>()
  const { data: product = loaded.product, mutate } = useQuery(productOf(loaded.product.slug), loaded.product)
  const { data: others = loaded.others } = useQuery(othersOf(product), loaded.others)
  const resumes = useResumes('buy')
  const [open, setOpen] = useState(resumes && me !== null)
  useKept(`buy:${product._id}`, () => setOpen(true))
  const act = <BuyAction product={product} onBuy={() => setOpen(true)} onNear={() => void fetchSheet()} />
  return (
    <MainFrame
      place="explore"
      wide
      hideBottomBar
      tint={product.cover?.tint}
      top={{ title: t('shop.product') }}
      up={{ to: '/shop', label: t('shop.title') }}
    >
      <title>{`${product.title} · ${siteName}`}</title>
      <Columns
        sideFirst
        lead={
          <Card className="overflow-hidden">
            <span className="grid aspect-square place-items-center bg-well text-muted">
              {product.cover ? (
                <img
                  src={product.cover.url}
                  srcSet={sourcesOf(product.cover)}
                  sizes="(min-width: 1024px) 560px, 100vw"
                  alt={t('shop.pictureOf', { title: product.title })}
                  width={product.cover.width}
                  height={product.cover.height}
                  fetchPriority="high"
                  className="size-full object-cover"
                />
              ) : (
                <Package aria-hidden="true" className="size-12" />
              )}
            </span>
          </Card>
        }
        side={
          <Card className="grid gap-4 p-4 md:p-5 lg:sticky lg:top-5">
            <div className="grid gap-1">
              <h1 dir="auto" className="stage-name text-24 leading-snug! text-pretty">
                {product.title}
              </h1>
              <Seller product={product} />
            </div>
            <p className="num text-24 font-semibold">
              <Tokens value={product.price} unit="muted" />
            </p>
            <Facts product={product} />
            <div className="grid max-md:hidden">{act}</div>
            <ProductActs product={product} onChange={(part) => void mutate({ ...product, ...part }, { revalidate: false })} />
          </Card>
        }
      >
        {(product.description || product.tags.length > 0) && (
          <Panel title={t('shop.description')}>
            {product.description && <p className="mb-3 text-16 break-words whitespace-pre-line">{product.description}</p>}
            <Tags tags={product.tags} to={(tag) => `/search?${new URLSearchParams({ q: `#${tag}` })}`} />
          </Panel>
        )}
      </Columns>
      {product.status === 'active' && (
        <div className="mt-2 max-w-[600px] md:mt-4">
          <CommentsBelow
            target={{ objectId: product._id, objectType: 'product' }}
            total={product.totalComment}
            of={product.performer}
            onChange={() => void mutate()}
          />
        </div>
      )}
      {others.data.length > 0 && (
        <section className="mt-8 grid gap-3">
          <h2 className="text-18 max-md:px-4">{t('shop.others', { name: product.performer.name })}</h2>
          <ProductTiles products={others.data} byOne />
        </section>
      )}
      <StickyBar amount={<Tokens value={product.price} />} action={act} />
      {open && (
        <Suspense>
          <BuySheet product={product} open={open} onOpenChange={setOpen} resume={resumes} />
        </Suspense>
      )}
    </MainFrame>
  )
}

function Seller({ product: { performer } }: { product: Product }) {
  return (
    <Link to={`/${performer.username}?tab=shop`} className="flex w-fit items-center gap-2 py-1 text-14 text-muted hover:text-text">
      <Avatar src={performer.avatar ?? null} name={performer.name} size={32} />
      <Name size={15} verified={performer.isVerified}>
        {performer.name}
      </Name>
    </Link>
  )
}

/** What a buyer wants to know before the button. */
function Facts({ product: { type, stock = 0, shippingNote } }: { product: Product }) {
  const { t } = useTranslation()
  const left = stock === 0 ? t('browse.soldOut') : stock <= 5 ? t('shop.fewLeft', { count: stock }) : t('shop.inStock', { count: stock })
  return (
    <ul className="grid gap-1.5 text-14 text-muted">
      <li className="num">{type === 'digital' ? t('shop.digitalFact') : left}</li>
      {shippingNote && <li className="break-words whitespace-pre-line">{shippingNote}</li>}
      <li>{t(type === 'digital' ? 'shop.atOnce' : 'shop.escrow')}</li>
    </ul>
  )
}
