import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Product } from '#contract/catalogue/shop.ts'
import { useAct } from '#web/app/act.ts'
import { type Draft, problemsOf, type Problems, sentOf } from '#web/catalogue/shop/studio/product-draft.ts'
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
/** The row's fields that this form shows under another name. */
const shownAt: Readonly<Record<string, string>> = { imageId: 'image', digitalFileId: 'digitalFile' }

type ProductFormProps = {
  draft: Draft
  onDraft: (draft: Draft) => void
  /** The product that is being changed. */
  before?: Product
  onSent: (product: Product) => void
}

/** Offers a product, or changes one. Its files travel with the form. */
export function ProductForm({ draft, onDraft, before, onSent }: ProductFormProps) {
  const { t } = useTranslation()
  const form = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [percent, setPercent] = useState<number>()
  // What the number in the field was written over, until the server says that it is another.
  const [seenStock, setSeenStock] = useState(before?.stock)
  const isSold = (before?.totalSold ?? 0) > 0
  const set = (part: Partial<Draft>) => onDraft({ ...draft, ...part })

  const focusFirst = () =>
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid] button')?.focus())
  const sending = useAct(
    async (api, _once, status: 'active' | 'inactive') => {
      const sent = sentOf(draft, status, seenStock)
      const hasFile = draft.image !== null || draft.digitalFile !== null
      const options = hasFile ? { onProgress: (fraction: number) => setPercent(fraction * 100) } : {}
      const going = before ? api.shop.updateProduct({ id: before._id, ...sent }, options) : api.shop.createProduct(sent, options)
      return going.finally(() => setPercent(undefined))
    },
    {
      refreshes: ['shop.ownProducts', 'shop.ownProduct', 'shop.product', 'shop.products'],
      noIn: 'screen',
      done: (product) => onSent(product),
      refused(no) {
        if (no?.code === 'stock_changed') setSeenStock(Number(no.details['stock']))
        const told = no?.errors.map(({ field, message }) => [shownAt[field] ?? field, message] as const) ?? []
        setErrors(Object.fromEntries(told))
        if (told.length === 0) return
        focusFirst()
        return true
      },
    },
  )
  const busy = sending.during?.[0]
  const refusal = sending.problem
  const send = async (status: 'active' | 'inactive') => {
    sending.forgive()
    const problems = problemsOf(draft, { isDraft: status === 'inactive', hasFile: (before?.files.length ?? 0) > 0 })
    setErrors(wordsFor(problems))
    if (Object.keys(problems).length > 0) return focusFirst()
    await sending.act(status)
  }
  const wordsFor = (problems: Problems) =>
    Object.fromEntries(Object.entries(problems).map(([field, problem]) => [field, t(`products.problem.${problem}`)]))
  const text = (name: 'name' | 'description' | 'price' | 'stock' | 'shippingNote') => ({
    value: draft[name],
    error: errors[name],
    onChange: (event: React.ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => set({ [name]: event.target.value }),
  })
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void send('active')
      }}
    >
      <Columns
        side={
          <Panel title={t('products.offer')}>
            <div className="grid gap-5">
              <NumberField
                label={t('products.price')}
                hint={t(isSold && draft.type === 'digital' ? 'products.price.sold' : 'products.price.hint')}
                unit={t('products.tokens')}
                required
                {...text('price')}
              />
              {draft.type === 'physical' && (
                <NumberField
                  label={t('products.stock')}
                  hint={t('products.stock.hint')}
                  unit={t('products.pieces')}
                  digits="numeric"
                  required
                  {...text('stock')}
                />
              )}
              <FormRefusal>{refusal}</FormRefusal>
              {percent !== undefined && <Progress percent={percent} label={t('products.sending')} />}
              <div className="grid gap-2">
                <Button type="submit" size="wide" loading={busy === 'active'} disabled={busy === 'inactive'}>
                  {t(before?.status === 'active' ? 'products.save' : 'products.publish')}
                </Button>
                <Button
                  size="wide"
                  rank="second"
                  loading={busy === 'inactive'}
                  disabled={busy === 'active'}
                  onClick={() => void send('inactive')}
                >
                  {t(before && before.status !== 'inactive' ? 'products.takeOff' : 'products.keepDraft')}
                </Button>
              </div>
              <p className="text-13 text-muted">{t(draft.type === 'physical' ? 'products.escrow' : 'products.atOnce')}</p>
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
                value={draft.type}
                onChange={(type) => set({ type })}
                cards={(['physical', 'digital'] as const).map((type) => ({
                  value: type,
                  disabled: isSold && type !== draft.type,
                  label: (
                    <>
                      <span className="block font-semibold">{t(`products.type.${type}`)}</span>
                      <span className="block text-14 text-muted">{t(`products.type.${type}.hint`)}</span>
                    </>
                  ),
                }))}
              />
              {errors['type'] && <p className="text-13 text-onair">{errors['type']}</p>}
            </div>
            <TextField label={t('products.name')} maxLength={200} required {...text('name')} />
            <FilePicker
              label={t('products.image')}
              hint={t('products.image.hint')}
              accept="image/jpeg,image/png,image/webp,image/heic"
              maxBytes={20 * mib}
              file={draft.image}
              onChange={(image) => set({ image })}
              before={{ picture: before?.thumbnail?.url }}
              error={errors['image']}
            />
            {draft.type === 'digital' && (
              <FilePicker
                label={t('products.file')}
                hint={t('products.file.hint')}
                maxBytes={4096 * mib}
                file={draft.digitalFile}
                onChange={(digitalFile) => set({ digitalFile })}
                before={{ name: before?.files[0]?.name }}
                locked={isSold && before?.type === 'digital' ? t('products.file.sold') : undefined}
                error={errors['digitalFile']}
              />
            )}
            <TextArea label={t('products.description')} maxLetters={5000} rows={6} {...text('description')} />
            {draft.type === 'physical' && (
              <TextArea
                label={t('products.shippingNote')}
                hint={t('products.shippingNote.hint')}
                maxLetters={1000}
                rows={2}
                {...text('shippingNote')}
              />
            )}
            <TagsField
              label={t('products.tags')}
              hint={t('products.tags.hint')}
              value={draft.tags}
              error={errors['tags']}
              onChange={(tags) => set({ tags })}
            />
          </div>
        </Panel>
      </Columns>
    </form>
  )
}
