import { Bookmark, PackageOpen, ReceiptText } from 'lucide-react'
import { useState } from 'react'
import { arches, curtain, moon, sea } from '#web/dev/pictures.ts'
import { Row, Section, type Say } from '#web/dev/Section.tsx'
import { now } from '#web/dev/Works.tsx'
import { Banner } from '#web/ui/Banner.tsx'
import { BigFigure } from '#web/ui/BigFigure.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Chart } from '#web/ui/Chart.tsx'
import { type Column, DataTable, type TableState } from '#web/ui/DataTable.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Money } from '#web/ui/Money.tsx'
import { writeMoney } from '#web/ui/numbers.ts'
import { Panel } from '#web/ui/Panel.tsx'
import { Progress } from '#web/ui/Progress.tsx'
import { RefusedState } from '#web/ui/RefusedState.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { ProfileSkeleton, RowsSkeleton, WorkCardSkeleton } from '#web/ui/Skeleton.tsx'
import { StateDot } from '#web/ui/StateDot.tsx'
import { Steps } from '#web/ui/Steps.tsx'
import { Tokens } from '#web/ui/Tokens.tsx'
import { UploadGrid } from '#web/ui/UploadGrid.tsx'
import type { Upload } from '#web/ui/UploadTile.tsx'
import { useSpeech } from '#web/ui/UiWords.tsx'

/** Numbers, tables, uploads, and the states every screen has. */
export function Figures({ say }: { say: Say }) {
  return (
    <>
      <Numbers say={say} />
      <Section title={say('圖表', 'Chart')} file="Chart">
        <MoneyChart say={say} />
      </Section>
      <Section title={say('表格', 'Table')} file="DataTable, Pagination, StateDot">
        <WorksTable say={say} selectable />
      </Section>
      <Way say={say} />
      <Uploads say={say} />
      <States say={say} />
    </>
  )
}

function Numbers({ say }: { say: Say }) {
  const at = (hours: number) => now - hours * 3_600_000
  return (
    <Section title={say('數字與時間', 'Numbers and times')} file="BigFigure, Money, Tokens, RelativeTime, Progress">
      <Panel>
        <div className="grid gap-6 md:grid-cols-2">
          <BigFigure
            label={say('目前餘額', 'Balance')}
            value="1,160"
            unit={say('代幣', 'tokens')}
            note={say('11月用了370代幣，儲值1,000代幣', 'November: 370 tokens spent, 1,000 added')}
          />
          <BigFigure
            size={40}
            label={say('今天的收入', 'Earned today')}
            value={<Money value={8420} currency="TWD" />}
            note={
              <>
                <Money value={1440} currency="TWD" signed tone className="font-semibold" />
                {'　'}
                <span className="whitespace-nowrap">
                  {say('昨天此時', 'Yesterday by now')} <Money value={6980} currency="TWD" />
                </span>
              </>
            }
          />
          <div className="num grid grid-cols-2 gap-2 text-15">
            <Tokens value={-120} signed unit="none" />
            <Tokens value={1000} signed tone unit="none" />
            <Tokens value={12.5} unit="muted" />
            <Money value={4.95} currency="USD" />
            <Money value={-1248} currency="TWD" />
            <Money value={9.5} currency="EUR" signed tone />
          </div>
          <div className="flex flex-wrap gap-x-4 gap-y-1 text-14 text-muted">
            {[0, 0.5, 2, 26, 80, 300, 9000, -8].map((hours) => (
              <RelativeTime key={hours} at={at(hours)} now={now} />
            ))}
          </div>
          <Progress label={say('目標', 'Goal')} percent={77} />
        </div>
      </Panel>
    </Section>
  )
}

function Way({ say }: { say: Say }) {
  const at = (hours: number) => <RelativeTime at={now - hours * 3_600_000} now={now} show="moment" />
  return (
    <Section title={say('步驟', 'Steps')} file="Steps">
      <Panel>
        <Steps
          done={[
            { icon: ReceiptText, title: say('已下單', 'Ordered'), about: at(26) },
            { icon: PackageOpen, title: say('準備中', 'Being packed'), about: at(2), note: say('加了一張卡片。', 'A card is in it.') },
          ]}
          ahead={[say('已寄出', 'On its way'), say('已送達', 'Delivered')]}
        />
      </Panel>
    </Section>
  )
}

export function MoneyChart({ say }: { say: Say }) {
  const { locale } = useSpeech()
  const values = [5200, 4900, 6100, 7400, 9900, 8100, 5600, 5100, 6900, 7000, 7700, 10200, 9100, 8420]
  return (
    <Panel title={say('最近14天，每天賺多少', 'The last 14 days, earned each day')} action={<a href="#all">{say('看明細', 'Details')}</a>}>
      <div className="pt-3">
        <Chart
          question={say('最近14天，每天賺多少', 'The last 14 days, earned each day')}
          write={(value) => writeMoney(value, 'TWD', locale)}
          bars={values.map((value, place) => ({
            label: place === 13 ? say('今天', 'Today') : `11/${place + 8}`,
            value,
            today: place === 13,
          }))}
        />
      </div>
    </Panel>
  )
}

type Row = {
  id: string
  title: string
  when: string
  picture: string
  audience: string
  views: number
  unlocks: number | null
  state: 'ok' | 'waiting' | 'quiet'
}

export function WorksTable({ say, selectable = false }: { say: Say; selectable?: boolean }) {
  const [state, setState] = useState<TableState>({ current: 1, pageSize: 4, sortBy: 'views', sort: 'desc' })
  const [selected, setSelected] = useState<string[]>(selectable ? ['2'] : [])
  const rows: Row[] = [
    {
      id: '1',
      title: say('《潮間帶》第一幕', 'Between Tides, act one'),
      when: say('今天18:58', 'today 18:58'),
      picture: sea(),
      audience: say('訂閱', 'Subscribers'),
      views: 4210,
      unlocks: null,
      state: 'ok',
    },
    {
      id: '2',
      title: say('排練紀錄，第九週', 'Rehearsal notes, week nine'),
      when: say('昨天20:12', 'yesterday 20:12'),
      picture: arches(),
      audience: say('120代幣', '120 tokens'),
      views: 2984,
      unlocks: 143,
      state: 'ok',
    },
    {
      id: '3',
      title: say('月亮是紙做的', 'The moon is made of paper'),
      when: '11/18',
      picture: moon(),
      audience: say('80代幣', '80 tokens'),
      views: 1322,
      unlocks: 96,
      state: 'waiting',
    },
    {
      id: '4',
      title: say('謝幕之後', 'After the curtain'),
      when: '11/23 21:00',
      picture: curtain(),
      audience: say('免費', 'Everyone'),
      views: 0,
      unlocks: null,
      state: 'quiet',
    },
  ]
  const states = { ok: say('已公開', 'Public'), waiting: say('審核中', 'In review'), quiet: say('排程', 'Scheduled') }
  const columns: Column<Row>[] = [
    {
      key: 'title',
      title: say('作品', 'Work'),
      cell: (row) => (
        <span className="flex items-center gap-3">
          <img src={row.picture} alt="" className="size-12 flex-none rounded-tile object-cover" />
          <span className="min-w-0">
            <span className="block truncate font-semibold">{row.title}</span>
            <span className="num block text-13 text-muted">{row.when}</span>
          </span>
        </span>
      ),
    },
    { key: 'audience', title: say('觀看方式', 'Audience'), cell: (row) => row.audience },
    {
      key: 'views',
      title: say('瀏覽', 'Views'),
      align: 'right',
      sortable: true,
      cell: (row) => (row.views ? row.views.toLocaleString('en') : '—'),
    },
    { key: 'unlocks', title: say('解鎖', 'Unlocks'), align: 'right', sortable: true, onPhone: 'hidden', cell: (row) => row.unlocks ?? '—' },
    { key: 'state', title: say('狀態', 'State'), onPhone: 'end', cell: (row) => <StateDot tone={row.state}>{states[row.state]}</StateDot> },
  ]
  return (
    <DataTable
      label={say('最近的作品', 'Recent works')}
      columns={columns}
      rows={rows}
      rowKey={(row) => row.id}
      state={state}
      total={286}
      onState={setState}
      empty={
        <EmptyState look="bare" icon={Bookmark}>
          {say('還沒有作品。', 'No works yet.')}
        </EmptyState>
      }
      {...(selectable
        ? {
            selected,
            onSelect: setSelected,
            bulk: (
              <>
                <Button rank="second" size="sm">
                  {say('改觀看方式', 'Change audience')}
                </Button>
                <Button rank="text" size="sm" className="text-onair!">
                  {say('下架', 'Take down')}
                </Button>
              </>
            ),
          }
        : {})}
    />
  )
}

function Uploads({ say }: { say: Say }) {
  const [uploads, setUploads] = useState<Upload[]>([
    { id: 'a', name: 'sea.jpg', thumbnail: sea() },
    { id: 'b', name: 'arches.jpg', thumbnail: arches() },
    { id: 'c', name: 'moon.jpg', thumbnail: moon(), percent: 64 },
    {
      id: 'd',
      name: 'curtain.jpg',
      thumbnail: curtain(),
      percent: 18,
      error: say('沒有上傳成功，點一下重試', 'Not uploaded. Tap to retry'),
    },
  ])
  return (
    <Section title={say('上傳', 'Uploads')} file="UploadGrid, UploadTile">
      <Panel
        title={say('照片與影片', 'Photos and videos')}
        action={<span className="text-muted">{say('4個檔案，拖曳排序', '4 files, drag to reorder')}</span>}
      >
        <UploadGrid
          uploads={uploads}
          accept="image/*"
          onReorder={(ids) => setUploads(ids.flatMap((id) => uploads.filter((upload) => upload.id === id)))}
          onRemove={(id) => setUploads(uploads.filter((upload) => upload.id !== id))}
          onRetry={(id) =>
            setUploads(
              uploads.map((upload) => (upload.id === id ? { id, name: upload.name, thumbnail: upload.thumbnail, percent: 40 } : upload)),
            )
          }
          onAdd={(files) =>
            setUploads([
              ...uploads,
              ...files.map((file) => ({ id: crypto.randomUUID(), name: file.name, thumbnail: URL.createObjectURL(file), percent: 5 })),
            ])
          }
        />
      </Panel>
    </Section>
  )
}

function States({ say }: { say: Say }) {
  return (
    <>
      <Section title={say('空的、被拒絕', 'Empty, refused')} file="EmptyState, RefusedState, Banner">
        <div className="grid gap-2 md:grid-cols-2 md:items-start md:gap-4">
          <EmptyState
            icon={Bookmark}
            action={
              <Button rank="second" size="sm" to="?">
                {say('去首頁看看', 'Go to the feed')}
              </Button>
            }
          >
            {say('還沒有收藏。看到想留的，按一下書籤。', 'Nothing saved yet. Press the bookmark on what you want to keep.')}
          </EmptyState>
          <RefusedState
            what={say('這次沒有扣款', 'Nothing was charged')}
            why={say(
              '發卡銀行沒有同意這筆NT$980的付款，通常是單日額度到了。',
              'Your bank declined this payment of NT$980, usually because of a daily limit.',
            )}
            actions={
              <>
                <Button size="sm">{say('換一張卡', 'Use another card')}</Button>
                <Button size="sm" rank="text">
                  {say('再試一次', 'Try again')}
                </Button>
              </>
            }
          />
        </div>
        <Banner kind="demo">
          {say('示範環境：人物都是虛構的，付款不會真的扣錢。', 'Demo: everyone is invented and no payment is real.')}
        </Banner>
        <Banner kind="impersonation" action={<a href="#back">{say('回到管理員', 'Back to admin')}</a>}>
          {say('你正以「小滿」的身分瀏覽', 'You are browsing as Xiaoman')}
        </Banner>
        <Banner kind="maintenance">{say('今晚23:00到23:30會暫停服務', 'Out of service tonight, 23:00 to 23:30')}</Banner>
      </Section>
      <Section title={say('等待', 'Waiting')} file="Skeleton">
        <div className="grid gap-2 md:grid-cols-2 md:items-start md:gap-4">
          <WorkCardSkeleton />
          <RowsSkeleton />
          <div className="md:col-span-2">
            <ProfileSkeleton />
          </div>
        </div>
      </Section>
      <Row>
        <span className="text-13 text-muted">{say('以上', 'The end')}</span>
      </Row>
    </>
  )
}
