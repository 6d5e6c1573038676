// Before any story: payments go to the sandbox, where nothing is charged. The story of Stripe chooses Stripe, and puts it back.
import { request } from '@playwright/test'
import { choosesGateway } from './people.ts'

export default async function sandbox(): Promise<void> {
  const office = await request.newContext()
  await choosesGateway(office, { paymentGateway: 'sandbox' })
  await office.dispose()
}
