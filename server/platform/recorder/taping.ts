// Run as a program beside the media engine: writes down what a channel sends, as it comes and unread, until the channel is ended, the engine goes away, the
// disk is full, or it is stopped. Arguments: the engine's socket, the channel, the file. It knows nothing else, and its parent reads how it ended.
import { createWriteStream } from 'node:fs'
import { request } from 'node:http'
import { pipeline } from 'node:stream/promises'

const [socketPath = '', channel = '', file = ''] = process.argv.slice(2)
process.on('SIGTERM', () => process.exit(0))
const asking = request({ socketPath, path: `/channels/${channel}/tape`, agent: false }, (response) => {
  if (response.statusCode !== 200) process.exit(2)
  pipeline(response, createWriteStream(file, { flags: 'wx', mode: 0o600 })).then(
    () => process.exit(0),
    () => process.exit(1),
  )
})
asking.on('error', () => process.exit(2)).end()
