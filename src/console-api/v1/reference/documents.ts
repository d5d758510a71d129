/** The public documents of the API: OpenAPI, and the reference. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { entityTag } from '../../../actions/entity-tag.ts'
import { isKnown } from '../not-modified.ts'
import { openApiDocument } from '../openapi/document.ts'
import { routes } from '../table.ts'
import { referencePage } from './index-page.ts'
import { nounPage, type OpenApiDocument } from './noun-page.ts'

/** `path`: of the API, `/api/v1`. */
export function documentsBelow(path: string) {
  const openApi = `${path}/openapi.json`
  const reference = `${path}/reference`
  return {
    has: ({ url }: FastifyRequest): boolean => url === openApi || url.startsWith(reference),
    register(app: FastifyInstance, originOf: (request: FastifyRequest) => string): void {
      app.get(openApi, async (request, reply) => {
        const document = openApiDocument(routes, originOf(request))
        const tag = entityTag(document)
        reply.header('ETag', tag)
        if (isKnown(request.headers['if-none-match'], tag)) return reply.code(304).send()
        return reply.send(document)
      })
      app.get(reference, async (_request, reply) => {
        const { page, policy } = referencePage(routes)
        return reply.header('Content-Security-Policy', policy).type('text/html').send(page)
      })
      app.get<{ Params: { noun: string } }>(`${reference}/:noun`, async (request, reply) => {
        const document = openApiDocument(routes, originOf(request)) as unknown as OpenApiDocument
        const made = nounPage(document, request.params.noun)
        if (!made) return reply.callNotFound()
        const { page, policy } = made
        return reply.header('Content-Security-Policy', policy).type('text/html').send(page)
      })
    },
  }
}
