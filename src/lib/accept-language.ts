/** The language of a reader, by their browser. */

/** Ranges beyond are not read. */
const MOST_CHARACTERS = 500

/** The best of `known` for Accept-Language (RFC 9110 12.5.4); undefined if it names none. */
export function languageAmong<Code extends string>(
  acceptLanguage: string | undefined,
  known: readonly Code[],
): Code | undefined {
  let best: { code: Code; weight: number } | undefined
  for (const range of (acceptLanguage ?? '').slice(0, MOST_CHARACTERS).split(',')) {
    const [tag = '', ...params] = range
      .toLowerCase()
      .split(';')
      .map(part => part.trim())
    const code = known.find(one => one === codeOf(tag))
    const q = params.find(param => param.startsWith('q='))
    const weight = q === undefined ? 1 : Number(q.slice(2)) || 0
    if (code !== undefined && weight > (best?.weight ?? 0)) best = { code, weight }
  }
  return best?.code
}

/** The language of a range. Norwegian has several codes. */
function codeOf(range: string): string {
  const code = range === '*' ? 'en' : range.split('-')[0]!
  return code === 'no' || code === 'nn' ? 'nb' : code
}
