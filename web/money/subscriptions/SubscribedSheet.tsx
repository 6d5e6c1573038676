import { useTranslation } from 'react-i18next'
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

/** The moment after: it runs, and here is where to begin. What the creator pinned comes first. */
export function SubscribedSheet({ performer, open, onOpenChange }: SubscribedSheetProps) {
  const { t } = useTranslation()
  const { data } = useQuery(query('feeds.ofPerformer', { username: performer.username, offset: 0, limit: 10 }))
  const works = data?.data.filter(({ canView }) => canView).slice(0, most) ?? []
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      title={t('subscribe.done', { name: performer.name })}
      lead={t('door.subscribed.lead')}
      picture={<Avatar name={performer.name} src={performer.avatar} size={48} />}
      actions={
        works[0] ? (
          <Button size="wide" to={`/posts/${works[0]._id}`} onClick={() => onOpenChange(false)}>
            {t('door.subscribed.go')}
          </Button>
        ) : (
          data && (
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
        {data && works.length === 0 && <p className="text-15 text-muted">{t('door.subscribed.none')}</p>}
        {works.length > 0 && (
          <>
            <h3 className="text-14 font-semibold">{t('door.subscribed.begin')}</h3>
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
