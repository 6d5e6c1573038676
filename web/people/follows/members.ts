import { useLocation, useNavigate } from 'react-router'
import { useMe } from '#web/app/session.tsx'

/** What only members may do, behind a button that everyone sees: visitors are led to sign-in and back to this page afterwards. */
export function useAsMember(): (act: () => void) => void {
  const me = useMe()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  return (act) => (me ? act() : void navigate(`/auth/login?redirect=${encodeURIComponent(pathname + search)}`))
}
