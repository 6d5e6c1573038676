import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Product } from '#contract/catalogue/shop.ts'
import { useFields, useFormAct } from '#web/app/form-act.ts'
import { draftFrom, emptyDraft, problemsOf, type Problems, sentOf } from '#web/catalogue/shop/studio/product-draft.ts'
import { FilePicker } from '#web/catalogue/shop/studio/FilePicker.tsx'
import { FormRefusal } from '#web/ui/FormRefusal.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Columns } from '#web/ui/layout/Columns.tsx'
import { NumberField } from '#web/ui/NumberField.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Progress } from '#web/ui/Progress.tsx'
import { RadioCards } from '#web/ui/RadioCards.tsx'
import { TagsField } from '#web/ui/TagsField.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { TextField } from '#web/ui/TextField.tsx'

const mib = 1024 * 1024

type ProductFormProps = {
  /** The product that is being changed. */
  before?: Product
  onSent: (product: Product) => void
}

/** Offers a product, or changes one. Its files travel with the form. */
export function ProductForm({ before, onSent }: ProductFormProps) {
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
  return (
    <form noValidate onSubmit={(event) => void send(event)}>
      <Columns
        side={
          <Panel title={t('products.offer')}>
            <div className="grid gap-5">
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
              <FormRefusal>{problem}</FormRefusal>
              {percent !== undefined && <Progress percent={percent} label={t('products.sending')} />}
              <div className="grid gap-2">
                <Button
                  type="submit"
                  size="wide"
                  loading={busy && values.status === 'active'}
                  disabled={busy && values.status === 'inactive'}
                  onClick={() => form.setValue('status', 'active')}
                >
                  {t(before?.status === 'active' ? 'products.save' : 'products.publish')}
                </Button>
                <Button
                  type="submit"
                  size="wide"
                  rank="second"
                  loading={busy && values.status === 'inactive'}
                  disabled={busy && values.status === 'active'}
                  onClick={() => form.setValue('status', 'inactive')}
                >
                  {t(before && before.status !== 'inactive' ? 'products.takeOff' : 'products.keepDraft')}
                </Button>
              </div>
              <p className="text-13 text-muted">{t(values.type === 'physical' ? 'products.escrow' : 'products.atOnce')}</p>
            </div>
          </Panel>
        }
      >
        <Panel>
          <div className="grid gap-5">
            <div className="grid gap-1.5">
              <p className="text-14 font-semibold">{t('products.type')}</p>
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
            </div>
            <TextField label={t('products.name')} maxLength={200} required {...typed('name', judged('name'))} />
            <FilePicker
              label={t('products.image')}
              hint={t('products.image.hint')}
              accept="image/jpeg,image/png,image/webp,image/heic"
              maxBytes={20 * mib}
              before={{ picture: before?.thumbnail?.url }}
              {...chosen('image')}
            />
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
            <TextArea label={t('products.description')} maxLetters={5000} rows={6} {...typed('description')} />
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
          </div>
        </Panel>
      </Columns>
    </form>
  )
}
