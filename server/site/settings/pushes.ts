// Open screens go on with the settings of now.
import type { Outbox } from '#server/platform/outbox/outbox.ts'
import type { Realtime } from '#server/platform/realtime/realtime.ts'
import type {} from '#server/site/settings/events.ts'

export function push(outbox: Outbox, realtime: Realtime): void {
  outbox.on('site.settings_changed', 'settings.tell_everybody', async () => realtime.toEveryone('settings/changed', {}))
}
