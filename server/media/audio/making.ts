import * as files from '#server/media/files/files.ts'
export const workOf = files.workshop('audio.derive', async (_db, _file, _bench) => {
  throw new Error('soon')
})
