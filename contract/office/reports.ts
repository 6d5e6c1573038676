// Reports: what anybody tells the office of what they see here, the cases that it makes of them, and what it decides.
import Type, { type Static } from 'typebox'
import { Body, ById, endpoints, Flag, Id, Instant, Page, Paging, SortedQuery } from '#contract/endpoint.ts'
import { caseStates, decisions, reportReasons, reportTargets } from '#contract/office/report-names.ts'
import { Refund, ReviewedWork } from '#contract/office/admin.ts'
import { UserCard } from '#contract/people/person.ts'
import { requestStates } from '#contract/talk/request-names.ts'

const Target = Type.Enum(reportTargets)
const Reason = Type.Enum(reportReasons)
const What = Type.Enum(decisions)
const CaseNumber = Type.String({ description: 'R-2026-7K4M9Q: to be read aloud; it tells nobody how many there are' })

/** One's own report as it stands: nothing of what others said of the same. */
const Followed = Type.Object({
  _id: Id,
  caseNumber: CaseNumber,
  target: Target,
  reason: Reason,
  state: Type.Enum(caseStates),
  createdAt: Instant,
  dueAt: Instant,
  decision: Type.Optional(Type.Object({ what: What, reason: Type.String(), at: Instant })),
})
export type Followed = Static<typeof Followed>

/** The same whole, for whoever sent it and is signed in. */
const OwnReport = Type.Object({
  ...Followed.properties,
  description: Type.String({ description: 'what its sender wrote' }),
  evidence: Type.Array(Type.String()),
  signature: Type.Optional(Type.String()),
  subject: Type.Optional(
    Type.Object(
      { text: Type.String(), path: Type.Optional(Type.String({ description: 'where it stands' })) },
      { description: 'what it is about, for as long as the asker may see it' },
    ),
  ),
})
export type OwnReport = Static<typeof OwnReport>

const Case = Type.Object({
  _id: Id,
  caseNumber: CaseNumber,
  target: Target,
  targetId: Id,
  owner: Type.Optional(UserCard),
  quote: Type.String({ description: 'what stood there when it was first reported; may be empty' }),
  reasons: Type.Array(Reason, { description: 'of all its reports, the gravest first' }),
  reports: Type.Integer(),
  state: Type.Enum(caseStates),
  openedAt: Instant,
  dueAt: Instant,
  isOverdue: Flag,
  assignedTo: Type.Optional(UserCard),
  closedAt: Type.Optional(Instant),
})
export type Case = Static<typeof Case>

const Report = Type.Object({
  _id: Id,
  reporter: Type.Optional(Type.Object({ ...UserCard.properties }, { description: 'absent: somebody without an account' })),
  reason: Reason,
  description: Type.String(),
  evidence: Type.Array(Type.String()),
  contact: Type.Optional(Type.String()),
  signature: Type.Optional(Type.String({ description: 'of somebody who said that it is true in good faith' })),
  quote: Type.String(),
  createdAt: Instant,
  dueAt: Instant,
})

const Decided = Type.Object({
  _id: Id,
  by: Type.Optional(UserCard),
  what: What,
  reason: Type.String(),
  refund: Type.Optional(Refund),
  at: Instant,
})

/** What was agreed between a fan and a performer; what was asked for is the subject’s text, what was delivered its work. */
const Agreed = Type.Object({
  state: Type.Enum([...requestStates]),
  asker: Type.Optional(UserCard),
  budget: Type.Optional(Type.Number({ description: 'tokens' })),
  price: Type.Optional(Type.Number({ description: 'tokens' })),
  days: Type.Optional(Type.Integer()),
  note: Type.Optional(Type.String({ description: 'what the performer said with the quote' })),
  delivered: Type.Optional(Type.String({ description: 'what the performer wrote with what was made; may be empty' })),
  deliveredAt: Type.Optional(Instant),
})

/** What it is about as it stands now, also when it is gone for everybody else. */
const Subject = Type.Object({
  isGone: Type.Boolean({ description: 'its owner deleted it, or it was taken down' }),
  isRemovable: Flag,
  path: Type.Optional(Type.String({ description: 'its page, while it has one' })),
  text: Type.String(),
  work: Type.Optional(ReviewedWork),
  request: Type.Optional(Agreed),
  refund: Type.Optional(
    Type.Object({ ...Refund.properties }, { description: 'what goes back when it is taken away now, or of a request: given back' }),
  ),
  createdAt: Type.Optional(Instant),
})

const WholeCase = Type.Object({
  ...Case.properties,
  subject: Subject,
  /** The first first. */
  reported: Type.Array(Report),
  decisions: Type.Array(Decided),
})
export type WholeCase = Static<typeof WholeCase>

const Line = Type.Object({
  _id: Id,
  sender: Type.Optional(UserCard),
  text: Type.String({ description: 'also of what was deleted since' }),
  isReported: Flag,
  isDeleted: Flag,
  hasFiles: Flag,
  createdAt: Instant,
})

export const reports = endpoints({
  /**
   * calls.md section 7: of everything that one can see, also without an account (works, comments on what is open, and profiles). `contact` is
   * asked of visitors, but where somebody may be a child; `evidence` are links, one a line. Somebody who speaks for themselves, because they
   * are shown or own it, signs. Again about the same, for the same reason, while its case is open: the same answer.
   * A visitor gets `follow` here, too, for no letter may reach them. Of a request its fan says `not_as_agreed`, once it was delivered and until it was
   * given back; of nothing else, and of it nothing else.
   */
  send: {
    method: 'POST',
    path: '/reports',
    for: 'anyone',
    inClosedCountry: true,
    summary: 'Report something to the office',
    body: Body({
      target: Target,
      targetId: Id,
      reason: Reason,
      description: Type.Optional(Type.String({ maxLength: 2000 })),
      evidence: Type.Optional(Type.Array(Type.String({ minLength: 8, maxLength: 1000, pattern: '^https?://' }), { maxItems: 10 })),
      contact: Type.Optional(Type.String({ format: 'email', maxLength: 254 })),
      goodFaith: Type.Optional(Type.Boolean()),
      signature: Type.Optional(Type.String({ maxLength: 100 })),
    }),
    reply: Type.Object({
      caseNumber: CaseNumber,
      dueAt: Instant,
      follow: Type.Optional(Type.String({ description: 'to visitors: the page that says what became of it' })),
    }),
    refuses: ['not_found', 'cannot_report_yourself', 'request_not_delivered', 'request_over', 'too_many_reports'],
    maxBodyBytes: 64 * 1024,
  },
  mine: {
    method: 'GET',
    path: '/reports/mine',
    for: 'member',
    inClosedCountry: true,
    summary: 'What I reported and what became of it',
    query: Paging,
    reply: Page(Followed),
  },
  /** As it was sent, and what it is about where the asker may still see that. */
  one: {
    method: 'GET',
    path: '/reports/mine/:id',
    for: 'member',
    inClosedCountry: true,
    summary: 'One report of mine',
    params: ById,
    reply: OwnReport,
    refuses: ['not_found'],
  },
  /** By the link of a letter, without a session. Never kept by anybody in between. */
  follow: {
    method: 'GET',
    path: '/reports/follow/:token',
    for: 'anyone',
    inClosedCountry: true,
    summary: 'What became of a report',
    params: Type.Object({ token: Type.String({ minLength: 20, maxLength: 200, description: 'the secret part of the letter’s link' }) }),
    reply: Followed,
    refuses: ['not_found'],
  },
  /** Open ones first where no state is asked for, each time the first due first. */
  cases: {
    method: 'GET',
    path: '/admin/reports',
    for: 'staff',
    summary: 'Cases made of reports',
    query: SortedQuery(['dueAt', 'createdAt', 'reports'], {
      state: Type.Optional(Type.Enum(caseStates)),
      reason: Type.Optional(Reason),
      target: Type.Optional(Target),
      isOverdue: Type.Optional(Type.Boolean()),
      isMine: Type.Optional(Type.Boolean({ description: 'those that the asker took' })),
      q: Type.Optional(Type.String({ maxLength: 100, description: 'a case number, or whose it is' })),
      of: Type.Optional(Type.String({ format: 'uuid', description: 'whose it is' })),
      by: Type.Optional(Type.String({ format: 'uuid', description: 'who reported it' })),
    }),
    reply: Page(Case),
  },
  case: {
    method: 'GET',
    path: '/admin/reports/:id',
    for: 'staff',
    summary: 'One case with its reports and decisions',
    params: ById,
    reply: WholeCase,
    refuses: ['not_found'],
  },
  /** What two people said to each other around it: whoever looks is in the audit log. not_found where it is about no message. */
  lines: {
    method: 'GET',
    path: '/admin/reports/:id/lines',
    for: 'staff',
    summary: 'The lines around a reported message (audited)',
    params: ById,
    reply: Type.Object({ data: Type.Array(Line) }),
    refuses: ['not_found'],
  },
  assign: {
    method: 'POST',
    path: '/admin/reports/:id/assignment',
    for: 'staff',
    summary: 'Take a case, or put it back',
    params: ById,
    body: Body({ isMine: Flag }),
    reply: Type.Object({ _id: Id, isMine: Flag }),
    refuses: ['not_found', 'already_decided'],
  },
  /** `removed` takes it from everybody; its owner and everybody who reported it read `reason`; `refunded` gives the fan of a request what they paid. Closes the case. */
  decide: {
    method: 'POST',
    path: '/admin/reports/:id/decisions',
    for: 'staff',
    summary: 'Decide a case',
    params: ById,
    body: Body({ what: What, reason: Type.String({ minLength: 1, maxLength: 1000 }) }),
    reply: Type.Object({ _id: Id, state: Type.Enum(caseStates), refund: Type.Optional(Refund) }),
    refuses: ['not_found', 'already_decided', 'request_over'],
    idempotent: true,
  },
})
