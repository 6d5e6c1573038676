import { useLocation, useNavigation } from 'react-router'

/** Another tab or filter of this page is on its way. */
export function useIsViewPending(): boolean {
  const { pathname, search } = useLocation()
  const { location } = useNavigation()
  return location !== undefined && location.pathname === pathname && location.search !== search
}
