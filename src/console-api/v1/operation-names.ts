/**
 * Names of the routes for client generators: a noun and a verb, such as `lists` and `get`.
 * They are part of the API: a published name stays.
 */
import type { ApiRoute } from './route.ts'

interface RouteVerb {
  noun: string
  verb: string
}

const VERBS = { GET: 'get', POST: 'create', PUT: 'set', PATCH: 'update', DELETE: 'remove' } as const

/** Of two routes that would have one name, that of one object. */
const OF_ONE: Record<string, string> = {
  'GET /subscribers/:subscriberId/export': 'exportOne',
  'GET /sms/:smsId/deliveries': 'deliveriesOfOne',
  'POST /triggers/:triggerId/try': 'trySaved',
  'GET /newsletters/:newsletterId/preview': 'previewSaved',
  'GET /filters/:filterId/narrowing': 'narrowingSaved',
  'GET /webhooks/:webhook/replay': 'replayable',
}

type Named = Pick<ApiRoute, 'method' | 'path' | 'creates' | 'out'>

export function operationName({ method, path, creates, out }: Named): RouteVerb {
  const [noun = '', ...rest] = path.split('/').slice(1)
  const part = camelCase(rest.filter(one => !one.startsWith(':')).join('-'))
  return { noun: camelCase(noun), verb: OF_ONE[`${method} ${path}`] ?? verb() }

  function verb(): string {
    if (part === '') return method === 'GET' && hasItems(out) ? 'list' : VERBS[method]
    const isOne = rest.at(-1)!.startsWith(':')
    if ((method === 'GET' && !isOne) || (method === 'POST' && !creates)) return part
    return VERBS[method] + capital(part)
  }
}

/** `listsGet`: unique in the table. */
export function operationId(route: Named): string {
  const { noun, verb } = operationName(route)
  return noun + capital(verb)
}

const hasItems = (out: ApiRoute['out']): boolean =>
  out !== undefined && 'shape' in out && 'items' in (out.shape as object)

const camelCase = (text: string): string =>
  text.replace(/-(\w)/g, (_, first: string) => first.toUpperCase())

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
