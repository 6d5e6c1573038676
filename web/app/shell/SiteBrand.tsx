import { useSettings } from '#web/app/session.tsx'
import { Brand, type BrandProps } from '#web/ui/Brand.tsx'

/** The site's mark and its own name, which is a setting. */
export function SiteBrand(props: Omit<BrandProps, 'name'>) {
  const { siteName } = useSettings()
  return <Brand name={siteName} to="/home" {...props} />
}
