import { useTranslation } from '#web/app/say.ts'
import { Link } from 'react-router'
import { useQuery, query } from '#web/app/query.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Sheet } from '#web/ui/Sheet.tsx'

type SubscribedSheetProps = {
  performer: { _id: string; name: string; username: string; avatar?: string | undefined }
  open: boolean
  onOpenChange: (open: boolean) => void
}

const most = 3

function newest<Work extends { canView: boolean; createdAt: string }>(page: { data: Work[] } | undefined): Work[] | undefined {
  return page?.data
    .filter(({ canView }) => canView)
    .toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))
    .slice(0, most)
}

/** The moment after: it runs, and here is what it has just opened, the newest first. Where that is nothing yet, what they may see besides. */
export function SubscribedSheet({ performer, open, onOpenChange }: SubscribedSheetProps) {
  const { t } = useTranslation()
  const asked = { username: performer.username, offset: 0, limit: 10 }
  const opened = newest(useQuery(query('feeds.ofPerformer', { ...asked, isSale: 'subscription' })).data)
  // What the creator pinned comes first in their own order, not in this one.
  const { data: any } = useQuery(opened?.length === 0 ? query('feeds.ofPerformer', asked) : null)
  const works = opened?.length ? opened : (newest(any) ?? [])
  const isKnown = Boolean(opened?.length) || any !== undefined
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      title={t('subscribe.done', { name: performer.name })}
      lead={t('door.subscribed.lead')}
      // The button that led here is gone: the focus goes on to the line that says that one subscribes.
      finalFocus={() => document.querySelector<HTMLElement>('main a[href$="/subscriptions"]') ?? true}
      picture={<Avatar name={performer.name} src={performer.avatar} size={48} />}
      actions={
        works[0] ? (
          <Button size="wide" to={`/posts/${works[0]._id}`} onClick={() => onOpenChange(false)}>
            {t('door.subscribed.go')}
          </Button>
        ) : (
          isKnown && (
            <Button size="wide" rank="second" to={`/${performer.username}`} onClick={() => onOpenChange(false)}>
              {t('door.subscribed.see', { name: performer.name })}
            </Button>
          )
        )
      }
    >
      <div className="grid gap-3">
        <p role="status" className="justify-self-start rounded-full bg-house-wash px-3 py-1 text-14 font-semibold text-house-text">
          {t('door.subscribed.tag')}
        </p>
        {isKnown && works.length === 0 && <p className="text-15 text-muted">{t('door.subscribed.none')}</p>}
        {works.length > 0 && (
          <>
            <h3 className="text-14 font-semibold">{t(opened?.length ? 'door.subscribed.opened' : 'door.subscribed.begin')}</h3>
            <ul className="grid grid-cols-3 gap-2">
              {works.map(({ _id, title, tagline, text, cover }) => (
                <li key={_id}>
                  <Link
                    to={`/posts/${_id}`}
                    onClick={() => onOpenChange(false)}
                    className="relative grid aspect-[4/5] overflow-hidden rounded-tile bg-well"
                  >
                    {cover ? (
                      <img src={cover.url} alt={title || tagline} className="size-full object-cover" />
                    ) : (
                      <span className="self-center p-3 text-13">
                        <span className="line-clamp-5">{text || tagline || title}</span>
                      </span>
                    )}
                  </Link>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </Sheet>
  )
}
