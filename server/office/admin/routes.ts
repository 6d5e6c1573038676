import { buffer } from 'node:stream/consumers'
import type { admin as table } from '#contract/office/admin.ts'
import * as works from '#server/catalogue/works/works.ts'
import * as admin from '#server/office/admin/admin.ts'
import { ageOn } from '#server/office/admin/age.ts'
import { paymentSums, shownPayment, shownPayments } from '#server/office/admin/paid.ts'
import { personOf } from '#server/office/admin/person.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
import * as identity from '#server/people/identity/identity.ts'
import { entries } from '#server/platform/audit/audit.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { countLetters, isDelivering, letters, siteUrl } from '#server/platform/mail/mail.ts'
import { fromHundredths, toHundredths } from '#server/platform/units/units.ts'
import * as contact from '#server/site/contact/contact.ts'
import * as settings from '#server/site/settings/settings.ts'

export const handlers: Handlers<typeof table> = {
  overview: ({ db }) => admin.overview(db),

  async performers({ db, viewer }, query) {
    const { data, total } = await admin.applications(db, query)
    const seen = await identity.seenBy(
      db,
      viewer.accountId,
      data.flatMap(({ documents }) => documents.map(({ id }) => id)),
    )
    return {
      total,
      data: data.map(({ application, person, avatar, documents }) => ({
        _id: application.accountId,
        name: person.name,
        username: person.username,
        ...(avatar && { avatar }),
        email: person.email,
        legalName: application.legalName,
        dateOfBirth: application.birthDate,
        age: ageOn(application.birthDate, db.now),
        country: application.country,
        phone: application.phone,
        ...(person.gender && { gender: person.gender }),
        state: application.state,
        ...(application.reason && { reason: application.reason }),
        submittedAt: application.submittedAt.toISOString(),
        ...(application.decidedAt && { decidedAt: application.decidedAt.toISOString() }),
        isAgain: application.state === 'pending' && person.state === 'active',
        documents: documents.map(({ id, type, mediaType, sentAt }) => ({
          _id: id,
          type,
          mediaType,
          sentAt: sentAt.toISOString(),
          isSeen: seen.has(id),
        })),
      })),
    }
  },

  async approvePerformer({ db, viewer }, { id }) {
    await db.transaction((tx) => identity.approve(tx, id, viewer.accountId))
    return { _id: id, state: 'approved' }
  },

  async rejectPerformer({ db, viewer }, { id, reason }) {
    await db.transaction((tx) => identity.reject(tx, id, { by: viewer.accountId, reason }))
    return { _id: id, state: 'rejected' }
  },

  async document({ db, viewer, ip }, { id }) {
    const { mediaType, content } = await identity.openDocument(db, id, { by: viewer.accountId, ip })
    return { mediaType, dataUrl: `data:${mediaType};base64,${(await buffer(content)).toString('base64')}` }
  },

  works: ({ db, viewer }, query) => admin.worksByStatus(db, viewer, query),

  async approveWork({ db, viewer }, { id }) {
    await db.transaction((tx) => works.approve(tx, id, viewer.accountId))
    return { _id: id, state: 'active' }
  },

  async rejectWork({ tx, viewer }, { id, reason }) {
    return { _id: id, ...(await admin.refuseWork(tx, id, viewer.accountId, reason)) }
  },

  async markFitForAll({ db, viewer }, { id, updatedAt }) {
    await db.transaction((tx) => works.findFitForAll(tx, id, viewer.accountId, new Date(updatedAt)))
    return { _id: id, isFitForAll: true }
  },

  async unmarkFitForAll({ db, viewer }, { id }) {
    await db.transaction((tx) => works.takeBackFitForAll(tx, id, viewer.accountId))
    return { _id: id, isFitForAll: false }
  },

  async settings({ db }) {
    const forms = await settings.forms(db)
    return forms.map(({ changedAt, ...form }) => ({ ...form, ...(changedAt && { changedAt: changedAt.toISOString() }) }))
  },

  async saveSettings({ db, viewer, ip }, { values, confirmed }) {
    return { changed: await db.transaction((tx) => admin.saveSettings(tx, values, { by: viewer.accountId, confirmed, ip })) }
  },

  async refund({ tx, viewer, ip }, { id, reason }) {
    const { transferId, amount } = await admin.refund(tx, id, { by: viewer.accountId, reason, ip })
    return { _id: transferId, amount: fromHundredths(amount) }
  },

  async freezeWallet({ db, viewer, ip }, { id, reason }) {
    await db.transaction((tx) => admin.setFrozen(tx, id, true, { by: viewer.accountId, reason, ip }))
    return { _id: id, isFrozen: true }
  },

  async unfreezeWallet({ db, viewer, ip }, { id, reason }) {
    await db.transaction((tx) => admin.setFrozen(tx, id, false, { by: viewer.accountId, reason, ip }))
    return { _id: id, isFrozen: false }
  },

  async grantTokens({ tx, viewer, ip }, { id, amount, reason }) {
    const given = await admin.grantTokens(tx, id, { amount: toHundredths(amount), by: viewer, reason, ip })
    return { _id: given.transferId, amount, balance: fromHundredths(given.balance) }
  },

  async people({ db }, { frozen, status: state, ...query }) {
    const { data, total } = await admin.people(db, { ...query, state, isFrozen: frozen === 'true' })
    return { total, data: data.map(({ person, avatar, isFrozen }) => ({ ...shownPerson(person), ...(avatar && { avatar }), isFrozen })) }
  },

  person: ({ db, viewer }, { id }) => personOf(db, viewer, id),

  async endSessions({ db, viewer, ip }, { id, reason }) {
    return { ended: await db.transaction((tx) => admin.endSessions(tx, id, { by: viewer, reason, ip })) }
  },

  async resetTwoFactor({ db, viewer, ip, language }, { id, reason }) {
    await db.transaction((tx) => admin.resetTwoFactor(tx, id, { by: viewer, reason, ip, language }))
    return { isOn: false }
  },

  async wallet({ db }, { id }) {
    const { person, balance, debt, freeze, by } = await admin.walletOf(db, id)
    return {
      person: shownPerson(person),
      balance: fromHundredths(balance),
      debt: fromHundredths(debt),
      isFrozen: freeze !== undefined,
      ...(freeze && { because: freeze.because }),
      ...(freeze?.byStaff && { since: freeze.byStaff.at.toISOString(), reason: freeze.byStaff.reason }),
      ...(by && { by: { _id: by.id, name: by.name, username: by.username } }),
    }
  },

  async transfers({ db }, query) {
    const { data, total } = await admin.transfers(db, query)
    return {
      total,
      data: data.map(({ transfer, payer, payee }) => ({
        _id: transfer.id,
        kind: transfer.kind,
        title: transfer.title,
        ...(payer && { payer: payer.username, payerCard: payer }),
        ...(payee && { payee: payee.username, payeeCard: payee }),
        amount: fromHundredths(transfer.amount),
        commission: fromHundredths(transfer.commission),
        createdAt: transfer.at.toISOString(),
        reversed: transfer.isReversed,
        isReversal: transfer.isReversal,
        canRefund: admin.canRefund(transfer),
      })),
    }
  },

  async payments({ db }, query) {
    const status = query.status as Parameters<typeof admin.gatewayPayments>[1]['status']
    const { rows, total } = await admin.gatewayPayments(db, { ...query, status })
    return { total, data: await shownPayments(db, rows) }
  },

  paymentSums: ({ db }, days) => paymentSums(db, days),
  payment: ({ db }, { id }) => shownPayment(db, id),

  async inbox({ db }, paging) {
    const { rows, total } = await contact.inbox(db, paging)
    return {
      total,
      data: rows.map(({ id, name, email, body, createdAt, answeredAt }) => ({
        _id: id,
        name,
        email,
        message: body,
        createdAt: createdAt.toISOString(),
        ...(answeredAt && { answeredAt: answeredAt.toISOString() }),
      })),
    }
  },

  async answered({ db, viewer }, { id }) {
    const answeredAt = await db.transaction(async (tx) => {
      await contact.markAnswered(tx, id, viewer.accountId)
      return tx.now
    })
    return { _id: id, answeredAt: answeredAt.toISOString() }
  },

  async letters({ db }, { recipient, limit, offset }) {
    const [found, total] = await Promise.all([letters(db, siteUrl(), { recipient, limit, offset }), countLetters(db, { recipient })])
    return {
      isDelivered: isDelivering(),
      total,
      data: found.map(({ id, createdAt, ...letter }) => ({ _id: id, ...letter, createdAt: createdAt.toISOString() })),
    }
  },

  async audit({ db }, { action, q, limit, offset }) {
    const { rows, total } = await entries(db, { ...(action && { action }), ...(q && { subjectId: q }), limit, offset })
    const people = await accounts.people(db, [...new Set(rows.flatMap(({ actorId }) => actorId ?? []))])
    return {
      total,
      data: rows.map((entry) => {
        const actor = entry.actorId ? people.get(entry.actorId)?.username : undefined
        return {
          _id: entry.id,
          ...(actor && { actor }),
          action: entry.action,
          subject: `${entry.subjectKind}:${entry.subjectId}`,
          detail: entry.detail,
          createdAt: entry.createdAt.toISOString(),
        }
      }),
    }
  },
}

function shownPerson({ id, name, username, email, role, state, closesAt, createdAt }: accounts.Account) {
  return {
    _id: id,
    name,
    username,
    email,
    role,
    state,
    ...(closesAt && { closesAt: closesAt.toISOString() }),
    createdAt: createdAt.toISOString(),
  }
}
