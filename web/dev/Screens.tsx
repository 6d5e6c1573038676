import type { ReactNode } from 'react'
import { Age, Curtain, Maintenance, SignIn, Wrong } from '#web/dev/screens/Doors.tsx'
import { Home } from '#web/dev/screens/Home.tsx'
import { Profile } from '#web/dev/screens/Profile.tsx'
import { Studio } from '#web/dev/screens/Studio.tsx'
import { WalletPage } from '#web/dev/screens/WalletPage.tsx'
import type { Say } from '#web/dev/Section.tsx'

/** The frames with something in them: ?show=home, profile, wallet, studio, sign-in, age, curtain, maintenance, 404, 403, 500, unlock. */
export const screens: Record<string, (props: { say: Say }) => ReactNode> = {
  home: Home,
  unlock: ({ say }) => <Home say={say} sheet />,
  profile: Profile,
  wallet: WalletPage,
  studio: Studio,
  office: ({ say }) => <Studio say={say} office />,
  'sign-in': SignIn,
  age: Age,
  curtain: Curtain,
  maintenance: Maintenance,
  '404': ({ say }) => <Wrong say={say} status={404} />,
  '403': ({ say }) => <Wrong say={say} status={403} />,
  '500': ({ say }) => <Wrong say={say} status={500} />,
}
