import { Bell, Flag, Link2, MessageCircle, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Row, Section, type Say } from '#web/dev/Section.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { FormSheet } from '#web/ui/FormSheet.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { LinkTabs } from '#web/ui/LinkTabs.tsx'
import { Menu } from '#web/ui/Menu.tsx'
import { NumberField } from '#web/ui/NumberField.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { PasswordField } from '#web/ui/PasswordField.tsx'
import { Pills } from '#web/ui/Pills.tsx'
import { RadioCards } from '#web/ui/RadioCards.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { Segmented } from '#web/ui/Segmented.tsx'
import { Select } from '#web/ui/Select.tsx'
import { StateTabs } from '#web/ui/StateTabs.tsx'
import { Switch } from '#web/ui/Switch.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { Count } from '#web/ui/Count.tsx'
import { FormCard, FormFold, FormSection } from '#web/ui/FormCard.tsx'
import { DayField } from '#web/ui/moments/DayField.tsx'
import { MomentPicker } from '#web/ui/moments/MomentPicker.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { useToast } from '#web/ui/Toast.tsx'
import { Tooltip } from '#web/ui/Tooltip.tsx'

/** Everything one presses or fills in. */
export function Controls({ say }: { say: Say }) {
  return (
    <>
      <Buttons say={say} />
      <Fields say={say} />
      <Choices say={say} />
      <Forms say={say} />
      <Ways say={say} />
    </>
  )
}

function Buttons({ say }: { say: Say }) {
  const toast = useToast()
  const [asking, setAsking] = useState(false)
  const [filling, setFilling] = useState(false)
  return (
    <Section title={say('按鈕', 'Buttons')} file="Button, IconButton, Menu, Tooltip, Toast, ConfirmDialog, FormSheet">
      <Row>
        <Button>{say('解鎖120代幣', 'Unlock for 120 tokens')}</Button>
        <Button rank="second">{say('追蹤', 'Follow')}</Button>
        <Button rank="second">{say('訂閱，NT$150／月', 'Subscribe, NT$150 a month')}</Button>
        <Button rank="text">{say('改用信用卡', 'Use a card instead')}</Button>
        <Button rank="danger" onClick={() => setAsking(true)}>
          {say('刪除作品', 'Delete this work')}
        </Button>
      </Row>
      <Row>
        <Button size="sm" icon={<Plus />}>
          {say('發表作品', 'Publish')}
        </Button>
        <Button size="sm" rank="second">
          {say('追蹤中', 'Following')}
        </Button>
        <Button loading>{say('解鎖120代幣', 'Unlock for 120 tokens')}</Button>
        <Button rank="second" loading>
          {say('追蹤', 'Follow')}
        </Button>
        <Button disabled>{say('沒有可以送出的', 'Nothing to send')}</Button>
        <Button rank="second" to="?">
          {say('這是連結', 'This is a link')}
        </Button>
      </Row>
      <Row>
        <IconButton label={say('通知', 'Notifications')} count={3}>
          <Bell />
        </IconButton>
        <IconButton look="line" label={say('傳訊息', 'Message')}>
          <MessageCircle />
        </IconButton>
        <Tooltip words={say('複製作品的網址', 'Copy the address')}>
          <IconButton label={say('複製網址', 'Copy link')}>
            <Link2 />
          </IconButton>
        </Tooltip>
        <Menu
          entries={[
            { label: say('編輯', 'Edit'), icon: Pencil, onChoose: () => {} },
            { label: say('複製網址', 'Copy link'), icon: Link2, to: '?' },
            { label: say('檢舉', 'Report'), icon: Flag, danger: true, apart: true, onChoose: () => {} },
            { label: say('刪除', 'Delete'), icon: Trash2, danger: true, onChoose: () => setAsking(true) },
          ]}
        />
        <Button
          rank="second"
          size="sm"
          onClick={() => toast.show(say('已取消追蹤霧川', 'You no longer follow Mistral'), { undo: () => {} })}
        >
          {say('提示，可以復原', 'Toast with undo')}
        </Button>
        <Button
          rank="second"
          size="sm"
          onClick={() => toast.show(say('沒有連上，訊息還沒送出', 'No connection, the message was not sent'), { failed: true })}
        >
          {say('提示，沒有成功', 'Toast, failed')}
        </Button>
        <Button rank="second" size="sm" onClick={() => setFilling(true)}>
          {say('填一張表', 'A form to fill in')}
        </Button>
      </Row>
      <FormSheet
        open={filling}
        onClose={() => setFilling(false)}
        title={say('新增折扣碼', 'New coupon')}
        lead={say('建立後不能修改', 'It cannot be changed afterwards')}
        act={say('建立折扣碼', 'Create the coupon')}
        busy={false}
        onSend={async () => setFilling(false)}
      >
        <TextField label={say('折扣碼', 'Code')} required />
        <NumberField width="full" label={say('折扣', 'Worth')} unit="%" />
      </FormSheet>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={say('刪除《零點之後》？', 'Delete “After Midnight”?')}
        confirm={say('刪除', 'Delete')}
        cancel={say('留著', 'Keep it')}
        danger
        onConfirm={() => setAsking(false)}
      >
        {say('已經解鎖的41位觀眾仍然看得到，其他人不會再看到它。', 'The 41 people who unlocked it keep it. Nobody else will see it again.')}
      </ConfirmDialog>
    </Section>
  )
}

function Fields({ say }: { say: Say }) {
  const [kind, setKind] = useState<'all' | 'photo' | 'video'>('all')
  return (
    <Section title={say('欄位', 'Fields')} file="TextField, PasswordField, NumberField, TextArea, Select, SearchField">
      <Panel>
        <div className="grid gap-5 md:grid-cols-2">
          <TextField label={say('電子信箱', 'Email')} type="email" autoComplete="email" defaultValue="xiaoman@example.com" required />
          <PasswordField
            label={say('密碼', 'Password')}
            autoComplete="current-password"
            defaultValue="correct horse"
            aside={<a href="#forgot">{say('忘記密碼', 'Forgot it')}</a>}
          />
          <TextField
            label={say('使用者名稱', 'Username')}
            before="@"
            defaultValue="papertheatre"
            error={say('這個名稱已經有人用了，換一個或加上數字。', 'Someone has this name already. Try another, or add a number.')}
          />
          <TextField
            label={say('顯示名稱', 'Display name')}
            hint={say('粉絲看到的名字，隨時可以改。', 'What fans see. You can change it any time.')}
            placeholder={say('紙上劇場', 'Paper Theatre')}
          />
          <NumberField
            label={say('解鎖價格', 'Price to unlock')}
            unit={say('代幣', 'tokens')}
            defaultValue="120"
            hint={say('每賣出一件，你會收到96代幣。', 'You receive 96 tokens for each sale.')}
          />
          <NumberField
            label={say('每月訂閱', 'Monthly price')}
            before="US$"
            defaultValue="0.5"
            error={say('最低US$1.00。', 'At least US$1.00.')}
          />
          <Select
            label={say('作品種類', 'Kind')}
            value={kind}
            onChange={setKind}
            options={[
              { value: 'all', label: say('全部', 'Everything') },
              { value: 'photo', label: say('照片', 'Photos') },
              { value: 'video', label: say('影片', 'Videos') },
            ]}
          />
          <TextField label={say('不能改的', 'Cannot be changed')} disabled defaultValue="2026-11-21" />
          <TextArea
            label={say('自我介紹', 'About you')}
            maxLetters={200}
            defaultValue={say('用紙、光和一張桌子演戲。', 'Paper, light and one table.')}
            className="md:col-span-2"
          />
        </div>
      </Panel>
      <Row>
        <SearchField className="w-80" label={say('找創作者、作品、標籤', 'Find creators, works, tags')} />
      </Row>
    </Section>
  )
}

function Choices({ say }: { say: Say }) {
  const [pack, setPack] = useState('1000')
  const [audience, setAudience] = useState('unlock')
  return (
    <Section title={say('選擇', 'Choices')} file="RadioCards, Segmented, Switch, Checkbox">
      <div className="grid gap-2 md:grid-cols-2 md:gap-4">
        <Panel title={say('儲值代幣', 'Top up')}>
          <RadioCards
            label={say('儲值代幣', 'Top up')}
            value={pack}
            onChange={setPack}
            cards={[
              { value: '300', label: say('300代幣', '300 tokens'), amount: 'NT$300' },
              { value: '1000', label: say('1,000代幣', '1,000 tokens'), gain: say('省NT$20', 'Save NT$20'), amount: 'NT$980' },
              {
                value: '3000',
                label: say('3,000代幣', '3,000 tokens'),
                gain: say('省NT$120', 'Save NT$120'),
                amount: 'NT$2,880',
                amountNote: say('每100代幣NT$96', 'NT$96 per 100'),
              },
            ]}
          />
          <Button size="wide" className="mt-4">
            {say('儲值NT$980', 'Top up NT$980')}
          </Button>
        </Panel>
        <Panel title={say('誰可以看', 'Who can see it')}>
          <Segmented
            label={say('誰可以看', 'Who can see it')}
            value={audience}
            onChange={setAudience}
            options={[
              { value: 'free', label: say('免費', 'Everyone') },
              { value: 'subscribers', label: say('訂閱者', 'Subscribers') },
              { value: 'unlock', label: say('單件解鎖', 'Unlock') },
            ]}
          />
          <div className="mt-3">
            <Switch
              label={say('有人留言時通知我', 'Tell me about comments')}
              hint={say('一小時最多一封信。', 'One message an hour at most.')}
              defaultChecked
            />
            <Switch label={say('顯示我在線上', 'Show when I am online')} />
            <Checkbox label={say('我已年滿18歲，也同意服務條款', 'I am 18 or older and accept the terms')} defaultChecked />
            <Checkbox
              label={say('我保有這些照片的權利', 'I hold the rights to these photos')}
              error={say('發表前要先確認這一項。', 'Confirm this before you publish.')}
            />
          </div>
        </Panel>
      </div>
    </Section>
  )
}

function Forms({ say }: { say: Say }) {
  const [when, setWhen] = useState('2026-11-22T21:30')
  const [day, setDay] = useState('2026-11-22')
  return (
    <Section title={say('整張表單', 'Whole forms')} file="FormCard, FormSection, FormFold, MomentPicker, DayField, Count">
      <FormCard>
        <FormSection isTitled title={say('照片', 'Photos')} aside={say('每張20 MB以內', 'Up to 20 MB each')}>
          <p className="text-14 text-muted">{say('還沒有照片。', 'No photos yet.')}</p>
        </FormSection>
        <FormSection isTitled title={say('什麼時候公開', 'When it opens')}>
          <MomentPicker
            label={say('什麼時候公開', 'When it opens')}
            value={when}
            onChange={setWhen}
            today="2026-11-22"
            presets={[
              { value: '', label: say('現在', 'Now'), note: say('發表後立即公開', 'As soon as you publish') },
              { value: '2026-11-22T21:30', label: say('今晚21:30', 'Tonight 21:30') },
              { value: '2026-11-23T08:00', label: say('明天08:00', 'Tomorrow 08:00') },
            ]}
          />
        </FormSection>
        <FormSection isTitled title={say('期間', 'Days')}>
          <div className="grid gap-4 md:grid-cols-3">
            <DayField label={say('開始', 'From')} value={day} onChange={setDay} today="2026-11-22" required />
            <DayField
              label={say('結束', 'Until')}
              hint={say('不填就沒有期限', 'Without one it has no end')}
              value=""
              onChange={setDay}
              today="2026-11-22"
            />
            <DayField
              label={say('結束', 'Until')}
              error={say('要在開始之後。', 'This must be after the first day.')}
              value="2026-11-20"
              onChange={setDay}
              today="2026-11-22"
              max="2026-11-22"
            />
          </div>
        </FormSection>
        <FormFold title={say('更多', 'More')} inside={say('，標籤', ': tags')} isOpenAtFirst={false} hasError={false}>
          <TextField label={say('標籤', 'Tags')} />
        </FormFold>
        <FormFold title={say('進階', 'Advanced')} inside={say('，網址', ': address')} isOpenAtFirst={false} hasError>
          <TextField label={say('網址', 'Address')} error={say('這個網址已經有人用了。', 'That address is taken.')} />
        </FormFold>
      </FormCard>
      <Row>
        <Count count={0} />
        <Count count={3} />
        <Count count={120} />
      </Row>
    </Section>
  )
}

function Ways({ say }: { say: Say }) {
  const [tab, setTab] = useState<'tokens' | 'card'>('tokens')
  return (
    <Section title={say('分頁與篩選', 'Tabs and filters')} file="LinkTabs, StateTabs, Pills">
      <LinkTabs
        label={say('作品種類', 'Kinds of work')}
        tabs={[
          { label: say('貼文', 'Posts'), to: '?', count: 286, current: true },
          { label: say('照片', 'Photos'), to: '?', count: '1,024' },
          { label: say('影片', 'Videos'), to: '?', count: 58 },
          { label: say('商店', 'Shop'), to: '?', count: 12 },
        ]}
      />
      <Pills
        label={say('篩選', 'Filter')}
        pills={[
          { label: say('全部', 'All'), to: '?', current: true },
          { label: say('儲值', 'Top-ups'), to: '?' },
          { label: say('解鎖', 'Unlocked'), to: '?' },
          { label: say('打賞', 'Tips'), to: '?' },
          { label: say('退回', 'Refunds'), to: '?' },
        ]}
      />
      <StateTabs
        label={say('付款方式', 'Pay with')}
        value={tab}
        onChange={setTab}
        tabs={[
          {
            value: 'tokens',
            label: say('代幣', 'Tokens'),
            panel: <p className="text-15 text-muted max-md:px-4">{say('餘額1,280代幣', 'Balance: 1,280 tokens')}</p>,
          },
          {
            value: 'card',
            label: say('信用卡', 'Card'),
            panel: <p className="text-15 text-muted max-md:px-4">{say('信用卡 •••• 4421', 'Card •••• 4421')}</p>,
          },
        ]}
      />
    </Section>
  )
}
