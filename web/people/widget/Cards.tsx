import { Clapperboard, Compass, Film, House, Images, type LucideIcon, MessageCircle, Radio, Store, Wallet } from 'lucide-react'
import { Link } from 'react-router'
import { encode } from 'uqr'
import type { SayKey } from '#contract/words/keys.ts'
import { useTranslation } from '#web/app/say.ts'
import { useMember } from '#web/app/session.tsx'
import { ContactLink, useClosing } from '#web/app/widget-window.tsx'
import { QrCode } from '#web/people/accounts/QrCode.tsx'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Name } from '#web/ui/Name.tsx'
import { Sheet } from '#web/ui/Sheet.tsx'
import { Tokens } from '#web/ui/Tokens.tsx'

type CardProps = { isOpen: boolean; onClose: () => void }

/** The built-in widget's two cards, for members. */
export function Cards({ of, ...card }: CardProps & { of: 'profile' | 'products' }) {
  useClosing(card.onClose)
  return of === 'profile' ? <ProfileCard {...card} /> : <ProductsCard {...card} />
}

/**
 * Who one is here, and a code that leads a camera to one's page: a performer's is everybody's; a fan has none that others see, so theirs leads whoever
 * signed in on that phone to their own.
 */
function ProfileCard({ isOpen, onClose }: CardProps) {
  const { t } = useTranslation()
  const me = useMember()
  const page = me.isPerformer ? `/${me.username}` : '/me'
  return (
    <Sheet
      open={isOpen}
      onOpenChange={onClose}
      picture={<Avatar src={me.avatar ?? null} name={me.name} size={64} />}
      title={
        <Name size={24} verified={me.isPerformer && me.kycStatus === 'approved'}>
          {me.name}
        </Name>
      }
      lead={`@${me.username}`}
      actions={
        <>
          <Button rank="second" size="wide" icon={<Wallet className="size-4" />} to="/wallet" onClick={onClose}>
            {t('shell.balance')}
            <Tokens value={me.balance} />
          </Button>
          <ContactLink />
        </>
      }
    >
      <div className="grid justify-items-center gap-3">
        <QrCode rows={rowsOf(new URL(page, window.location.origin).href)} label={t('widget.code', { name: me.name })} />
        <p className="text-center text-13 leading-relaxed! text-muted">{t(me.isPerformer ? 'widget.code.performer' : 'widget.code.fan')}</p>
      </div>
    </Sheet>
  )
}

/** As the server's own pictures of it are drawn; the ground around it is the drawing's. */
function rowsOf(address: string): string[] {
  return encode(address, { ecc: 'M', border: 0 }).data.map((row) => row.map((cell) => (cell ? '1' : '0')).join(''))
}

interface Area {
  label: SayKey
  icon: LucideIcon
  to: string
}

const forAll: readonly Area[] = [
  { label: 'shell.home', icon: House, to: '/home' },
  { label: 'shell.explore', icon: Compass, to: '/explore' },
  { label: 'widget.live', icon: Radio, to: '/live' },
  { label: 'widget.videos', icon: Film, to: '/videos' },
  { label: 'widget.galleries', icon: Images, to: '/galleries' },
  { label: 'widget.shop', icon: Store, to: '/shop' },
  { label: 'shell.messages', icon: MessageCircle, to: '/messages' },
  { label: 'shell.wallet', icon: Wallet, to: '/wallet' },
]
const forPerformers: readonly Area[] = [{ label: 'shell.studio', icon: Clapperboard, to: '/creator' }]

/** Quick ways to the main parts of the site. */
function ProductsCard({ isOpen, onClose }: CardProps) {
  const { t } = useTranslation()
  const me = useMember()
  const areas = me.isPerformer ? [...forAll, ...forPerformers] : forAll
  return (
    <Sheet open={isOpen} onOpenChange={onClose} title={t('widget.products')} actions={<ContactLink />}>
      <nav aria-label={t('widget.products')}>
        <ul className="grid grid-cols-3 gap-2">
          {areas.map(({ label, icon: Icon, to }) => (
            <li key={to}>
              <Link
                to={to}
                onClick={onClose}
                className="grid min-h-22 place-items-center content-center gap-2 rounded-control bg-well px-2 text-center text-14 transition-colors hover:bg-hover active:bg-press"
              >
                <Icon aria-hidden="true" className="text-muted" />
                {t(label)}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </Sheet>
  )
}
