import { ExternalLink, Pencil, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from '#web/app/say.ts'
import { Link } from 'react-router'
import type { Feed } from '#contract/catalogue/feeds.ts'
import { useNow } from '#web/app/session.tsx'
import { WorkCover } from '#web/catalogue/works/studio/WorkCover.tsx'
import { WorkPrice } from '#web/catalogue/works/studio/WorkPrice.tsx'
import { WorkState, WorkTime } from '#web/catalogue/works/studio/WorkState.tsx'
import type { Column } from '#web/ui/DataTable.tsx'
import { Menu } from '#web/ui/Menu.tsx'
import { writeCount } from '#web/ui/numbers.ts'
import { useSpeech } from '#web/ui/UiWords.tsx'

type Listed = Pick<Feed, '_id' | 'cover' | 'rejectionReason' | 'isSale' | 'price' | 'totalViews' | 'totalLike' | 'status' | 'createdAt'> &
  Pick<Feed, 'scheduledAt' | 'expiresAt'>

interface Ways<Work> {
  /** What a row is called. */
  head: string
  isTitleSortable?: boolean
  titleOf: (work: Work) => string
  /** Below the title. */
  about: (work: Work) => ReactNode
  editPath: (work: Work) => string
  look: { label: string; path: (work: Work) => string }
  onDelete: (id: string) => void
}

/** The columns that every list of one's own works has. */
export function useWorkColumns<Work extends Listed>(ways: Ways<Work>): Column<Work>[] {
  const { head, isTitleSortable = false, titleOf, about, editPath, look, onDelete } = ways
  const { t } = useTranslation()
  const { locale } = useSpeech()
  const now = useNow()
  // A counter of zero is not written.
  const some = (count: number) => count > 0 && writeCount(count, locale)
  return [
    {
      key: 'title',
      title: head,
      sortable: isTitleSortable,
      cell: (work) => (
        <span className="flex min-w-0 items-center gap-3 max-md:pe-11">
          <WorkCover url={work.cover?.url} />
          <span className="min-w-0">
            <Link data-row to={editPath(work)} className="line-clamp-1 font-semibold hover:underline">
              {titleOf(work)}
            </Link>
            {work.rejectionReason ? (
              <span className="block text-13 text-onair">{t('studio.rejectedBecause', { reason: work.rejectionReason })}</span>
            ) : (
              <span className="num block text-13 text-muted">
                {about(work)}
                <span className="md:hidden">
                  {' · '}
                  <WorkTime work={work} now={now} />
                </span>
              </span>
            )}
          </span>
        </span>
      ),
    },
    { key: 'price', onPhone: 'note', title: t('studio.watch'), sortable: true, cell: (work) => <WorkPrice work={work} /> },
    { key: 'views', onPhone: 'hidden', title: t('studio.views'), align: 'right', cell: (work) => some(work.totalViews) },
    {
      key: 'totalLike',
      onPhone: 'hidden',
      title: t('studio.likes'),
      align: 'right',
      sortable: true,
      cell: (work) => some(work.totalLike),
    },
    { key: 'status', onPhone: 'note', title: t('studio.state'), cell: (work) => <WorkState work={work} now={now} /> },
    {
      key: 'createdAt',
      onPhone: 'hidden',
      title: t('studio.date.head'),
      align: 'right',
      sortable: true,
      cell: (work) => (
        <span className="text-muted">
          <WorkTime work={work} now={now} />
        </span>
      ),
    },
    {
      key: 'actions',
      title: t('studio.actions'),
      hideTitle: true,
      align: 'right',
      onPhone: 'end',
      cell: (work) => (
        <span className="inline-block max-md:-mt-2.5">
          <Menu
            label={t('studio.menu', { title: titleOf(work) })}
            entries={[
              { label: t('studio.edit'), icon: Pencil, to: editPath(work) },
              { label: look.label, icon: ExternalLink, to: look.path(work) },
              { label: t('studio.delete'), icon: Trash2, danger: true, apart: true, onChoose: () => onDelete(work._id) },
            ]}
          />
        </span>
      ),
    },
  ]
}
