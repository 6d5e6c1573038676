// Stripe's form in our colours and measures. It stands in a frame that our style sheets do not reach, so the tokens are read out for it.

/** In the words of Stripe's Appearance API. */
export function stripeAppearance(): object {
  const root = document.documentElement
  const tokens = getComputedStyle(root)
  const token = (name: string) => tokens.getPropertyValue(`--${name}`).trim()
  return {
    theme: root.dataset['theme'] === 'dark' ? 'night' : 'stripe',
    variables: {
      colorPrimary: token('primary'),
      colorBackground: token('surface'),
      colorText: token('text'),
      colorTextSecondary: token('muted'),
      colorTextPlaceholder: token('muted'),
      colorDanger: token('onair'),
      fontFamily: 'Inter, "PingFang TC", "Noto Sans TC", "Microsoft JhengHei", sans-serif',
      fontSizeBase: '16px',
      borderRadius: '10px',
      spacingUnit: '4px',
    },
    rules: {
      '.Input': { border: `1px solid ${token('line-strong')}`, boxShadow: 'none', padding: '12px 16px' },
      '.Label': { fontSize: '14px', fontWeight: '600' },
    },
  }
}
