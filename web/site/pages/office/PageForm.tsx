import { useWrittenLanguages } from '#web/app/written-languages.tsx'
import { useNavigate } from 'react-router'
import { inEachLocale, type Locale, localeNames, locales } from '#contract/locales.ts'
import { longestContent, longestTitle, pagePlaces } from '#contract/site/page-names.ts'
import { useFields, useFormAct } from '#web/app/form-act.ts'
import { useTranslation } from '#web/app/say.ts'
import { useBoot, useSettings } from '#web/app/session.tsx'
import { fieldFrom, instantFrom } from '#web/app/zoned-time.ts'
import { Preview } from '#web/site/pages/office/Preview.tsx'
import type { WrittenPage } from '#web/site/pages/queries.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { FormRefusal } from '#web/ui/FormRefusal.tsx'
import { NumberField } from '#web/ui/NumberField.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Segmented } from '#web/ui/Segmented.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { TextField } from '#web/ui/TextField.tsx'

interface Text {
  title: string
  content: string
  isPublished: boolean
  /** As a field has it: 2026-11-21T21:30. */
  publishedAt: string
}

const isEmpty = ({ title, content }: Text) => title.trim() === '' && content.trim() === ''

/** A page in all its languages. Give it a `key` of the page as it was read, so that another one starts anew. */
export function PageForm({ page }: { page?: WrittenPage }) {
  const { t } = useTranslation()
  const { timeZone } = useBoot()
  const { termsVersion } = useSettings()
  const navigate = useNavigate()
  const textOf = (locale: Locale): Text => {
    const { title = '', content = '', publishedAt } = page?.texts[locale] ?? {}
    return { title, content, isPublished: publishedAt !== undefined, publishedAt: publishedAt ? fieldFrom(publishedAt, timeZone) : '' }
  }
  const { form, values, typed, chosen, ticked } = useFields({
    type: page?.type ?? ('page' as 'page' | 'post'),
    slug: page?.slug ?? '',
    order: String(page?.order ?? 0),
    places: { footer: page?.places.includes('footer') ?? false, account: page?.places.includes('account') ?? false },
    texts: inEachLocale(textOf),
    termsVersion,
  })
  const { shown, more } = useWrittenLanguages((locale) => page?.texts[locale] !== undefined)
  const isTerms = values.slug === 'terms' || page?.slug === 'terms'
  const standsIn = values.slug === 'terms' || values.slug === 'privacy'
  const { send, busy, problem } = useFormAct(
    form,
    (api, _once, { type, slug, order, places, texts, termsVersion: version }) => {
      const sent = (locale: Locale) => {
        const { title, content, isPublished, publishedAt } = texts[locale]
        if (isEmpty(texts[locale])) return {}
        const at = publishedAt === '' ? null : (instantFrom(publishedAt, timeZone) ?? null)
        // What was not changed stays to the second.
        const isSame = publishedAt === textOf(locale).publishedAt
        return { [locale]: { title: title.trim(), content, isPublished, ...(isPublished && !isSame && { publishedAt: at }) } }
      }
      const body = {
        type,
        slug: slug.trim(),
        order: Number(order),
        places: pagePlaces.filter((place) => places[place]),
        texts: Object.assign({}, ...locales.map(sent)) as Parameters<typeof api.pages.create>[0]['texts'],
        ...(isTerms && { termsVersion: version.trim() }),
      }
      return page ? api.pages.update({ id: page._id, ...body, updatedAt: page.updatedAt }) : api.pages.create(body)
    },
    {
      refreshes: ['pages.all', 'pages.search', 'pages.one', 'pages.written', 'settings.public'],
      said: () => t('shell.saved'),
      done: ({ _id }) => (page ? undefined : navigate(`/admin/pages/${_id}`)),
    },
  )
  return (
    <form
      noValidate
      className="grid gap-2 md:gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) void send(event)
      }}
    >
      <Card className="grid gap-4 p-4 md:p-5">
        <Segmented
          label={t('officePages.type')}
          options={(['page', 'post'] as const).map((value) => ({ value, label: t(`officePages.type.${value}`) }))}
          {...chosen('type')}
        />
        <div className="grid items-start gap-4 md:grid-cols-[minmax(0,1fr)_160px]">
          <TextField
            required
            label={t('officePages.slug')}
            hint={standsIn ? t('officePages.slug.stands') : t('officePages.slug.hint')}
            maxLength={80}
            autoCapitalize="none"
            spellCheck={false}
            {...typed('slug', { validate: (slug) => /^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug.trim()) || t('officePages.slug.wrong') })}
          />
          <NumberField
            width="full"
            digits="numeric"
            maxLength={4}
            label={t('officePages.order')}
            hint={t('officePages.order.hint')}
            {...typed('order', { validate: (order) => (/^\d{1,4}$/.test(order) && Number(order) <= 1000) || t('officePages.order.wrong') })}
          />
        </div>
        {!standsIn && (
          <fieldset>
            <legend className="text-14 font-semibold">{t('officePages.places')}</legend>
            <div className="grid gap-x-6 md:grid-cols-2">
              {pagePlaces.map((place) => (
                <Checkbox key={place} label={t(`officePages.place.${place}`)} {...ticked(`places.${place}`)} />
              ))}
            </div>
          </fieldset>
        )}
        {isTerms && (
          <TextField
            required
            label={t('officePages.termsVersion')}
            hint={t('officePages.termsVersion.hint', { version: termsVersion })}
            maxLength={40}
            {...typed('termsVersion', { validate: (version) => version.trim() !== '' || t('officePages.termsVersion') })}
          />
        )}
      </Card>
      {shown.map((locale) => {
        const own = values.texts[locale]
        const needs = (what: string, isThere: boolean) => isEmpty(own) || isThere || what
        return (
          <Panel key={locale} title={localeNames[locale]}>
            <div className="grid gap-4">
              <p className="text-13 text-muted">{t('officePages.locale.hint')}</p>
              <TextField
                lang={locale}
                label={t('officePages.text.title')}
                maxLength={longestTitle}
                {...typed(`texts.${locale}.title`, { validate: (title) => needs(t('officePages.title.needed'), title.trim() !== '') })}
              />
              <TextArea
                lang={locale}
                rows={10}
                label={t('officePages.content')}
                hint={t('officePages.content.hint')}
                maxLetters={longestContent}
                {...typed(`texts.${locale}.content`, {
                  validate: (content) => needs(t('officePages.content.needed'), !own.isPublished || content.trim() !== ''),
                })}
              />
              <Preview content={own.content} lang={locale} />
              <div className="grid items-start gap-x-6 gap-y-2 md:grid-cols-[minmax(0,1fr)_260px]">
                <Checkbox
                  label={t('officePages.publish')}
                  hint={t('officePages.publish.hint')}
                  {...ticked(`texts.${locale}.isPublished`)}
                />
                {own.isPublished && !isTerms && (
                  <TextField
                    type="datetime-local"
                    label={t('officePages.publishAt')}
                    hint={t('officePages.publishAt.hint')}
                    {...typed(`texts.${locale}.publishedAt`)}
                  />
                )}
              </div>
            </div>
          </Panel>
        )
      })}
      {more && <div className="max-md:px-4">{more}</div>}
      {problem && <FormRefusal>{problem}</FormRefusal>}
      <div className="max-md:px-4">
        <Button type="submit" loading={busy} disabled={locales.every((locale) => isEmpty(values.texts[locale]))}>
          {t('officePages.save')}
        </Button>
      </div>
    </form>
  )
}
