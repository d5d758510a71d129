/** The addresses of routes: which methods one has, and where a new object lies. */
import type { ApiRoute } from './route.ts'
import { routes } from './table.ts'

const pathOf = (url: string): string => url.split('?', 1)[0]!

/** The methods of an address below /api/v1, for the header Allow (RFC 9110, section 10.2.1). */
export function methodsAt(url: string): string[] {
  const parts = pathOf(url).split('/')
  const methods = routes
    .filter(({ path }) => {
      const own = path.split('/')
      return own.length === parts.length && own.every((part, i) => fits(part, parts[i]!))
    })
    .map(({ method }): string => method)
  return methods.includes('GET') ? [...methods, 'HEAD'] : methods
}

const fits = (part: string, given: string): boolean =>
  part.startsWith(':') ? given !== '' : part === given

/** For each route that makes objects, the value of its answer that the object is read by. */
const READ_BY = new Map(
  routes
    .filter(({ creates }) => creates)
    .flatMap(route => {
      const value = readBy(route)
      return value === undefined ? [] : [[route, value] as const]
    }),
)

function readBy({ path }: ApiRoute): 'id' | 'name' | undefined {
  const one = routes.find(
    route =>
      route.method === 'GET' &&
      route.path.startsWith(`${path}/:`) &&
      route.path.split('/').length === path.split('/').length + 1,
  )
  if (!one) return undefined
  return one.path.endsWith('Id') ? 'id' : 'name'
}

/** Where a new object is read (RFC 9110, section 15.3.2). */
export function locationOf(route: ApiRoute, url: string, body: unknown): string | undefined {
  const named = READ_BY.get(route)
  const value = named === undefined ? undefined : (body as Record<string, unknown>)[named]
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  return `${pathOf(url)}/${encodeURIComponent(value)}`
}
