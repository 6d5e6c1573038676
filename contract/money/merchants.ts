// Performers' own accounts at gateways (calls.md section 11). The rows are called as payments’ own.
import Type from 'typebox'
import { Body, endpoints, Page } from '#contract/endpoint.ts'

/** Never its secrets: whether it is on, the last digits of its number, and where its webhooks go. */
const OwnAccount = Type.Object({
  key: Type.String(),
  status: Type.Enum(['active', 'inactive']),
  ending: Type.Optional(Type.String()),
  needsAgain: Type.Optional(
    Type.Boolean({
      description: 'it cannot be read any more (the site’s key is another one): nothing is sold through it until it is given again',
    }),
  ),
  webhookUrl: Type.Optional(Type.String({ description: 'the address to give to the gateway; it carries a secret of this account' })),
})

export const merchants = endpoints({
  /**
   * calls.md section 11: a performer’s own sub-account at a gateway that the site speaks to; subscriptions to them are paid into it. What is
   * in `value` is never answered again. Without `value` only the status changes; `invalid` when there is nothing to switch on.
   */
  ownAccount: {
    method: 'PUT',
    path: '/performers/payment-gateway-settings',
    for: 'creator',
    summary: 'My own account at a gateway',
    body: Body({
      key: Type.Enum(['ccbill']),
      status: Type.Enum(['active', 'inactive']),
      value: Type.Optional(
        Body({
          subAccountNumber: Type.String({ pattern: '^\\d{4}$' }),
          flexformId: Type.String({ format: 'uuid' }),
          salt: Type.String({ pattern: '^\\S{8,100}$' }),
        }),
      ),
    }),
    reply: OwnAccount,
    refuses: ['invalid', 'not_allowed'],
  },
  /** Which of my own accounts are on, and how their numbers end. */
  ownAccounts: {
    method: 'GET',
    path: '/performers/payment-gateway-settings',
    for: 'creator',
    summary: 'My own accounts at gateways',
    reply: Page(OwnAccount),
  },
})
