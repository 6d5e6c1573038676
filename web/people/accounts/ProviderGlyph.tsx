import { KeyRound } from 'lucide-react'
import type { SignInProvider } from '#contract/people/federation.ts'

/** Each provider's own mark, plain, as their rules for buttons have it; whoever has none known to us gets a key. */
export function ProviderGlyph({ provider }: { provider: SignInProvider }) {
  if (provider === 'openid') return <KeyRound aria-hidden="true" size={18} />
  if (provider === 'twitter') {
    return (
      <svg aria-hidden="true" viewBox="0 0 24 24" width="16" height="16" fill="currentColor">
        <path d="M18.2 2.25h3.3l-7.2 8.26 8.5 11.24h-6.65l-5.2-6.82-5.97 6.82H1.67l7.73-8.84L1.25 2.25h6.82l4.72 6.23zm-1.16 17.52h1.83L7.05 4.13H5.08z" />
      </svg>
    )
  }
  return (
    <svg aria-hidden="true" viewBox="0 0 24 24" width="18" height="18">
      <path
        fill="#4285f4"
        d="M23.5 12.27c0-.79-.07-1.54-.19-2.27H12v4.51h6.47a5.57 5.57 0 0 1-2.4 3.58v3h3.86c2.26-2.09 3.57-5.17 3.57-8.82z"
      />
      <path fill="#34a853" d="M12 24c3.24 0 5.95-1.08 7.93-2.91l-3.86-3a7.17 7.17 0 0 1-10.8-3.72H1.28v3.09A12 12 0 0 0 12 24z" />
      <path fill="#fbbc05" d="M5.27 14.29a7.14 7.14 0 0 1 0-4.58V6.62H1.28a12 12 0 0 0 0 10.76z" />
      <path fill="#ea4335" d="M12 4.75c1.77 0 3.35.61 4.6 1.8l3.42-3.42A11.97 11.97 0 0 0 1.28 6.62l3.99 3.09A7.17 7.17 0 0 1 12 4.75z" />
    </svg>
  )
}
