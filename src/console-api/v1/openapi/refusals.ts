/** The refusals in the OpenAPI document: of each route the statuses that it can answer. */
import { problemReasons } from '../../../actions/problem.ts'
import { statusOf } from '../problem.ts'
import { type ApiRoute, namesIn } from '../route.ts'

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
        required: ['field', 'code', 'detail'],
        properties: {
          field: { type: 'string' },
          code: { type: 'string' },
          detail: { type: 'string' },
        },
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
  examples: [
    {
      type: '/api/v1/reference#no-such-list',
      title: 'There is no such mailing list.',
      status: 404,
      reason: 'no-such-list',
      detail: 'There is no such mailing list.',
      call: '83d6bb29-3',
    },
  ],
}

const STATUSES = [400, 401, 403, 404, 408, 409, 412, 413, 415, 422, 429, 503] as const

type RefusedStatus = (typeof STATUSES)[number]

/** Of every route. */
export const ALWAYS_REFUSED: readonly RefusedStatus[] = [400, 401, 403, 429, 503]

const content = {
  'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
}

export const refusalSchemas = { Problem: PROBLEM }

const nameOf = (status: RefusedStatus | 'default'): string =>
  status === 'default' ? 'Refused' : `Refused${status}`

const referred = (status: RefusedStatus | 'default'): Json => ({
  $ref: `#/components/responses/${nameOf(status)}`,
})

/** By their names: of each status its reasons. */
export function refusalResponses(): Json {
  const byStatus = Map.groupBy(problemReasons, statusOf)
  const named = STATUSES.map(status => {
    const said = byStatus.get(status)!.map(reason => `\`${reason}\``)
    return [nameOf(status), { description: `Refused: ${said.join(', ')}.`, content }]
  })
  const other = { description: 'Another refusal, or a fault.', content }
  return Object.fromEntries([...named, [nameOf('default'), other]])
}

/** Those that an operation has are named, any other is the default. */
export const refusals = (statuses: readonly RefusedStatus[]): Json =>
  Object.fromEntries([...statuses, 'default' as const].map(status => [status, referred(status)]))

export function refusedStatuses(route: ApiRoute): RefusedStatus[] {
  const { method, path, readsIfMatch } = route
  const when = (holds: boolean, ...statuses: RefusedStatus[]) => (holds ? statuses : [])
  return [
    ...ALWAYS_REFUSED,
    ...when(path.includes(':') || namesOthers(route), 404),
    ...when(method !== 'GET', 408, 409, 413, 415),
    ...when(method === 'POST', 422),
    ...when(readsIfMatch, 412),
  ]
}

/** Its query or body has the id or the name of another object. */
const namesOthers = (route: ApiRoute): boolean =>
  [...namesIn(route)].some(name => /Ids?$|^(?:id|list|filter|project|newsletter)$/.test(name))
