import { useWrittenLanguages } from '#web/app/written-languages.tsx'
import { inEachLocale, type Locale, localeNames, locales } from '#contract/locales.ts'
import { longestPromo, promoAudiences, promoPlaces } from '#contract/windows/promo-names.ts'
import type { WrittenPromo } from '#contract/windows/promos.ts'
import { useFields, useFormAct } from '#web/app/form-act.ts'
import { useTranslation } from '#web/app/say.ts'
import { useBoot } from '#web/app/session.tsx'
import { fieldFrom, instantFrom } from '#web/app/zoned-time.ts'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { FormSheet } from '#web/ui/FormSheet.tsx'
import { NumberField } from '#web/ui/NumberField.tsx'
import { RefusedState } from '#web/ui/RefusedState.tsx'
import { Segmented } from '#web/ui/Segmented.tsx'
import { Select } from '#web/ui/Select.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { PictureField } from '#web/windows/promos/office/PictureField.tsx'

/** Give it a `key` of the promotion, so that another one starts anew. */
export function PromoForm({ promo, open, onClose }: { promo: WrittenPromo | undefined; open: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const { timeZone } = useBoot()
  const textOf = (locale: Locale) => promo?.texts[locale] ?? { title: '', description: '' }
  const { form, values, typed, chosen, ticked } = useFields({
    type: promo?.type ?? ('image' as 'image' | 'html'),
    position: promo?.position ?? ('home' as 'home' | 'sidebar'),
    audience: promo?.audience ?? ('everyone' as (typeof promoAudiences)[number]),
    isFitForAll: promo?.isFitForAll ?? false,
    texts: inEachLocale(textOf),
    link: promo?.link ?? '',
    fileId: promo?.fileId ?? '',
    order: String(promo?.order ?? 0),
    isActive: promo?.isActive ?? true,
    startsAt: promo?.startsAt ? fieldFrom(promo.startsAt, timeZone) : '',
    endsAt: promo?.endsAt ? fieldFrom(promo.endsAt, timeZone) : '',
  })
  const isImage = values.type === 'image'
  const { send, busy, problem } = useFormAct(
    form,
    (api, _once, { texts, fileId, order, startsAt, endsAt, link, ...rest }) => {
      const sent = (locale: Locale) => {
        const { title, description } = texts[locale]
        return title.trim() === '' ? {} : { [locale]: { title: title.trim(), description } }
      }
      const body = {
        ...rest,
        texts: Object.assign({}, ...locales.map(sent)) as Partial<Record<Locale, { title: string; description: string }>>,
        link: link.trim(),
        fileId: isImage && fileId !== '' ? fileId : null,
        order: Number(order),
        startsAt: instantFrom(startsAt, timeZone) ?? null,
        endsAt: instantFrom(endsAt, timeZone) ?? null,
      }
      return promo ? api.promos.update({ id: promo._id, ...body }) : api.promos.create(body)
    },
    { refreshes: ['promos.all', 'promos.search'], said: () => t('shell.saved'), done: onClose },
  )
  const { texts } = values
  const { shown, more } = useWrittenLanguages((locale) => promo?.texts[locale] !== undefined)
  const isNamed = locales.some((locale) => texts[locale].title.trim() !== '')
  return (
    <FormSheet
      open={open}
      onClose={onClose}
      title={t(promo ? 'officePromos.edit' : 'officePromos.new')}
      lead={t('officePromos.lead')}
      act={t('officePromos.save')}
      busy={busy}
      onSend={send}
    >
      <Segmented
        width="wide"
        label={t('officePromos.type')}
        options={(['image', 'html'] as const).map((value) => ({ value, label: t(`officePromos.type.${value}`) }))}
        {...chosen('type')}
      />
      {isImage && (
        <PictureField
          before={promo?.fileUrl}
          {...chosen('fileId', {
            validate: (fileId) => !isImage || fileId !== '' || t('officePromos.picture.needed'),
          })}
        />
      )}
      {shown.map((locale) => (
        <div key={locale} className="grid gap-3">
          <TextField
            lang={locale}
            label={t('officePromos.title', { language: localeNames[locale] })}
            maxLength={longestPromo.title}
            {...typed(`texts.${locale}.title`, { validate: () => isNamed || t('officePromos.title.needed') })}
          />
          <TextArea
            lang={locale}
            rows={2}
            label={t('officePromos.description', { language: localeNames[locale] })}
            hint={isImage ? undefined : t('officePromos.description.hint')}
            maxLetters={longestPromo.description}
            {...typed(`texts.${locale}.description`)}
          />
        </div>
      ))}
      {more}
      <TextField
        label={t('officePromos.link')}
        hint={t('officePromos.link.hint')}
        maxLength={longestPromo.link}
        autoCapitalize="none"
        spellCheck={false}
        {...typed('link')}
      />
      <div className="grid grid-cols-2 items-start gap-4 max-md:grid-cols-1">
        <Select
          label={t('officePromos.where')}
          options={promoPlaces.map((value) => ({ value, label: t(`officePromos.position.${value}`) }))}
          {...chosen('position')}
        />
        <Select
          label={t('officePromos.audience')}
          options={promoAudiences.map((value) => ({ value, label: t(`officePromos.audience.${value}`) }))}
          {...chosen('audience')}
        />
        <TextField type="datetime-local" label={t('officePromos.from')} {...typed('startsAt')} />
        <TextField
          type="datetime-local"
          label={t('officePromos.until')}
          {...typed('endsAt', {
            validate: (until) => until === '' || values.startsAt === '' || until > values.startsAt || t('officePromos.dates.wrong'),
          })}
        />
        <NumberField
          width="full"
          digits="numeric"
          maxLength={4}
          label={t('officePromos.order')}
          {...typed('order', { validate: (order) => (/^\d{1,4}$/.test(order) && Number(order) <= 1000) || t('officePromos.order.wrong') })}
        />
      </div>
      <Checkbox label={t('officePromos.fit')} hint={t('officePromos.fit.hint')} {...ticked('isFitForAll')} />
      <Checkbox label={t('officePromos.active')} {...ticked('isActive')} />
      {problem && <RefusedState look="inline" what={t('officePromos.notSaved')} why={problem} />}
    </FormSheet>
  )
}
