// Loaded before every command: when start.mjs is gone, however suddenly, the command ends too, as if asked politely.
// Otherwise a server nobody can see would keep the port and the data folder.
if (process.channel) {
  process.once('disconnect', () => {
    setTimeout(() => process.exit(1), 1500).unref()
    process.kill(process.pid, 'SIGTERM')
  })
  process.channel.unref()
}
