import { Check, Copy, Share2 } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import { Button } from '#web/ui/Button.tsx'
import { useIsHydrated } from '#web/ui/hydrated.ts'
import { useToast } from '#web/ui/Toast.tsx'

type ShareLinkProps = {
  label: string
  /** Of this site. */
  path: string
  /** What whoever gets it sees. */
  note?: string
  /** Beside sharing. */
  more?: ReactNode
  rank?: 'primary' | 'second'
}

/** An address to pass on, and the phone's own sheet for it where there is one. */
export function ShareLink({ label, path, note, more, rank = 'primary' }: ShareLinkProps) {
  const { t } = useTranslation()
  const toast = useToast()
  const id = useId()
  const isHydrated = useIsHydrated()
  const [copied, setCopied] = useState<string>()
  const address = isHydrated ? new URL(path, window.location.origin).href : path
  const isCopied = copied === address
  const canShare = isHydrated && 'share' in navigator
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address)
      setCopied(address)
    } catch {
      // The browser keeps its clipboard to itself: the address stands there to be taken by hand.
      toast.show(t('published.copyByHand'))
    }
  }
  return (
    <div>
      <label htmlFor={id} className="text-14 font-semibold">
        {label}
      </label>
      <div className="mt-1.5 flex items-center gap-1 rounded-control bg-surface p-1 ps-3.5 ring-1 ring-line-strong ring-inset focus-within:ring-2 focus-within:ring-link">
        <input
          id={id}
          readOnly
          value={address.replace(/^https?:\/\//, '')}
          onFocus={(event) => event.target.select()}
          className="min-w-0 flex-1 bg-transparent text-15 outline-none"
        />
        <Button
          size="sm"
          rank={rank}
          icon={isCopied ? <Check className="size-4" /> : <Copy className="size-4" />}
          onClick={() => void copy()}
        >
          <span aria-live="polite">{t(isCopied ? 'published.copied' : 'published.copy')}</span>
        </Button>
      </div>
      {note && <p className="mt-1.5 text-13 text-muted">{note}</p>}
      {(canShare || more) && (
        <div className="mt-3 flex flex-wrap gap-2">
          {canShare && (
            <Button
              rank="second"
              icon={<Share2 />}
              onClick={() => {
                // Closing the phone's sheet is no mistake.
                void navigator.share({ url: address }).catch(() => undefined)
              }}
            >
              {t('published.share')}
            </Button>
          )}
          {more}
        </div>
      )}
    </div>
  )
}
