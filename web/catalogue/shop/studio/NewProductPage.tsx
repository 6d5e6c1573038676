import { useTranslation } from 'react-i18next'
import { type LoaderFunctionArgs, useNavigate } from 'react-router'
import { requirePerformer } from '#web/app/guard.ts'
import { StudioShell } from '#web/app/shell/StudioShell.tsx'
import { ProductForm } from '#web/catalogue/shop/studio/ProductForm.tsx'
import { usePageTitle } from '#web/app/page-title.ts'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'
import { useToast } from '#web/ui/Toast.tsx'

export const handle = { auth: true }

export function loader(args: LoaderFunctionArgs) {
  requirePerformer(args)
  return null
}

export function Component() {
  const { t } = useTranslation()
  const toast = useToast()
  const navigate = useNavigate()
  return (
    <StudioShell hasAct place="products" title={t('products.new')}>
      <title>{usePageTitle(t('products.new'))}</title>
      <PageTitle>{t('products.new')}</PageTitle>
      <ProductForm
        onSent={(product) => {
          toast.show(t(`products.sent.${product.status}`))
          void navigate('/creator/products')
        }}
      />
    </StudioShell>
  )
}
