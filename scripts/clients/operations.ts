/** The routes of the JSON API as the generators of clients see them. */

import { openApiDocument } from '../../src/console-api/v1/openapi/document.ts'
import type {
  JsonSchema,
  SchemaComponents,
} from '../../src/console-api/v1/openapi/example-values.ts'
import { operationName } from '../../src/console-api/v1/operation-names.ts'
import type { ApiRoute } from '../../src/console-api/v1/route.ts'
import { routes } from '../../src/console-api/v1/table.ts'

export interface ClientOperation {
  verb: string
  method: string
  /** Parameters as `{listId}`. */
  path: string
  about: string
  places: { name: string; schema: JsonSchema }[]
  /** Undefined: it takes none. */
  query: JsonSchema | undefined
  body: { json: JsonSchema; needed: boolean } | 'file' | undefined
  answer: { json: JsonSchema } | 'file' | undefined
}

export interface ClientNoun {
  noun: string
  operations: ClientOperation[]
}

interface Described {
  parameters: { name: string; in: string; required: boolean; schema: JsonSchema }[]
  requestBody?: { content: Record<string, { schema: JsonSchema }> }
  responses: Record<string, { content?: Record<string, { schema: JsonSchema }> }>
}

const JSON_TYPE = 'application/json'

/** Of programs with a key: what takes a session, or nobody's right, is left out. */
const isForPrograms = ({ right, path }: ApiRoute): boolean =>
  right !== 'anyone' && !/^\/sessions?(?:\/|$)/.test(path)

export function clientApi(): { nouns: ClientNoun[]; schemas: SchemaComponents } {
  const document = openApiDocument(routes, '') as unknown as {
    paths: Record<string, Record<string, Described>>
    components: { schemas: SchemaComponents }
  }
  const nouns = new Map<string, ClientOperation[]>()
  for (const route of routes.filter(isForPrograms)) {
    const { noun, verb } = operationName(route)
    const path = route.path.replace(/:(\w+)/g, '{$1}')
    const of = document.paths[path]![route.method.toLowerCase()]!
    const operation = {
      verb,
      method: route.method,
      path,
      about: route.about,
      places: of.parameters.filter(one => one.in === 'path'),
      query: queryOf(of),
      body: bodyOf(route, of),
      answer: answerOf(route, of),
    }
    nouns.set(noun, [...(nouns.get(noun) ?? []), operation])
  }
  return {
    nouns: [...nouns].map(([noun, operations]) => ({ noun, operations })),
    schemas: document.components.schemas,
  }
}

function queryOf({ parameters }: Described): JsonSchema | undefined {
  const given = parameters.filter(one => one.in === 'query')
  if (given.length === 0) return undefined
  return {
    type: 'object',
    properties: Object.fromEntries(given.map(({ name, schema }) => [name, schema])),
    required: given.filter(one => one.required).map(one => one.name),
  }
}

function bodyOf({ upload }: ApiRoute, { requestBody }: Described): ClientOperation['body'] {
  const schema = requestBody?.content[JSON_TYPE]?.schema
  if (!schema) return upload ? 'file' : undefined
  return {
    json: schema,
    needed:
      schema.$ref !== undefined ||
      schema.required?.length > 0 ||
      schema.anyOf !== undefined ||
      schema.oneOf !== undefined,
  }
}

function answerOf({ file }: ApiRoute, { responses }: Described): ClientOperation['answer'] {
  const [{ content } = {}] = Object.values(responses)
  if (file) return 'file'
  const schema = content?.[JSON_TYPE]?.schema
  return schema && { json: schema }
}
