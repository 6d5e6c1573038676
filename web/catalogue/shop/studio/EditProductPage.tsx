import { ExternalLink, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router'
import type { Product } from '#contract/catalogue/shop.ts'
import { requirePerformer } from '#web/app/guard.ts'
import { load, useQuery } from '#web/app/query.ts'
import { StudioShell } from '#web/app/shell/StudioShell.tsx'
import { ownOne } from '#web/catalogue/shop/queries.ts'
import { DeleteWorks } from '#web/catalogue/works/studio/DeleteWorks.tsx'
import { products } from '#web/catalogue/works/studio/kinds.ts'
import { draftFrom } from '#web/catalogue/shop/studio/product-draft.ts'
import { ProductForm } from '#web/catalogue/shop/studio/ProductForm.tsx'
import { ProductState } from '#web/catalogue/shop/studio/ProductState.tsx'
import { usePageTitle } from '#web/people/accounts/page-title.ts'
import { Button } from '#web/ui/Button.tsx'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'
import { RefusedState } from '#web/ui/RefusedState.tsx'
import { useToast } from '#web/ui/Toast.tsx'

export const handle = { auth: true }

export async function loader(args: LoaderFunctionArgs) {
  requirePerformer(args)
  return load(args, ownOne(args.params['productId'] ?? ''))
}

export function Component() {
  const loaded = useLoaderData<typeof loader>()
  const product = useQuery(ownOne(loaded._id), loaded).data ?? loaded
  // Another product is another form.
  return <Edit key={product._id} product={product} />
}

function Edit({ product }: { product: Product }) {
  const { t } = useTranslation()
  const toast = useToast()
  const navigate = useNavigate()
  const [draft, setDraft] = useState(() => draftFrom(product))
  const [deleting, setDeleting] = useState(false)
  return (
    <StudioShell hasAct place="products" title={t('products.edit')}>
      <title>{usePageTitle(product.title)}</title>
      <PageTitle aside={<ProductState product={product} />}>{t('products.edit')}</PageTitle>
      {product.rejectionReason && (
        <RefusedState look="inline" className="mb-4 max-md:m-4" what={t('products.rejected')} why={product.rejectionReason} />
      )}
      <ProductForm
        draft={draft}
        onDraft={setDraft}
        before={product}
        onSent={(sent) => {
          toast.show(t(sent.status === 'active' ? 'shell.saved' : `products.sent.${sent.status}`))
          void navigate('/creator/products')
        }}
      />
      <div className="mt-6 flex flex-wrap gap-2 max-md:px-4">
        <Button rank="second" size="sm" icon={<ExternalLink className="size-4" />} to={`/products/${product.slug}`}>
          {t('products.view')}
        </Button>
        <Button rank="second" size="sm" icon={<Trash2 className="size-4" />} onClick={() => setDeleting(true)}>
          {t('studio.delete')}
        </Button>
      </div>
      <DeleteWorks
        kind={products}
        ids={deleting ? [product._id] : []}
        onClose={() => setDeleting(false)}
        onDeleted={() => void navigate('/creator/products')}
      />
    </StudioShell>
  )
}
