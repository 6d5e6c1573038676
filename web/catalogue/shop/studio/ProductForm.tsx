import { ImagePlus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import type { Product } from '#contract/catalogue/shop.ts'
import { exact } from '#web/app/amounts.ts'
import { useFields, useFormAct } from '#web/app/form-act.ts'
import { useSettings } from '#web/app/session.tsx'
import { type Draft, draftFrom, emptyDraft, problemsOf, type Problems, sentOf } from '#web/catalogue/shop/studio/product-draft.ts'
import { FilePicker } from '#web/catalogue/shop/studio/FilePicker.tsx'
import { FormRefusal } from '#web/ui/FormRefusal.tsx'
import { cx } from '#web/ui/cx.ts'
import { FormCard, FormFold, FormSection } from '#web/ui/FormCard.tsx'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'
import { StayingActs, StayingTitle } from '#web/ui/layout/Staying.tsx'
import { useLocalPicture } from '#web/ui/local-picture.ts'
import { Tokens } from '#web/ui/Tokens.tsx'
import { amountIn } from '#web/app/typed-amount.ts'
import { Button } from '#web/ui/Button.tsx'
import { Columns } from '#web/ui/layout/Columns.tsx'
import { NumberField } from '#web/ui/NumberField.tsx'
import { writeMoney } from '#web/ui/numbers.ts'
import { useSpeech } from '#web/ui/UiWords.tsx'
import { Progress } from '#web/ui/Progress.tsx'
import { RadioCards } from '#web/ui/RadioCards.tsx'
import { TagsField } from '#web/ui/TagsField.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { TextField } from '#web/ui/TextField.tsx'

const mib = 1024 * 1024

type ProductFormProps = {
  /** The product that is being changed. */
  before?: Product
  /** At the left of the buttons: where it stands. */
  note?: ReactNode
  /** Percent that the site keeps of this creator's sales. */
  commission: number
  onSent: (product: Product) => void
}

/** Offers a product, or changes one. Its files travel with the form. */
export function ProductForm({ before, note, commission, onSent }: ProductFormProps) {
  const { t } = useTranslation()
  const fresh = { ...(before ? draftFrom(before) : emptyDraft), status: 'active' as 'active' | 'inactive' }
  const { form, values, typed, chosen } = useFields(fresh, 'onSubmit')
  const [percent, setPercent] = useState<number>()
  // What the number in the field was written over, until the server says that it is another.
  const [seenStock, setSeenStock] = useState(before?.stock)
  const isSold = (before?.totalSold ?? 0) > 0
  const { send, busy, problem } = useFormAct(
    form,
    async (api, _once, { status, ...draft }) => {
      const sent = sentOf(draft, status, seenStock)
      const hasFile = draft.image !== null || draft.digitalFile !== null
      const options = hasFile ? { onProgress: (fraction: number) => setPercent(fraction * 100) } : {}
      const going = before ? api.shop.updateProduct({ id: before._id, ...sent }, options) : api.shop.createProduct(sent, options)
      return going.finally(() => setPercent(undefined))
    },
    {
      refreshes: ['shop.ownProducts', 'shop.ownProduct', 'shop.product', 'shop.products'],
      done: (product) => onSent(product),
      refused(no) {
        if (no?.code === 'stock_changed') setSeenStock(Number(no.details['stock']))
      },
    },
  )
  const judged = (name: keyof Problems) => ({
    validate(_typed: unknown, { status, ...draft }: typeof fresh) {
      const wrong = problemsOf(draft, { isDraft: status === 'inactive', hasFile: (before?.files.length ?? 0) > 0 })[name]
      return wrong === undefined || t(`products.problem.${wrong}`)
    },
  })
  const type = chosen('type')
  const status = (next: 'active' | 'inactive') => ({
    loading: busy && values.status === next,
    disabled: busy && values.status !== next,
    onClick: () => form.setValue('status', next),
  })
  return (
    <form noValidate onSubmit={(event) => void send(event)}>
      <StayingTitle>
        <PageTitle
          aside={
            <StayingActs>
              {note && <span className="text-13 max-lg:hidden">{note}</span>}
              <Button type="submit" rank="second" className="max-md:my-2" {...status('inactive')}>
                {t(before && before.status !== 'inactive' ? 'products.takeOff' : 'products.keepDraft')}
              </Button>
              <Button type="submit" className="max-md:my-2" {...status('active')}>
                {t(before?.status === 'active' ? 'products.save' : 'products.publish')}
              </Button>
            </StayingActs>
          }
        >
          {t(before ? 'products.edit' : 'products.new')}
        </PageTitle>
      </StayingTitle>
      <Columns className="max-md:mt-2" side={<ProductPreview draft={values} before={before} />}>
        <FormCard>
          {(problem || percent !== undefined) && (
            <FormSection title={t('products.sending')}>
              <FormRefusal>{problem}</FormRefusal>
              {percent !== undefined && <Progress percent={percent} label={t('products.sending')} />}
            </FormSection>
          )}
          <FormSection title={t('products.product')}>
            <div className="grid gap-5">
              <TextField label={t('products.name')} maxLength={200} required {...typed('name', judged('name'))} />
              <FilePicker
                label={t('products.image')}
                hint={t('products.image.hint')}
                accept="image/jpeg,image/png,image/webp,image/heic"
                maxBytes={20 * mib}
                before={{ picture: before?.thumbnail?.url }}
                {...chosen('image')}
              />
              <TextArea label={t('products.description')} maxLetters={5000} rows={4} {...typed('description')} />
            </div>
          </FormSection>
          <FormSection isTitled title={t('products.type')}>
            <div className="grid gap-4">
              <RadioCards
                label={t('products.type')}
                value={type.value}
                onChange={type.onChange}
                cards={(['physical', 'digital'] as const).map((value) => ({
                  value,
                  disabled: isSold && value !== type.value,
                  label: (
                    <>
                      <span className="block font-semibold">{t(`products.type.${value}`)}</span>
                      <span className="block text-14 text-muted">{t(`products.type.${value}.hint`)}</span>
                    </>
                  ),
                }))}
              />
              {type.error && <p className="text-13 text-onair">{type.error}</p>}
              {values.type === 'digital' && (
                <FilePicker
                  label={t('products.file')}
                  hint={t('products.file.hint')}
                  maxBytes={4096 * mib}
                  before={{ name: before?.files[0]?.name }}
                  locked={isSold && before?.type === 'digital' ? t('products.file.sold') : undefined}
                  {...chosen('digitalFile', judged('digitalFile'))}
                />
              )}
            </div>
          </FormSection>
          <FormSection title={t('products.offer')}>
            <div className="grid gap-4 md:grid-cols-2">
              <NumberField
                label={t('products.price')}
                hint={t(isSold && values.type === 'digital' ? 'products.price.sold' : 'products.price.hint')}
                unit={t('products.tokens')}
                required
                {...typed('price', judged('price'))}
              />
              {values.type === 'physical' && (
                <NumberField
                  label={t('products.stock')}
                  hint={t('products.stock.hint')}
                  unit={t('products.pieces')}
                  digits="numeric"
                  required
                  {...typed('stock', judged('stock'))}
                />
              )}
            </div>
            <Earning price={amountIn(values.price) ?? 0} commission={commission} />
            <p className="mt-1 text-13 text-muted">{t(values.type === 'physical' ? 'products.escrow' : 'products.atOnce')}</p>
          </FormSection>
          <FormFold
            title={t('products.more')}
            inside={t(values.type === 'physical' ? 'products.more.physical' : 'products.more.digital')}
            isOpenAtFirst={values.tags.length > 0 || values.shippingNote !== ''}
            hasError={hasErrorIn(form.formState.errors)}
          >
            {values.type === 'physical' && (
              <TextArea
                label={t('products.shippingNote')}
                hint={t('products.shippingNote.hint')}
                maxLetters={1000}
                rows={2}
                {...typed('shippingNote')}
              />
            )}
            <TagsField label={t('products.tags')} hint={t('products.tags.hint')} {...chosen('tags')} />
          </FormFold>
        </FormCard>
      </Columns>
    </form>
  )
}

/** What of one sale arrives, in money: creators think in it. */
function Earning({ price, commission }: { price: number; commission: number }) {
  const { t } = useTranslation()
  const { locale } = useSpeech()
  const { currency, tokenConversionRate } = useSettings()
  if (price <= 0) return null
  const net = exact(price - exact((price * commission) / 100))
  return (
    <p aria-live="polite" className="num mt-3 text-13 text-muted">
      {t('products.youGet', { net: writeMoney(exact(net * tokenConversionRate), currency, locale), percent: commission })}
    </p>
  )
}

const hasErrorIn = (errors: Partial<Record<string, unknown>>) => errors['shippingNote'] !== undefined || errors['tags'] !== undefined

/** As it will stand in the shop. */
function ProductPreview({ draft, before }: { draft: Draft; before: Product | undefined }) {
  const { t } = useTranslation()
  const local = useLocalPicture(draft.image)
  const picture = local ?? (draft.image ? undefined : before?.thumbnail?.url)
  const price = amountIn(draft.price) ?? 0
  return (
    <section aria-label={t('products.preview')} className="max-md:px-4">
      <p className="mb-2 text-14 text-muted">{t('products.preview')}</p>
      <div className="grid gap-2 max-lg:max-w-[280px]">
        <div className="grid aspect-square place-items-center overflow-hidden rounded-card bg-well text-muted">
          {picture ? <img src={picture} alt="" className="size-full object-cover" /> : <ImagePlus aria-hidden="true" className="size-6" />}
        </div>
        <p className={cx('line-clamp-2 text-15 font-semibold', draft.name.trim() === '' && 'text-muted')}>
          {draft.name.trim() || t('products.name')}
        </p>
        {price > 0 && <Tokens value={price} className="text-13 font-semibold" />}
      </div>
    </section>
  )
}
