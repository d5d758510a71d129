/**
 * Routes, and values of them, that are replaced by others: told by each answer (RFC 9745, RFC 8594)
 * and in the document of the API.
 */
export interface Deprecation {
  /** The day, 2026-11-30. */
  since: string
  /** The first day on which it may be gone: a year later, or more. */
  sunset: string
  instead: `${string} /${string}`
  /**
   * A value of the query and the member of the answer that it asks for; without it the whole route
   * is deprecated.
   */
  part?: string
}

/** The headers of an answer to a call that asked for it; none for one that did not. */
export function deprecationHeaders(
  deprecated: Deprecation | undefined,
  query: unknown,
): Record<string, string> {
  if (!deprecated) return {}
  const { since, sunset, instead, part } = deprecated
  if (part !== undefined && !(query as Record<string, unknown>)[part]) return {}
  const [, path] = instead.split(' ') as [string, string]
  return {
    Deprecation: `@${Date.parse(since) / 1000}`,
    Sunset: new Date(sunset).toUTCString(),
    Link: `</api/v1/reference/${path.split('/')[1]}>; rel="deprecation"; type="text/html"`,
  }
}

/** For the description of the route. */
export const deprecationSentence = ({ since, sunset, instead, part }: Deprecation): string =>
  `${part === undefined ? 'Deprecated' : `\`${part}\` is deprecated`} since ${since}, and may be ` +
  `gone from ${sunset} on: use \`${instead}\`.`
