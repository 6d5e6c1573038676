import { CalendarClock, Film, FolderOpen, Music, Send } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Campaign } from '#contract/talk/campaigns.ts'
import type { FanList } from '#contract/talk/fans.ts'
import { mostLetters } from '#contract/talk/limits.ts'
import { useAmounts } from '#web/app/amounts.ts'
import { useFields, useFormAct } from '#web/app/form-act.ts'
import { useQuery } from '#web/app/query.ts'
import { useTranslation } from '#web/app/say.ts'
import { useBoot, useMember, useNow } from '#web/app/session.tsx'
import { amountIn } from '#web/app/typed-amount.ts'
import { dayIn, fieldFrom, instantFrom } from '#web/app/zoned-time.ts'
import { type Audience, audienceOf, noParts, segmentOf } from '#web/talk/campaigns/audience.ts'
import { AudienceFields } from '#web/talk/campaigns/AudienceFields.tsx'
import { type CampaignDraft, draftedCampaign, keepCampaign } from '#web/talk/campaigns/draft.ts'
import { NamedTextArea } from '#web/talk/campaigns/NamedTextArea.tsx'
import { itemsFrom, type MediaItem, seed, useUploads } from '#web/media/uploads/uploads.ts'
import type { Sale } from '#web/talk/messaging/drafts.ts'
import { Enclosures } from '#web/talk/messaging/Enclosures.tsx'
import { useInside } from '#web/talk/messaging/inside.ts'
import { useNamedText } from '#web/talk/messaging/named-text.ts'
import { aboutCampaigns, reach } from '#web/talk/campaigns/queries.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { BigFigure } from '#web/ui/BigFigure.tsx'
import { Button } from '#web/ui/Button.tsx'
import { FormCard, FormFold, FormSection } from '#web/ui/FormCard.tsx'
import { FormRefusal } from '#web/ui/FormRefusal.tsx'
import { cx } from '#web/ui/cx.ts'
import { Columns } from '#web/ui/layout/Columns.tsx'
import { LockedMedia } from '#web/ui/LockedMedia.tsx'
import { MomentPicker } from '#web/ui/moments/MomentPicker.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { writeComing } from '#web/ui/relative-time.ts'
import { useIsHydrated } from '#web/ui/hydrated.ts'
import { lazy } from '#web/ui/network.ts'
import { useSpeech } from '#web/ui/UiWords.tsx'

const FromLibrary = lazy(() => import('#web/talk/messaging/FromLibrary.tsx').then((file) => ({ default: file.FromLibrary })))

const dayMs = 86_400_000
const everybody: Audience = { include: { ...noParts, chosen: ['followers', 'subscribers'] }, exclude: noParts }

type CampaignFormProps = { campaign?: Campaign; lists: FanList[] }

/** Who, what and when; how many will hear it, and what one of them will read. A new one that was begun in this browser is gone on with. */
export function CampaignForm(props: CampaignFormProps) {
  const me = useMember()
  const isHydrated = useIsHydrated()
  const [draft, setDraft] = useState(() => (props.campaign || typeof window === 'undefined' ? undefined : draftedCampaign(me._id)))
  // The server knows no drafts, and the first drawing must agree with it.
  const begun = isHydrated ? draft : undefined
  return <Parts key={begun ? 'begun' : 'new'} {...props} begun={begun} onAnew={() => setDraft(undefined)} />
}

type PartsProps = CampaignFormProps & { begun: CampaignDraft | undefined; onAnew: () => void }

function Parts({ campaign, lists, begun, onAnew }: PartsProps) {
  const { t } = useTranslation()
  const { number } = useAmounts()
  const { timeZone } = useBoot()
  const { locale } = useSpeech()
  const now = useNow()
  const navigate = useNavigate()
  const words = useNamedText()
  const me = useMember()
  const [audience, setAudience] = useState<Audience>(() => begun?.audience ?? (campaign ? audienceOf(campaign.segment) : everybody))
  const segment = segmentOf(audience, timeZone)
  const { data: found } = useQuery(segment ? reach(segment) : null, undefined, { keepPreviousData: true })
  const count = segment ? found?.count : undefined
  const stillToCome = (field: string) => (Date.parse(instantFrom(field, timeZone) ?? '') > now ? field : '')
  const { form, values, chosen } = useFields({
    text: begun?.text ?? (campaign ? words.toWrite(campaign.text) : ''),
    segment: '',
    scheduledAt: begun ? stillToCome(begun.scheduledAt) : campaign ? fieldFrom(campaign.goesAt, timeZone) : '',
    fileIds: '',
    price: '',
  })
  // What is chosen stands in a list of its own; one that is changed begins with what it has.
  const list = `campaign:${campaign?._id ?? 'new'}`
  const items = useUploads(list)
  const [library, setLibrary] = useState<boolean>()
  const [sale, setSale] = useState<Sale>(
    begun?.sale ?? { isOn: campaign?.price !== undefined, price: String(campaign?.price ?? ''), previewId: campaign?.previewId },
  )
  useEffect(() => {
    seed(list, begun?.files ?? itemsFrom(campaign?.files ?? []))
    return () => seed(list, [])
  }, [list, campaign, begun])
  const { text: written, scheduledAt: planned } = values
  useEffect(() => {
    if (!campaign) keepCampaign(me._id, { audience, sale, text: written, scheduledAt: planned, files: [...items] })
  }, [campaign, me._id, audience, sale, written, planned, items])
  const { send, busy, problem } = useFormAct(
    form,
    (api, once, { text, scheduledAt }) => {
      const draft = {
        text: words.toSend(text),
        segment: segment ?? { include: [{ of: 'followers' as const }], exclude: [] },
        scheduledAt: scheduledAt === '' ? null : (instantFrom(scheduledAt, timeZone) ?? null),
        ...enclosedIn(items, sale),
      }
      return campaign ? api.campaigns.edit({ id: campaign._id, ...draft }) : api.campaigns.create(draft, once)
    },
    {
      // A list that was taken away meanwhile is shown as gone where it is chosen.
      refreshes: [...aboutCampaigns, 'fans.lists'],
      said: ({ state }) => t(state === 'scheduled' ? 'campaigns.said.scheduled' : 'campaigns.said.sending'),
      done({ _id }) {
        if (!campaign) keepCampaign(me._id, undefined)
        return navigate(`/creator/campaigns/${_id}`)
      },
    },
  )
  const text = chosen('text', {
    validate: (sent) =>
      sent.trim() === '' && items.length === 0
        ? t('campaigns.wrong.text')
        : Array.from(sent.trim()).length <= mostLetters || t('campaigns.wrong.tooLong', { limit: mostLetters }),
  })
  const whom = chosen('segment', {
    validate: () => (segment === undefined ? t('campaigns.who.none') : count === 0 ? t('campaigns.who.nobody') : true),
  })
  const when = chosen('scheduledAt')
  const price = chosen('price', {
    validate: () => items.length === 0 || !sale.isOn || amountIn(sale.price) !== undefined || t('campaigns.wrong.price'),
  })
  const enclosed = chosen('fileIds')
  const choose = (part: Partial<Audience>) => {
    setAudience({ ...audience, ...part })
    form.clearErrors('segment')
  }
  const write = (field: string) => {
    const at = instantFrom(field, timeZone)
    return at ? writeComing(Date.parse(at), now, locale, timeZone) : ''
  }
  const preset = (value: string) => ({ value, label: write(value) })
  const inDays = (days: number) => dayIn(now + days * dayMs, timeZone)
  const act =
    values.scheduledAt !== ''
      ? t('campaigns.schedule')
      : count
        ? t('campaigns.send.some', { count, number: number(count) })
        : t('campaigns.send')
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) void send(event)
      }}
    >
      <Columns
        side={
          <>
            <Panel>
              <div aria-live="polite">
                <BigFigure
                  size={40}
                  label={t('campaigns.reach')}
                  value={count === undefined ? '–' : number(count)}
                  unit={t('campaigns.reach.unit', { count: count ?? 0 })}
                />
              </div>
              <p className="mt-2 text-13 text-muted">{t('campaigns.reach.note')}</p>
            </Panel>
            <Preview text={words.toRead(values.text, t('campaigns.preview.name'))} items={items} sale={sale} />
          </>
        }
      >
        {begun && (
          <p className="mb-3 flex flex-wrap items-center justify-between gap-2 text-14 text-muted">
            {t('campaigns.draft.there')}
            <Button rank="text" size="sm" onClick={onAnew}>
              {t('campaigns.draft.anew')}
            </Button>
          </p>
        )}
        <FormCard>
          <FormSection isTitled title={t('campaigns.who')}>
            <AudienceFields
              legend={t('campaigns.who')}
              note={t('campaigns.who.any')}
              lists={lists}
              parts={audience.include}
              onChange={(include) => choose({ include })}
            />
            {whom.error && (
              <p role="alert" tabIndex={-1} data-error="segment" className="mt-2 text-13 text-onair">
                {whom.error}
              </p>
            )}
          </FormSection>
          <FormFold
            title={t('campaigns.exclude')}
            inside={t('campaigns.exclude.inside')}
            isOpenAtFirst={audience.exclude.chosen.length > 0}
            hasError={false}
          >
            <AudienceFields
              legend={t('campaigns.exclude')}
              note={t('campaigns.exclude.any')}
              lists={lists}
              parts={audience.exclude}
              onChange={(exclude) => choose({ exclude })}
            />
          </FormFold>
          <FormSection title={t('campaigns.text')}>
            <NamedTextArea label={t('campaigns.text')} rows={5} value={text.value} onChange={text.onChange} error={text.error} />
          </FormSection>
          <FormSection isTitled title={t('campaigns.media')}>
            <div className="grid gap-3">
              <p className="text-14 text-muted">{t('campaigns.media.note')}</p>
              {items.length > 0 && (
                <div className="-mx-3 lg:-mx-7">
                  <Enclosures
                    list={list}
                    items={items}
                    sale={sale}
                    onSale={(next) => {
                      setSale(next)
                      form.clearErrors(['price', 'fileIds'])
                    }}
                  />
                </div>
              )}
              <div>
                <Button rank="second" size="sm" icon={<FolderOpen />} onClick={() => setLibrary(true)}>
                  {t('messages.attach.library')}
                </Button>
              </div>
              {[price.error, enclosed.error].filter(Boolean).map((error) => (
                <p key={error} role="alert" tabIndex={-1} data-error="fileIds" className="text-13 text-onair">
                  {error}
                </p>
              ))}
            </div>
          </FormSection>
          <FormSection isTitled title={t('campaigns.when')}>
            <MomentPicker
              label={t('campaigns.when')}
              value={when.value}
              onChange={when.onChange}
              error={when.error}
              today={dayIn(now, timeZone)}
              other={t('campaigns.other')}
              presets={[
                { value: '', label: t('campaigns.now'), note: t('campaigns.now.note') },
                preset(`${inDays(1)}T08:00`),
                preset(`${inDays(1)}T20:00`),
              ]}
            />
          </FormSection>
          <FormSection title={act}>
            <div className="grid gap-3">
              <FormRefusal>{problem}</FormRefusal>
              <Button type="submit" size="wide" loading={busy} icon={values.scheduledAt === '' ? <Send /> : <CalendarClock />}>
                {act}
              </Button>
            </div>
          </FormSection>
        </FormCard>
      </Columns>
      {library !== undefined && (
        <Suspense fallback={null}>
          <FromLibrary list={list} open={library} onOpenChange={setLibrary} />
        </Suspense>
      )}
    </form>
  )
}

/** As the row takes it; nothing where there are words alone. */
function enclosedIn(items: readonly MediaItem[], sale: Sale) {
  const fileIds = items.flatMap(({ fileId }) => fileId ?? [])
  if (fileIds.length === 0) return {}
  const price = sale.isOn ? amountIn(sale.price) : undefined
  const previewId = fileIds.length > 1 && sale.previewId !== undefined && fileIds.includes(sale.previewId) ? sale.previewId : undefined
  return { fileIds, ...(price !== undefined && { isSale: 'ppv' as const, price, ...(previewId !== undefined && { previewId }) }) }
}

/** As it will stand in a fan's conversation. */
function Preview({ text, items, sale }: { text: string; items: readonly MediaItem[]; sale: Sale }) {
  const { t } = useTranslation()
  const { number } = useAmounts()
  const insideOf = useInside()
  const me = useMember()
  const price = amountIn(sale.price)
  const isShown = ({ fileId }: MediaItem) => !sale.isOn || (items.length > 1 && fileId !== undefined && fileId === sale.previewId)
  const free = items.filter(isShown)
  const locked = items.filter((item) => !isShown(item))
  const among = (purpose: MediaItem['purpose']) => locked.filter((item) => item.purpose === purpose).length
  const inside = { photos: among('photo'), videos: among('video'), audios: among('audio') }
  return (
    <Panel title={t('campaigns.preview')}>
      <div className="flex items-end gap-2">
        <Avatar src={me.avatar} name={me.name} size={32} />
        <div className="min-w-0">
          {free.length > 0 && (
            <ul className={cx('mb-1.5 grid gap-0.5 overflow-hidden rounded-card', free.length > 1 && 'grid-cols-2')}>
              {free.map(({ id, picture, purpose }) => (
                <li key={id} className="grid aspect-square place-items-center bg-bubble text-muted">
                  {picture ? (
                    <img src={picture} alt="" className="size-full object-cover" />
                  ) : purpose === 'audio' ? (
                    <Music aria-hidden="true" />
                  ) : (
                    <Film aria-hidden="true" />
                  )}
                </li>
              ))}
            </ul>
          )}
          {locked.length > 0 && (
            <LockedMedia
              size="small"
              className="mb-1.5 rounded-card"
              preview={locked.find(({ blur }) => blur !== undefined)?.blur}
              width={4}
              height={3}
              what={insideOf(inside)}
              action={
                <span className="num text-15 font-semibold">
                  {price === undefined ? t('campaigns.preview.priceless') : t('messages.sale.for', { count: price, amount: number(price) })}
                </span>
              }
            />
          )}
          {(text.trim() !== '' || items.length === 0) && (
            <p
              dir="auto"
              className="rounded-[16px] rounded-es-[4px] bg-bubble px-3.5 py-2 text-15 leading-[1.6]! wrap-anywhere whitespace-pre-wrap"
            >
              {text.trim() === '' ? <span className="text-muted">{t('campaigns.preview.none')}</span> : text}
            </p>
          )}
          <p className="mt-1 text-13 text-muted">{t('messages.toMany')}</p>
        </div>
      </div>
    </Panel>
  )
}
