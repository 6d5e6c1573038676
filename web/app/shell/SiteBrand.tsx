import { useMe, useSettings } from '#web/app/session.tsx'
import { Brand, type BrandProps } from '#web/ui/Brand.tsx'

/** The site's own picture, or our mark with its name. All of them are settings. */
export function SiteBrand(props: Omit<BrandProps, 'name' | 'logo'>) {
  const { siteName, logoUrl, darkmodeLogoUrl } = useSettings()
  const me = useMe()
  return (
    <Brand
      name={siteName}
      to={me ? '/home' : '/'}
      logo={logoUrl || darkmodeLogoUrl ? { light: logoUrl || darkmodeLogoUrl, dark: darkmodeLogoUrl || logoUrl } : undefined}
      {...props}
    />
  )
}
