// The smallest honest room: ws and nothing else. What somebody posts goes to everybody who is connected, and is kept nowhere.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { WebSocket, WebSocketServer } from 'ws'

const server = createServer((request, response) => {
  void text(request).then((body) => {
    for (const client of sockets.clients) if (client.readyState === WebSocket.OPEN) client.send(body)
    response.writeHead(200, { 'content-length': 2 }).end('{}')
  })
})
const sockets = new WebSocketServer({ server, perMessageDeflate: false })
server.listen(0, '127.0.0.1', () => {
  process.send?.({ address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
})
process.on('disconnect', () => process.exit(0))
