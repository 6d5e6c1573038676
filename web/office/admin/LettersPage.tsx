import { Mail } from 'lucide-react'
import { Fragment } from 'react'
import { useTranslation } from '#web/app/say.ts'
import { Link, useLoaderData } from 'react-router'
import { FilterSearch } from '#web/app/FilterSearch.tsx'
import { requireStaff } from '#web/app/guard.ts'
import { useKnownWords } from '#web/app/known-words.ts'
import { listing, useList } from '#web/app/listing.ts'
import { ListPages, NoneHere } from '#web/app/ListTable.tsx'
import { useNow } from '#web/app/session.tsx'
import { OfficePage } from '#web/app/shell/OfficePage.tsx'
import { type Letter, letters } from '#web/office/admin/queries.ts'
import { Card } from '#web/ui/Card.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { StateDot } from '#web/ui/StateDot.tsx'

const list = listing({ who: requireStaff, says: { recipient: { letters: 254 } }, asks: letters })
export const { loader } = list

export function Component() {
  const { t } = useTranslation()
  const now = useNow()
  const shown = useList(list, useLoaderData<typeof loader>())
  const { address, rows: outbox } = shown
  const opened = outbox.data.find(({ _id }) => _id === address.opened) ?? outbox.data[0]
  return (
    <OfficePage place="letters" title={t('officeNav.letters')}>
      <p className="text-14 text-muted max-md:px-4">{t(outbox.isDelivered ? 'office.letters.delivered' : 'office.letters.kept')}</p>
      <FilterSearch address={address} label={t('office.letters.search')} name="recipient" className="md:w-80" />
      {!opened ? (
        <Card>
          <NoneHere list={shown} none={{ icon: Mail, words: t('office.letters.none'), found: t('office.letters.noneFound') }} />
        </Card>
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-2 md:gap-4 lg:grid-cols-[minmax(0,360px)_minmax(0,1fr)]">
          <Card className="self-start overflow-hidden">
            <ul>
              {outbox.data.map((letter) => (
                <li key={letter._id} className="border-t border-line first:border-t-0">
                  <Link
                    to={address.openTo(letter._id)}
                    preventScrollReset
                    aria-current={letter._id === opened._id ? 'true' : undefined}
                    className="block px-4 py-3 transition-colors hover:bg-hover aria-current:bg-press focus-visible:outline-offset-[-3px]"
                  >
                    <span className="flex items-baseline justify-between gap-3">
                      <span className="truncate text-14 font-semibold">{letter.recipient}</span>
                      <RelativeTime at={letter.createdAt} now={now} className="text-13 text-muted" />
                    </span>
                    <span className="mt-0.5 line-clamp-1 text-14 text-muted">{letter.subject}</span>
                  </Link>
                </li>
              ))}
            </ul>
          </Card>
          <Opened letter={opened} />
        </div>
      )}
      <ListPages list={shown} />
    </OfficePage>
  )
}

const tones: Readonly<Record<string, 'ok' | 'bad' | 'waiting' | 'quiet'>> = {
  sent: 'ok',
  failed: 'bad',
  waiting: 'waiting',
  queued: 'waiting',
}

function Opened({ letter }: { letter: Letter }) {
  const { t } = useTranslation()
  const known = useKnownWords()
  const now = useNow()
  return (
    <Card className="self-start p-4 max-lg:order-first md:p-6">
      <article>
        <h2 className="text-18">{letter.subject}</h2>
        <p className="mt-1 flex flex-wrap items-center gap-x-3 text-13 text-muted">
          <span className="break-all">{t('office.letters.to', { recipient: letter.recipient })}</span>
          <RelativeTime at={letter.createdAt} now={now} show="moment" />
          <StateDot tone={tones[letter.state] ?? 'quiet'}>{known(`office.letters.state.${letter.state}`) ?? letter.state}</StateDot>
        </p>
        <div className="mt-4 border-t border-line pt-4 text-15 leading-relaxed! break-words whitespace-pre-line">
          <Linked text={letter.text} />
        </div>
      </article>
    </Card>
  )
}

/** Plain text with its addresses to press. Those of this site open here, as the reader of the letter would. */
function Linked({ text }: { text: string }) {
  return text.split(/(https?:\/\/[^\s<>"）」]+)/g).map((part, place) =>
    place % 2 === 1 ? (
      <a key={place} href={part} rel="noreferrer" className="break-all text-link underline underline-offset-4">
        {part}
      </a>
    ) : (
      <Fragment key={place}>{part}</Fragment>
    ),
  )
}
