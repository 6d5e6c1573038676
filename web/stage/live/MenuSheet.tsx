import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { MenuItem } from '#contract/stage/tipping.ts'
import { useAct } from '#web/app/act.ts'
import { useAmounts } from '#web/app/amounts.ts'
import { useTranslation } from '#web/app/say.ts'
import { useSettings } from '#web/app/session.tsx'
import { amountIn } from '#web/app/typed-amount.ts'
import { mostMenuTitle, mostOnMenu } from '#contract/stage/limits.ts'
import { Button } from '#web/ui/Button.tsx'
import { FormRefusal } from '#web/ui/FormRefusal.tsx'
import { FormSheet } from '#web/ui/FormSheet.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { NumberField } from '#web/ui/NumberField.tsx'
import { TextField } from '#web/ui/TextField.tsx'

interface Row {
  key: string
  _id?: string
  title: string
  price: string
}

const rowOf = ({ _id, title, price }: MenuItem): Row => ({ key: _id, _id, title, price: String(price) })
const newRow = (): Row => ({ key: crypto.randomUUID(), title: '', price: '' })

/** What a creator does for tips: written down, put in order, saved as a whole. */
export function MenuSheet({ items, onClose }: { items: readonly MenuItem[]; onClose: () => void }) {
  const { t } = useTranslation()
  const { number } = useAmounts()
  const { minimumTipPrice: least, maximumTipPrice: most } = useSettings()
  const [rows, setRows] = useState<readonly Row[]>(() => (items.length > 0 ? items.map(rowOf) : [newRow()]))
  const [isTried, setTried] = useState(false)
  const save = useAct(
    (api, _once, sent: readonly Row[]) =>
      api.live.setMenu({
        items: sent.map(({ _id, title, price }) => ({
          ...(_id !== undefined && { _id }),
          title: title.trim(),
          price: amountIn(price) ?? 0,
        })),
      }),
    { refreshes: ['live.menu', 'live.join'], said: () => t('show.menu.saved'), done: onClose, noIn: 'screen' },
  )
  // A row in which nothing was written is none.
  const written = rows.filter(({ title, price }) => title.trim() !== '' || price.trim() !== '')
  const wrongTitle = ({ title }: Row) => (title.trim() === '' ? t('show.menu.wrong.title') : undefined)
  const wrongPrice = ({ price }: Row) => {
    const amount = amountIn(price)
    return amount === undefined || amount < least || amount > most
      ? t('show.menu.wrong.price', { least: number(least), most: number(most) })
      : undefined
  }
  const change = (key: string, part: Partial<Row>) => {
    save.forgive()
    setRows(rows.map((row) => (row.key === key ? { ...row, ...part } : row)))
  }
  const move = (place: number, by: number) => {
    const next = [...rows]
    const [row] = next.splice(place, 1)
    if (row) next.splice(place + by, 0, row)
    setRows(next)
  }
  return (
    <FormSheet
      open
      onClose={onClose}
      width="wide"
      title={t('show.menu.edit')}
      lead={t('show.menu.lead')}
      act={t('show.menu.save')}
      busy={save.busy}
      onSend={async () => {
        setTried(true)
        if (written.every((row) => !wrongTitle(row) && !wrongPrice(row))) await save.act(written)
      }}
    >
      {rows.map((row, place) => {
        const isEmpty = !written.includes(row)
        const name = row.title.trim() || t('show.menu.nth', { nth: place + 1 })
        return (
          <fieldset key={row.key} className="grid grid-cols-[minmax(0,1fr)_7.5rem] items-start gap-x-3 gap-y-1 border-b border-line pb-3">
            <legend className="sr-only">{name}</legend>
            <TextField
              label={t('show.menu.title')}
              hideLabel={place > 0}
              value={row.title}
              maxLength={mostMenuTitle}
              error={isTried && !isEmpty ? wrongTitle(row) : undefined}
              onChange={(event) => change(row.key, { title: event.target.value })}
            />
            <NumberField
              label={t('show.menu.price')}
              hideLabel={place > 0}
              value={row.price}
              error={isTried && !isEmpty ? wrongPrice(row) : undefined}
              onChange={(event) => change(row.key, { price: event.target.value })}
            />
            <div className="col-span-2 flex justify-end gap-1">
              <IconButton label={t('show.menu.up', { name })} disabled={place === 0} onClick={() => move(place, -1)}>
                <ArrowUp />
              </IconButton>
              <IconButton label={t('show.menu.down', { name })} disabled={place === rows.length - 1} onClick={() => move(place, 1)}>
                <ArrowDown />
              </IconButton>
              <IconButton label={t('show.menu.remove', { name })} onClick={() => setRows(rows.filter(({ key }) => key !== row.key))}>
                <Trash2 />
              </IconButton>
            </div>
          </fieldset>
        )
      })}
      {rows.length < mostOnMenu && (
        <Button rank="second" icon={<Plus />} onClick={() => setRows([...rows, newRow()])} className="justify-self-start">
          {t('show.menu.add')}
        </Button>
      )}
      <FormRefusal>{save.problem}</FormRefusal>
    </FormSheet>
  )
}
