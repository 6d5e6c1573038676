// On whose pages a login widget of somebody else stands (specification.md sections 1, 4, 8 and 9); which one, the settings say.
/** Its script can do on a page whatever its reader can: so it is let into none of staff, and none of whoever acts for another. */
export function isForReader(me: { roles: readonly string[]; impersonatedBy?: string | undefined } | null): boolean {
  return !me?.roles.includes('staff') && me?.impersonatedBy === undefined
}
