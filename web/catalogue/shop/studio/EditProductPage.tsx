import { useTranslation } from '#web/app/say.ts'
import { type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router'
import type { Product } from '#contract/catalogue/shop.ts'
import { requirePerformer } from '#web/app/guard.ts'
import { load, useQuery } from '#web/app/query.ts'
import { ownOne } from '#web/catalogue/shop/queries.ts'
import { ProductForm } from '#web/catalogue/shop/studio/ProductForm.tsx'
import { ProductState } from '#web/catalogue/shop/studio/ProductState.tsx'
import { products } from '#web/catalogue/shop/studio/kind.ts'
import { WorkEdit } from '#web/catalogue/works/studio/WorkEdit.tsx'
import { ownProfile } from '#web/people/profiles/queries.ts'
import { useToast } from '#web/ui/Toast.tsx'

export const handle = { auth: true }

export async function loader(args: LoaderFunctionArgs) {
  requirePerformer(args)
  const [product, { commission }] = await Promise.all([load(args, ownOne(args.params['productId'] ?? '')), load(args, ownProfile)])
  return { product, commission }
}

export function Component() {
  const { product: loaded, commission } = useLoaderData<typeof loader>()
  const product = useQuery(ownOne(loaded._id), loaded).data ?? loaded
  // Another product is another form.
  return <Edit key={product._id} product={product} commission={commission} />
}

function Edit({ product, commission }: { product: Product; commission: number }) {
  const { t } = useTranslation()
  const toast = useToast()
  const navigate = useNavigate()
  return (
    <WorkEdit
      kind={products}
      title={t('products.edit')}
      work={product}
      look={{ label: t('products.view'), to: `/products/${product.slug}` }}
    >
      <ProductForm
        commission={commission}
        before={product}
        note={<ProductState product={product} />}
        onSent={(sent) => {
          toast.show(t(sent.status === 'active' ? 'shell.saved' : `products.sent.${sent.status}`))
          void navigate('/creator/products')
        }}
      />
    </WorkEdit>
  )
}
