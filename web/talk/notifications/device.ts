// This browser as something to push to: whether it can, whether its reader lets it, and whether it is on.
import { useEffect, useState } from 'react'
import { useAct } from '#web/app/act.ts'
import { useApi } from '#web/app/session.tsx'
import type { Api } from '#contract/client.ts'

/** `missing`: this browser cannot. `denied`: its reader said no to it, and only its own settings change that. */
type DeviceState = 'looking' | 'missing' | 'denied' | 'off' | 'on'

interface Device {
  state: DeviceState
  busy: boolean
  turnOn: () => void
  turnOff: () => void
}

const isAble = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

export function useDevice(): Device {
  const api = useApi()
  const [state, setState] = useState<DeviceState>('looking')
  const [id, setId] = useState<string>()
  useEffect(() => {
    let isGone = false
    look(api).then(
      (found) => {
        if (isGone) return
        setState(found.state)
        setId(found.id)
      },
      () => isGone || setState('off'),
    )
    return () => void (isGone = true)
  }, [api])
  const on = useAct(turnedOn, {
    done: (kept) => {
      setState(kept ? 'on' : 'denied')
      setId(kept?._id)
    },
    unsure: 'notifications.device.failed',
  })
  const off = useAct(turnedOff, { done: () => setState('off') })
  return { state, busy: on.busy || off.busy, turnOn: () => void on.act(), turnOff: () => void off.act(id) }
}

async function look(api: Api): Promise<{ state: DeviceState; id?: string }> {
  if (!isAble()) return { state: 'missing' }
  if (Notification.permission === 'denied') return { state: 'denied' }
  const registration = await navigator.serviceWorker.getRegistration('/')
  const subscription = await registration?.pushManager.getSubscription()
  if (!subscription) return { state: 'off' }
  const { key } = await api.notifications.pushKey({})
  // Said again: it belongs to this session from now on, and listens to the key of now.
  const { _id } = await kept(api, keyOf(subscription) === key ? subscription : await anew(subscription, registration!.pushManager, key))
  return { state: 'on', id: _id }
}

/** Undefined where its reader said no. */
async function turnedOn(api: Api): Promise<{ _id: string } | undefined> {
  if ((await Notification.requestPermission()) !== 'granted') return undefined
  const { key } = await api.notifications.pushKey({})
  const { pushManager } = await navigator.serviceWorker
    .register('/sw.js', { updateViaCache: 'none' })
    .then(() => navigator.serviceWorker.ready)
  // One that listens to another key of this site hears nothing any more.
  const before = await pushManager.getSubscription()
  if (before && keyOf(before) !== key) return kept(api, await anew(before, pushManager, key))
  return kept(api, await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }))
}

async function anew(before: PushSubscription, pushManager: PushManager, key: string): Promise<PushSubscription> {
  await before.unsubscribe()
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
}

async function turnedOff(api: Api, _once: unknown, id: string | undefined): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration('/')
  const subscription = await registration?.pushManager.getSubscription()
  if (id) await api.notifications.unsubscribeDevice({ id })
  await subscription?.unsubscribe()
}

function kept(api: Api, subscription: PushSubscription): Promise<{ _id: string }> {
  const { endpoint = '', keys = {} } = subscription.toJSON()
  return api.notifications.subscribe({ endpoint, keys: { p256dh: keys['p256dh'] ?? '', auth: keys['auth'] ?? '' } })
}

function keyOf({ options: { applicationServerKey } }: PushSubscription): string {
  const bytes = new Uint8Array(applicationServerKey ?? new ArrayBuffer(0))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
