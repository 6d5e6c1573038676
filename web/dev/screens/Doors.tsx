// Screens that stand before or beside the house: signing in, the gates, and what could not be.
import type { Say } from '#web/dev/Section.tsx'
import { curtain } from '#web/dev/pictures.ts'
import { Brand } from '#web/ui/Brand.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ErrorScreen } from '#web/ui/ErrorScreen.tsx'
import { PasswordField } from '#web/ui/PasswordField.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { BlankFrame } from '#web/ui/layout/BlankFrame.tsx'
import { SplitFrame } from '#web/ui/layout/SplitFrame.tsx'
import { ClosedCurtain } from '#web/ui/scenes/ClosedCurtain.tsx'
import { GhostLight } from '#web/ui/scenes/GhostLight.tsx'
import { StageDoor } from '#web/ui/scenes/StageDoor.tsx'

export function SignIn({ say }: { say: Say }) {
  return (
    <SplitFrame
      brand={<Brand name="Stagedoor" />}
      picture={<img src={curtain()} alt="" />}
      title={say('歡迎回來', 'Welcome back')}
      lead={say('登入後，從上次離開的地方繼續。', 'Sign in and go on where you left.')}
      foot={
        <>
          <a href="#terms">{say('服務條款', 'Terms')}</a>
          <a href="#privacy">{say('隱私', 'Privacy')}</a>
          <a href="#lang">{say('English', '中文')}</a>
        </>
      }
    >
      <form className="grid gap-4" onSubmit={(event) => event.preventDefault()}>
        <TextField label={say('電子信箱', 'Email')} type="email" autoComplete="email" defaultValue="xiaoman@example.com" />
        <PasswordField
          label={say('密碼', 'Password')}
          autoComplete="current-password"
          defaultValue="correct horse"
          aside={<a href="#forgot">{say('忘記密碼', 'Forgot it')}</a>}
        />
        <Button size="wide" type="submit">
          {say('登入', 'Sign in')}
        </Button>
        <p className="text-center text-14 text-muted">
          {say('第一次來？', 'First time here? ')}
          <a className="font-semibold text-link" href="#register">
            {say('建立帳號', 'Create an account')}
          </a>
        </p>
      </form>
    </SplitFrame>
  )
}

export function Age({ say }: { say: Say }) {
  return (
    <BlankFrame
      brand={<Brand name="Stagedoor" />}
      scene={<StageDoor />}
      title={say('門後是成人的舞臺', 'Behind this door is a stage for adults')}
      lead={say(
        '這裡的內容只給年滿18歲的人看，進場前請先確認年齡。',
        'What is shown here is for people aged 18 and over. Please confirm your age.',
      )}
      stack
      actions={
        <>
          <Button size="wide">{say('我已年滿18歲，進場', 'I am 18 or older, enter')}</Button>
          <Button rank="text">{say('未滿18歲，離開', 'I am younger, leave')}</Button>
        </>
      }
      foot={<a href="#why">{say('為什麼要問', 'Why we ask')}</a>}
    />
  )
}

export function Curtain({ say }: { say: Say }) {
  return (
    <BlankFrame
      brand={<Brand name="Stagedoor" />}
      scene={<ClosedCurtain />}
      title={say('這裡還沒有開演', 'Not playing here')}
      lead={say('我們目前不在你所在的地區提供服務。', 'We do not offer our service where you are.')}
      actions={<Button rank="second">{say('聯絡我們', 'Contact us')}</Button>}
    />
  )
}

export function Maintenance({ say }: { say: Say }) {
  return (
    <BlankFrame
      brand={<Brand name="Stagedoor" />}
      scene={<GhostLight />}
      title={say('舞臺正在整理，留了一盞燈', 'The stage is being set, one light is on')}
      lead={say(
        '預計今晚23:30重新開放。餘額、訂閱和訊息都好好的。',
        'We expect to open again at 23:30. Balances, subscriptions and messages are safe.',
      )}
      actions={<Button rank="second">{say('重新整理', 'Try again')}</Button>}
    />
  )
}

export function Wrong({ say, status }: { say: Say; status: 403 | 404 | 500 }) {
  const said = {
    403: [
      say('這扇門不是給這個帳號的', 'This door is not for this account'),
      say('換個帳號登入，或回到首頁。', 'Sign in with another account, or go home.'),
    ],
    404: [
      say('燈打好了，人不在這裡', 'The light is on, nobody is here'),
      say('這一頁可能搬走、下架，或是網址少了幾個字。', 'This page may have moved, been taken down, or lost a few letters.'),
    ],
    500: [
      say('後臺出了點狀況', 'Something went wrong backstage'),
      say('我們已經收到通知。剛剛的動作可能沒有完成。', 'We have been told. What you just did may not have gone through.'),
    ],
  }[status]
  return (
    <ErrorScreen
      brand={<Brand name="Stagedoor" />}
      status={status}
      title={said[0]}
      lead={said[1]}
      actions={
        <>
          <Button to="?show=home">{say('回首頁', 'Go home')}</Button>
          <Button rank="second">{say('找創作者', 'Find creators')}</Button>
        </>
      }
      foot={<a href="#report">{say('回報問題', 'Report it')}</a>}
    />
  )
}
