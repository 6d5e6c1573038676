// Facts of accounts.
declare module '#server/platform/outbox/outbox.ts' {
  interface Events {
    'account.registered': { accountId: string; role: 'user' | 'performer' | 'staff' }
    /** What others see of them changed: the name, the username, what they say of themselves, or whether they are to be seen at all. */
    'account.changed': { accountId: string }
    'account.email_verified': { accountId: string }
    /** By its owner, or by the link of a letter. */
    'account.password_changed': { accountId: string }
    /** Signing in asks for more, or for less, or one of the codes for an emergency was used: nobody but its owner should have done that. */
    'account.two_factor': { accountId: string; event: 'two_factor_on' | 'two_factor_off' | 'recovery_code_used' }
    /** Signed out, the password changed, or the account closed: what still hangs on this session ends. */
    'session.revoked': { accountId: string; sessionId: string }
  }
}

export {}
