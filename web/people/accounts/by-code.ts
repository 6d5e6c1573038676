// Where one waits for a letter, which few do: fetched then.
import { lazy } from '#web/ui/network.ts'

export const VerifyByCode = lazy(async () => ({ default: (await import('#web/people/accounts/VerifyByCode.tsx')).VerifyByCode }))
