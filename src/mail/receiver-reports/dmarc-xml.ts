/**
 * DMARC aggregate reports: RFC 7489 appendix C, and its successor RFC 9990, whose elements that are
 * read here are the same. Receivers omit elements, and use any namespace.
 */
import { isIP } from 'node:net'
import { createXmlElements, XmlBroken } from '../../lib/xml/elements.ts'
import {
  countIn,
  DMARC_POLICIES,
  type DmarcResult,
  domainIn,
  MOST_RESULTS,
  periodOf,
  ReportBroken,
  shortText,
} from './report.ts'

/** Characters of the document that are parsed at a time. */
const CHUNK = 64 << 10
const MOST_CHECKS = 4
/** Elements deeper than results of a check, and longer parts of names, are ignored. */
const DEEPEST_READ = 5
const LONGEST_NAME = 40

const RECORD = '/feedback/record'
const CHECKS = `${RECORD}/auth_results/`
const OF_RECORD = new Set(['source_ip', 'count', 'header_from', 'disposition', 'dkim', 'spf'])
const OF_REPORT = new Set([
  '/feedback/report_metadata/org_name',
  '/feedback/report_metadata/email',
  '/feedback/report_metadata/report_id',
  '/feedback/report_metadata/date_range/begin',
  '/feedback/report_metadata/date_range/end',
  '/feedback/policy_published/domain',
  '/feedback/policy_published/p',
])

/** Texts of one record by path, and results of its checks. */
interface RecordTexts {
  texts: Map<string, string>
  checks: string[]
}

export function readDmarcXml(text: string) {
  const head = new Map<string, string>()
  const results = createResults()
  let record: RecordTexts = { texts: new Map(), checks: [] }
  let check: Record<string, string> = {}
  let path = ''
  let depth = 0
  let said = ''

  const elements = createXmlElements({
    open(name) {
      if (++depth > DEEPEST_READ) return
      path += `/${name.slice(0, LONGEST_NAME)}`
      said = ''
      if (path === RECORD) record = { texts: new Map(), checks: [] }
      else if (path === `${CHECKS}dkim` || path === `${CHECKS}spf`) check = {}
    },
    text(part) {
      if (said.length < 1_000) said += part.slice(0, 1_000)
    },
    close(name) {
      if (depth-- > DEEPEST_READ) return
      if (path === RECORD) results.add(record)
      else if (path === `${CHECKS}dkim` || path === `${CHECKS}spf`) {
        if (record.checks.length < MOST_CHECKS)
          record.checks.push(`${name} ${check.domain || '?'} ${check.result || '?'}`)
      } else if (path.startsWith(CHECKS)) {
        if (name === 'domain' || name === 'result') check[name] = shortText(said)
      } else if (path.startsWith(`${RECORD}/`)) {
        if (OF_RECORD.has(name)) record.texts.set(name, shortText(said))
      } else if (OF_REPORT.has(path) && !head.has(name)) head.set(name, shortText(said))
      path = path.slice(0, path.lastIndexOf('/'))
      said = ''
    },
  })
  try {
    for (let at = 0; at < text.length; at += CHUNK) elements.push(text.slice(at, at + CHUNK))
    elements.end()
  } catch (error) {
    if (!(error instanceof XmlBroken)) throw error
    throw new ReportBroken(`its XML is broken, ${shortText(error.message)}`)
  }
  const domain = domainIn(head.get('domain') ?? '')
  if (!domain) throw new ReportBroken('it does not name its domain')
  const policy = head.get('p')?.toLowerCase()
  const all = results.all()
  const sum = (some: DmarcResult[]) => some.reduce((total, { emails }) => total + emails, 0)
  return {
    domain,
    policy: DMARC_POLICIES.find(one => one === policy) ?? null,
    emails: sum(all),
    passed: sum(all.filter(({ dkim, spf }) => dkim || spf)),
    reporter: head.get('org_name') || head.get('email') || '',
    reportId: head.get('report_id') ?? '',
    ...periodOf(secondsIn(head.get('begin')), secondsIn(head.get('end'))),
    results: all,
  }
}

const secondsIn = (text = ''): number =>
  /^\d{1,10}$/.test(text) ? Number(text) * 1000 : Number.NaN

/** Adds up records with the same result. */
function createResults() {
  const byKey = new Map<string, DmarcResult>()
  return {
    add({ texts, checks }: RecordTexts): void {
      const source = (texts.get('source_ip') ?? '').toLowerCase()
      const emails = countIn(texts.get('count'))
      if (isIP(source) === 0 || emails === undefined) return
      const result: DmarcResult = {
        source,
        headerFrom: domainIn(texts.get('header_from') ?? '') ?? '',
        disposition: texts.get('disposition')?.toLowerCase() || 'none',
        dkim: texts.get('dkim')?.toLowerCase() === 'pass',
        spf: texts.get('spf')?.toLowerCase() === 'pass',
        checks: checks.join(', '),
        emails,
      }
      const { headerFrom, disposition, dkim, spf } = result
      const key = JSON.stringify([source, headerFrom, disposition, dkim, spf])
      const same = byKey.get(key)
      if (same) same.emails += emails
      else if (byKey.size < MOST_RESULTS) byKey.set(key, result)
      else {
        const others = `${dkim} ${spf}`
        const rest = byKey.get(others)
        if (rest) rest.emails += emails
        else
          byKey.set(others, { ...result, source: '', headerFrom: '', disposition: '', checks: '' })
      }
    },
    all: () => [...byKey.values()],
  }
}
