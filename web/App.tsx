import { dateTag } from '#contract/locales.ts'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { type ReactNode, useCallback, useMemo } from 'react'
import { SWRConfig } from 'swr'
import type { Api } from '#contract/client.ts'
import type { Speaker } from '#contract/words/speaking.ts'
import type { Boot } from '#web/app/boot.ts'
import { SpeakerProvider } from '#web/app/say.ts'
import { type Entered, SessionProvider } from '#web/app/session.tsx'
import { StudioTray } from '#web/app/shell/studio-tray.ts'
import { useTimeZone } from '#web/app/time-zone.ts'
import { lazy } from '#web/ui/network.ts'
import { ToastProvider } from '#web/ui/Toast.tsx'
import { UiWordsProvider } from '#web/ui/UiWords.tsx'
import type { UiWords } from '#web/ui/words.ts'

/**
 * The figures of specification.md section 9, data fetching, are swr's own: focus 5 s, dedupe 2 s, retry 5 s and loading 3 s, and on slow
 * networks 10 s and 5 s. A figure said here would hold on slow networks too (fetching.test.ts).
 */
export const fetching = { shouldRetryOnError: isPassing }

/** A refusal stays one however often one asks. */
function isPassing(error: Error & { status?: number }): boolean {
  return error.status === undefined || error.status >= 500
}

// It matters only once something goes up, and to nobody before the page is hydrated.
const UploadTray = lazy(() => import('#web/media/uploads/UploadTray.tsx').then((file) => ({ default: file.UploadTray })))
const tray = <UploadTray />

type AppProps = { boot: Boot; api: Api; speaker: Speaker; onEnter?: (entered: Entered) => void; children: ReactNode }

/** Everything around the pages. The policy lets in no style elements: what Base UI would say in one stands in app.css. */
export function App({ boot: told, api, speaker, onEnter, children }: AppProps) {
  const timeZone = useTimeZone(told.timeZone)
  const words = useCallback<UiWords>((key, facts) => speaker.t(`ui.${key}`, facts), [speaker])
  const boot = useMemo(() => ({ ...told, timeZone }), [told, timeZone])
  return (
    <CSPProvider disableStyleElements>
      <SpeakerProvider value={speaker}>
        <UiWordsProvider locale={boot.locale} dateTag={dateTag(boot.locale)} timeZone={boot.timeZone} words={words}>
          <SWRConfig value={fetching}>
            <SessionProvider boot={boot} api={api} onEnter={onEnter}>
              <ToastProvider>
                <StudioTray value={tray}>{children}</StudioTray>
              </ToastProvider>
            </SessionProvider>
          </SWRConfig>
        </UiWordsProvider>
      </SpeakerProvider>
    </CSPProvider>
  )
}
