import { isRouteErrorResponse } from 'react-router'

/** 500 for what says nothing of itself. */
export function statusOf(error: unknown): number {
  return isRouteErrorResponse(error) ? error.status : ((error as { status?: number } | undefined)?.status ?? 500)
}
