// /api/docs: the contract for people to read and try.
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { contract } from '#contract/index.ts'
import { openApi } from '#server/platform/http/openapi.ts'

export async function serveDocs(http: FastifyInstance): Promise<void> {
  let made: object | undefined
  // Made when somebody first reads it.
  const document = { toJSON: () => (made ??= openApi(contract, 'Stagedoor')) }
  await http.register(swagger, { mode: 'static', specification: { document: document as never } })
  await http.register(swaggerUi, {
    routePrefix: '/api/docs',
    uiConfig: { docExpansion: 'list', deepLinking: true, tryItOutEnabled: false, defaultModelsExpandDepth: 0 },
    // The page brings its own scripts and styles; its policy lets those in and nothing else.
    staticCSP: true,
    transformStaticCSP: (header) => header,
    theme: { title: 'Stagedoor API' },
  })
}
