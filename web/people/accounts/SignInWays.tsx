import type { SignInProvider } from '#contract/people/federation.ts'
import { untilLeft, useAct } from '#web/app/act.ts'
import { arrival } from '#web/app/arrival.ts'
import { useTranslation } from '#web/app/say.ts'
import { useSettings } from '#web/app/session.tsx'
import { askWidget, useStandingWidget } from '#web/app/widget.ts'
import { ProviderGlyph } from '#web/people/accounts/ProviderGlyph.tsx'
import { Button } from '#web/ui/Button.tsx'
import { FormRefusal } from '#web/ui/FormRefusal.tsx'

/**
 * By whose word one may come in, where anybody's is configured: a press leads to them, and what was wanted comes back with it. Where a login widget stands
 * for one of them, it opens that one's window.
 */
export function SignInWays({ redirect }: { redirect: string | null }) {
  const { t } = useTranslation()
  const { signInWays } = useSettings()
  const isInWidget = useStandingWidget()?.isOutside
  const { act, during, problem } = useAct(
    (api, _once, provider: SignInProvider) => {
      const wish = { remember: true, ...arrival(), ...(redirect !== null && redirect.length <= 500 && { redirect }) }
      return provider === 'twitter' ? api.federation.twitterLogin(wish) : api.federation.begin({ provider, ...wish })
    },
    {
      noIn: 'screen',
      done({ url }) {
        window.location.assign(url)
        return untilLeft()
      },
    },
  )
  if (signInWays.length === 0) return null
  const go = async (provider: SignInProvider) => {
    if (provider === 'openid' && isInWidget && (await askWidget((widget) => widget.openLogin()))) return
    await act(provider)
  }
  return (
    <div className="grid gap-3">
      <p className="flex items-center gap-3 text-13 text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {t('auth.or')}
      </p>
      {signInWays.map(({ provider, label }) => (
        <Button
          key={provider}
          rank="second"
          size="wide"
          icon={<ProviderGlyph provider={provider} />}
          loading={during?.[0] === provider}
          disabled={during !== undefined && during[0] !== provider}
          onClick={() => void go(provider)}
        >
          {t('auth.by', { provider: label })}
        </Button>
      ))}
      <FormRefusal>{problem}</FormRefusal>
    </div>
  )
}
