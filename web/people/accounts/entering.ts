// Somebody came in: tabs of this browser that wait at the door hear of it. It says that it happened, and not who it was.
const name = 'door'

export function tellEntering(): void {
  const channel = new BroadcastChannel(name)
  channel.postMessage('in')
  channel.close()
}

/** @returns what ends the hearing */
export function hearEntering(heard: () => void): () => void {
  const channel = new BroadcastChannel(name)
  channel.onmessage = heard
  return () => channel.close()
}
