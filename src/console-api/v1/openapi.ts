/** The OpenAPI 3.1 document of the table of routes. */
import { deprecationSentence } from '../../actions/http/deprecation.ts'
import { FILE_TYPES } from '../../actions/http/file-types.ts'
import { problemReasons } from '../../actions/problem.ts'
import { programVersion } from '../../lib/build.ts'
import { sessionCookie } from '../visitor.ts'
import { topicNames } from './live/topics.ts'
import { NamedSchemas } from './named-schemas.ts'
import { operationId } from './operation-names.ts'
import type { ApiRoute } from './route.ts'

type Json = Record<string, unknown>

const PROBLEM = {
  type: 'object',
  required: ['type', 'title', 'status', 'reason', 'detail', 'call'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    reason: { type: 'string', enum: problemReasons },
    detail: { type: 'string' },
    code: {
      type: 'string',
      description: 'What `detail` says, for words in other languages; with `values`.',
    },
    values: { type: 'object', description: 'The values of `code`: texts and numbers.' },
    because: {
      type: 'array',
      items: { type: 'object' },
      description: 'The sentences of the value `says`: of each its code and values.',
    },
    field: { type: 'string', description: 'The wrong value: `body.name`.' },
    errors: {
      type: 'array',
      description: 'All wrong values of the request, at most 50.',
      items: {
        type: 'object',
        required: ['field', 'detail'],
        properties: { field: { type: 'string' }, detail: { type: 'string' } },
      },
    },
    at: {
      type: 'object',
      description: 'The place in a source: block, part, line, column.',
      properties: {
        block: { type: 'string' },
        part: { type: 'string' },
        line: { type: 'integer' },
        column: { type: 'integer' },
      },
    },
    meanwhile: {
      type: 'object',
      description: 'Of changed-meanwhile: who has changed it, when, and what differs.',
    },
    call: { type: 'string', description: 'The number of the call in the log.' },
  },
}

const REFUSAL = {
  description: 'A refusal.',
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
}

const NOT_MODIFIED = { description: 'It is as `If-None-Match` says: the `ETag` is the same.' }

/** No entry of the table: its answer does not end. */
const LIVE: Json = {
  operationId: 'liveGet',
  tags: ['live'],
  summary: 'Live states, as server-sent events.',
  description:
    'Right: read. Each event is named after its topic and holds the whole state as JSON, at once ' +
    'and whenever it changes. The event `gone` names a topic that is not there.',
  parameters: [
    {
      name: 'topics',
      in: 'query',
      required: true,
      schema: { type: 'string' },
      description: `Separated by commas: ${topicNames.join(', ')}.`,
    },
  ],
  responses: {
    200: {
      description: 'A stream that goes on until either side ends it.',
      content: { 'text/event-stream': { schema: { type: 'string' } } },
    },
    default: REFUSAL,
  },
  security: [{ session: ['read'] }, { key: ['read'] }],
}

/** What does not depend on the origin is made once for a table. */
const made = new WeakMap<readonly ApiRoute[], { paths: Json; schemas: Json }>()

function describe(routes: readonly ApiRoute[]): { paths: Json; schemas: Json } {
  const paths: Record<string, Json> = {}
  const schemas = new NamedSchemas()
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, '{$1}')
    paths[path] ??= {}
    paths[path][route.method.toLowerCase()] = operationOf(route, schemas)
  }
  paths['/live'] = { get: LIVE }
  return { paths, schemas: { ...schemas.inOrder(), Problem: PROBLEM } }
}

export function openApiDocument(routes: readonly ApiRoute[], origin: string): Json {
  const { paths, schemas } = made.get(routes) ?? describe(routes)
  made.set(routes, { paths, schemas })
  return {
    openapi: '3.1.0',
    info: {
      title: 'Pennypost',
      version: programVersion(),
      description: 'Refusals are problem documents (RFC 9457) with a `reason` of a closed list.',
    },
    servers: [{ url: `${origin}/api/v1` }],
    paths,
    components: {
      schemas,
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: sessionCookie.name(origin),
          description: 'A change also needs the header X-Pennypost-Console: 1.',
        },
        key: { type: 'http', scheme: 'bearer' },
      },
    },
  }
}

function operationOf(route: ApiRoute, schemas: NamedSchemas): Json {
  const { method, about, right, confirmed, personal, body, out, creates, commands, deprecated } =
    route
  const status = out || route.file ? (creates ? '201' : '200') : '204'
  const json = out && jsonContent(schemas.of(out, 'output'))
  const content = route.file ? TABLES : json
  return {
    operationId: operationId(route),
    tags: [route.path.split('/')[1]],
    ...(deprecated && deprecated.part === undefined && { deprecated: true }),
    summary: about,
    description: [
      right === 'anyone' ? 'Nobody need be signed in.' : `Right: ${right}.`,
      ...(confirmed ? ['A session must have given its password within ten minutes.'] : []),
      ...(personal ? ['Refused to callers who may see no personal data.'] : []),
      ...(deprecated ? [deprecationSentence(deprecated)] : []),
      ...commands.map(command => `As a command: \`pennypost ${command}\`.`),
    ].join(' '),
    parameters: [
      ...parametersOf(schemas.of(route.params, 'input'), 'path'),
      ...parametersOf(schemas.of(route.query, 'input'), 'query'),
      ...headersOf(route),
    ],
    ...(route.upload && { requestBody: { required: true, content: FILE } }),
    ...(body && {
      requestBody: { required: true, content: jsonContent(schemas.of(body, 'input')) },
    }),
    responses: {
      [status]: {
        description: method === 'GET' ? 'What was asked for.' : 'Done.',
        ...(content && { content }),
      },
      ...(method === 'GET' && out && { 304: NOT_MODIFIED }),
      default: REFUSAL,
    },
    // OpenAPI 3.1: the roles that are wanted.
    security: right === 'anyone' ? [] : [{ session: [right] }, { key: [right] }],
  }
}

/** Tables as files, by `format`. */
const TABLES = {
  [FILE_TYPES.csv]: { schema: { type: 'string' } },
  [FILE_TYPES.xlsx]: { schema: { type: 'string', format: 'binary' } },
  [FILE_TYPES.json]: {
    schema: {
      type: 'array',
      items: {
        type: 'object',
        description: 'A row, by the names of its columns.',
        additionalProperties: { type: ['string', 'number', 'null'] },
      },
    },
  },
}

const FILE = { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }

const jsonContent = (schema: Json): Json => ({ 'application/json': { schema } })

function parametersOf(schema: Json, place: 'path' | 'query'): Json[] {
  const { properties = {}, required = [] } = schema as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, { description, deprecated, ...of }]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    ...(deprecated === true && { deprecated }),
    ...(description !== undefined && { description }),
    schema: of,
  }))
}

function headersOf({ method, readsIfMatch }: ApiRoute): Json[] {
  const header = (name: string, description: string) => ({
    name,
    in: 'header',
    required: false,
    description,
    schema: { type: 'string' },
  })
  const key = header('Idempotency-Key', 'A repeated call with the same key gets the first answer.')
  const match = header('If-Match', 'The ETag that was read: the change is refused if it changed.')
  return [...(method === 'POST' ? [key] : []), ...(readsIfMatch ? [match] : [])]
}
