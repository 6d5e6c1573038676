// A password on its way (specification.md section 5, HASH_PW_CLIENT): where the site asks for it, what leaves this page is its
// SHA-256, so that the words someone perhaps uses elsewhere too never travel.

/** What to send in place of the typed password. */
export async function sealed(password: string, hashPwClient: boolean): Promise<string> {
  if (!hashPwClient) return password
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(password))
  return `sha256:${Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
