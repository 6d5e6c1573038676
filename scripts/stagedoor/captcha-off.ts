import { withOwnDatabase } from './database.ts'
import * as settings from '#server/site/settings/settings.ts'

export const about =
  'captcha off                              takes the captcha off the forms, where a wrong key keeps staff from signing in'

/** On the embedded database, stop the server first. */
export async function run(): Promise<void> {
  await withOwnDatabase((db) => db.transaction((tx) => settings.save(tx, { captchaProvider: 'none' }, undefined)))
  console.log('Forms ask for no captcha any more. Choose one again in the office’s settings.')
}
