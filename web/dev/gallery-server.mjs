/**
 * Shows the gallery of web/ui by itself, without the product's server or database:
 *   node web/dev/gallery-server.mjs [port]      then open http://127.0.0.1:4200/
 * Every address answers the same page; Gallery reads ?show, ?theme and ?lang.
 */
import { createServer } from 'node:http'
import { join } from 'node:path'
import { createServer as createVite } from 'vite'

const root = join(import.meta.dirname, '../..')
const port = Number(process.argv[2] ?? 4200)
const page = `<!doctype html>
<html lang="zh-Hant-TW"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover">
<title>web/ui</title><link rel="stylesheet" href="/web/app.css"></head>
<body><div id="root"></div><script type="module" src="/web/dev/mount.tsx"></script></body></html>`

const server = createServer((request, reply) => {
  vite.middlewares(request, reply, async () => {
    reply.setHeader('content-type', 'text/html; charset=utf-8')
    reply.end(await vite.transformIndexHtml(request.url ?? '/', page))
  })
})
const vite = await createVite({
  root,
  configFile: join(root, 'vite.config.ts'),
  cacheDir: join(root, 'node_modules/.vite-gallery'),
  // Reloads travel over the same port, so that this can run beside the product's own development server.
  server: { middlewareMode: true, hmr: { server } },
  optimizeDeps: { entries: ['web/dev/mount.tsx'] },
})
server.listen(port, '127.0.0.1', () => console.log(`gallery on http://127.0.0.1:${port}/`))
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, async () => {
    server.closeAllConnections()
    server.close()
    await vite.close()
  })
}
