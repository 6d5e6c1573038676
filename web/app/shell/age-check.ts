import { untilLeft, useAct } from '#web/app/act.ts'
import { splitPrefix } from '#web/app/locale.ts'

/** Goes to the provider that checks ages. @param redirect where to go on afterwards; without one where they are */
export function useAgeCheck(redirect?: string) {
  return useAct(
    (api) => {
      const { pathname, search } = window.location
      const here = splitPrefix(pathname).rest + search
      return api.age.start({ redirect: redirect ?? here })
    },
    {
      noIn: 'screen',
      done({ url }) {
        window.location.assign(url)
        return untilLeft()
      },
    },
  )
}
