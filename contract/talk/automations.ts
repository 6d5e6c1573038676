// What is said in a creator's name by a rule: a welcome, and thanks.
import Type, { type Static } from 'typebox'
import { Body, endpoints, Flag, Instant, ListQuery, Page } from '#contract/endpoint.ts'
import { UserCard } from '#contract/people/person.ts'
import { occasions } from '#contract/talk/campaign-names.ts'
import { mostLetters } from '#contract/talk/limits.ts'

const Occasion = Type.Enum([...occasions], {
  description: 'somebody follows, or subscribes: said once to each; a tip came, or a renewal: at most once a day to each',
})

export const Automation = Type.Object({
  occasion: Occasion,
  text: Type.String({ description: 'empty: none was written yet' }),
  isOn: Flag,
  changedAt: Type.Optional(Instant),
})
export type Automation = Static<typeof Automation>

const TheirAutomation = Type.Interface([Automation], { performer: UserCard }, {})
export type TheirAutomation = Static<typeof TheirAutomation>

export const automations = endpoints({
  /** One for each occasion, in their order. */
  list: {
    method: 'GET',
    path: '/automations',
    for: 'creator',
    summary: 'What is said in my name',
    reply: Type.Array(Automation),
  },
  save: {
    method: 'PUT',
    path: '/automations/:occasion',
    for: 'creator',
    summary: 'Say what is said in my name, and whether',
    params: Type.Object({ occasion: Occasion }),
    body: Body({ text: Type.String({ maxLength: mostLetters }), isOn: Flag }),
    reply: Automation,
    refuses: ['text_required', 'prohibited_term'],
  },
  /** Changed last first. */
  all: {
    method: 'GET',
    path: '/admin/automations',
    for: 'staff',
    summary: 'What is said in creators’ names',
    query: ListQuery({ q: Type.Optional(Type.String({ maxLength: 100, description: 'a part of a creator’s name or username' })) }),
    reply: Page(TheirAutomation),
  },
})
