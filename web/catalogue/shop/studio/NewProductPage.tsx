import { useTranslation } from '#web/app/say.ts'
import { type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router'
import { requirePerformer } from '#web/app/guard.ts'
import { load } from '#web/app/query.ts'
import { StudioShell } from '#web/app/shell/StudioShell.tsx'
import { ProductForm } from '#web/catalogue/shop/studio/ProductForm.tsx'
import { usePageTitle } from '#web/app/page-title.ts'
import { ownProfile } from '#web/people/profiles/queries.ts'
import { useToast } from '#web/ui/Toast.tsx'

export const handle = { auth: true }

export function loader(args: LoaderFunctionArgs) {
  requirePerformer(args)
  return load(args, ownProfile)
}

export function Component() {
  const { t } = useTranslation()
  const { commission } = useLoaderData<typeof loader>()
  const toast = useToast()
  const navigate = useNavigate()
  return (
    <StudioShell hasAct below place="products" title={t('products.new')}>
      <title>{usePageTitle(t('products.new'))}</title>
      <ProductForm
        commission={commission}
        onSent={(product) => {
          if (product.status !== 'inactive') return void navigate(`/creator/products/${product._id}/published`)
          toast.show(t('products.sent.inactive'))
          void navigate('/creator/products')
        }}
      />
    </StudioShell>
  )
}
