/** The OpenAPI 3.1 document of the table of routes. */
import { deprecationSentence } from '../../../actions/http/deprecation.ts'
import { FILE_TYPES } from '../../../actions/http/file-types.ts'
import { programVersion } from '../../../lib/build.ts'
import { sessionCookie } from '../../visitor.ts'
import { topicNames } from '../live/topics.ts'
import { operationId } from '../operation-names.ts'
import type { ApiRoute } from '../route.ts'
import { exampleOf, type JsonSchema, type SchemaComponents } from './example-values.ts'
import { NamedSchemas } from './named-schemas.ts'
import {
  ALWAYS_REFUSED,
  refusalResponses,
  refusalSchemas,
  refusals,
  refusedStatuses,
} from './refusals.ts'

type Json = Record<string, unknown>

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
    ...refusals(ALWAYS_REFUSED),
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
  const components = withExamples(schemas.inOrder())
  for (const operation of Object.values(paths).flatMap(one => Object.values(one)))
    addExamples(operation as Operation, components)
  return { paths, schemas: { ...components, ...refusalSchemas } }
}

interface Operation {
  requestBody?: { content: MediaTypes }
  responses: Record<string, { content?: MediaTypes }>
}

type MediaTypes = Record<string, { schema: JsonSchema; example?: unknown }>

/** Bodies have what must be given alone. */
const withExamples = (components: SchemaComponents): SchemaComponents =>
  Object.fromEntries(
    Object.entries(components).map(([name, of]) => {
      const whole = !name.endsWith('Input')
      return [name, { ...of, examples: [exampleOf(of, { components, whole })] }]
    }),
  )

/** A schema with a name has its own. */
function addExamples({ requestBody, responses }: Operation, components: SchemaComponents): void {
  const add = (media: MediaTypes | undefined, whole: boolean) => {
    const json = media?.['application/json']
    if (json && json.schema.$ref === undefined)
      json.example = exampleOf(json.schema, { components, whole })
  }
  add(requestBody?.content, false)
  for (const { content } of Object.values(responses)) add(content, true)
}

const nounOf = ({ path }: ApiRoute): string => path.split('/')[1]!

const nounsOf = (routes: readonly ApiRoute[]): string[] => [
  ...new Set([...routes.map(nounOf), 'live']),
]

export function openApiDocument(routes: readonly ApiRoute[], origin: string): Json {
  const { paths, schemas } = made.get(routes) ?? describe(routes)
  made.set(routes, { paths, schemas })
  return {
    openapi: '3.1.0',
    info: {
      title: 'Pennypost',
      version: programVersion(),
      description: 'Refusals are problem documents (RFC 9457) with a `reason` of a closed list.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: `${origin}/api/v1` }],
    tags: nounsOf(routes).map(name => ({ name })),
    paths,
    components: {
      schemas,
      responses: refusalResponses(),
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
    tags: [nounOf(route)],
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
      ...refusals(refusedStatuses(route)),
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
