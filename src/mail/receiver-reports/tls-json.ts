/** SMTP TLS reports (RFC 8460): sessions to the MX of a domain, by policy and by failure. */
import {
  countIn,
  domainIn,
  MOST_RESULTS,
  periodOf,
  ReportBroken,
  shortText,
  type TlsResult,
} from './report.ts'

const MOST_LENGTH = 1 << 20
const DEEPEST = 32

type Fields = Record<string, unknown>

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {}
const listOf = (value: unknown): Fields[] => (Array.isArray(value) ? value.map(fieldsOf) : [])
const textOf = (value: unknown): string => (typeof value === 'string' ? shortText(value) : '')

export function readTlsJson(text: string) {
  const report = fieldsOf(parsed(text))
  const policies = listOf(report.policies)
  const domain = domainIn(textOf(fieldsOf(policies[0]?.policy)['policy-domain']))
  if (!domain) throw new ReportBroken('it does not name its domain')
  const range = fieldsOf(report['date-range'])
  return {
    domain,
    reporter: textOf(report['organization-name']) || textOf(report['contact-info']),
    reportId: textOf(report['report-id']),
    ...periodOf(
      Date.parse(textOf(range['start-datetime'])),
      Date.parse(textOf(range['end-datetime'])),
    ),
    results: policies.slice(0, MOST_RESULTS).flatMap(resultsOf).slice(0, MOST_RESULTS),
  }
}

function parsed(text: string): unknown {
  if (text.length > MOST_LENGTH) throw new ReportBroken('its JSON is longer than 1 MB')
  let depth = 0
  // Brackets in texts count as well: no report has that many.
  for (let at = 0; at < text.length; at++) {
    const char = text[at]
    if (char === '[' || char === '{') depth++
    else if (char === ']' || char === '}') depth--
    if (depth > DEEPEST) throw new ReportBroken(`its JSON is nested deeper than ${DEEPEST}`)
  }
  try {
    return JSON.parse(text)
  } catch {
    throw new ReportBroken('its JSON is broken')
  }
}

function resultsOf(one: Fields): TlsResult[] {
  const policy = textOf(fieldsOf(one.policy)['policy-type'])
  const summary = fieldsOf(one.summary)
  const ok = countIn(summary['total-successful-session-count']) ?? 0
  const failed = countIn(summary['total-failure-session-count']) ?? 0
  const details = listOf(one['failure-details'])
    .slice(0, MOST_RESULTS)
    .map(detail => ({
      policy,
      failure:
        [textOf(detail['result-type']), textOf(detail['failure-reason-code'])]
          .filter(text => text !== '')
          .join(': ') || 'not named',
      mx: textOf(detail['receiving-mx-hostname']),
      sessions: countIn(detail['failed-session-count']) ?? 0,
    }))
  const rest = failed - details.reduce((sum, { sessions }) => sum + sessions, 0)
  return [
    { policy, failure: '', mx: '', sessions: ok },
    ...details,
    ...(rest > 0 ? [{ policy, failure: 'not named', mx: '', sessions: rest }] : []),
  ]
}
