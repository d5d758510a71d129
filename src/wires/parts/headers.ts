/** Further header fields of an email, as providers take them. */
import { ApiProblem } from '../../actions/problem.ts'
import { detailed } from '../../domain/details/details.ts'

/** As the body of POST /emails has them. Refuses a name that comes twice. */
export function headersOf(
  given: Iterable<readonly [name: string, value: string]>,
): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const [name, value] of given) {
    if (Object.hasOwn(headers, name))
      throw new ApiProblem('not-valid', detailed('header-twice', { name: name.slice(0, 100) }))
    headers[name] = value
  }
  return headers
}
