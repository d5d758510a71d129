/** `pennypost dns reports`: reports of receivers on domains (DMARC and TLS). */
import type { Command } from 'commander'
import { dmarcReports } from '../actions/domains/dmarc-reports.ts'
import { DMARC_REPORTS, TLS_REPORTS } from '../mail/receiver-reports/addresses.ts'
import type { DomainFigures, FailedSource } from '../mail/receiver-reports/summary.ts'
import { relaySettings } from '../settings/relay-settings.ts'
import type { Context } from './context.ts'
import { derive } from './derived/derive.ts'
import { count, counted } from './long-work.ts'

const HELP = `\
Receivers like Gmail report each day how many emails came from a domain, from which servers, and \
whether they passed DMARC, if the domain asks for it in DNS. \
Reports sent to ${DMARC_REPORTS}@ and ${TLS_REPORTS}@ at BOUNCE_DOMAIN, and those in mailboxes \
that are fetched from (pennypost inbox), are added up here.`

/** Lines of each list; --json has all. */
const SHOWN = 10

interface Unreadable {
  reporter: string
  kind: string
  receivedAt: string
  trouble: string
}

export function registerReports(dns: Command, context: Context): void {
  derive(dns, context, dmarcReports, {
    'dns reports <domain>': {
      notes: HELP,
      examples: ['dns reports', 'dns reports example.com --days 7'],
      text({ domains: figures, unreadable }, { print, given: { query } }) {
        const { domain = '', days } = query
        const read = figures.length === 0 ? howToGet(context, domain, days) : figures.flatMap(lines)
        for (const line of [...read, ...unreadable.slice(-SHOWN).map(unreadableLine)]) print(line)
      },
    },
  })
}

const unreadableLine = ({ receivedAt, reporter, trouble }: Unreadable): string =>
  `not readable: the report of ${receivedAt} from ${reporter || 'an unknown sender'}: ${trouble}`

function howToGet(context: Context, domain: string, days: number): string[] {
  const of = domain || 'example.com'
  const none = `No reports${domain && ` on ${domain}`} of the last ${days} days have arrived.`
  const { bounceDomain } = relaySettings(context.config())
  if (bounceDomain === undefined)
    return [none, 'Set BOUNCE_DOMAIN and BOUNCE_PORT, or add a mailbox: pennypost inbox add']
  return [
    none,
    'Receivers send them, once a day, to the addresses that a domain publishes:',
    `  _dmarc.${of}      TXT  v=DMARC1; p=none; rua=mailto:${DMARC_REPORTS}@${bounceDomain}`,
    `  _smtp._tls.${of}  TXT  v=TLSRPTv1; rua=mailto:${TLS_REPORTS}@${bounceDomain}`,
    `What is published now, and what is missing: pennypost dns check ${of}`,
  ]
}

const reportsOf = (reports: number): string =>
  reports === 1 ? 'one report' : `${count(reports)} reports`

const share = (part: number, whole: number): string =>
  whole === 0 ? '-' : `${(Math.floor((part / whole) * 1000) / 10).toFixed(1)} %`

function lines({ domain, dmarc, tls }: DomainFigures): string[] {
  const shown = [domain]
  if (dmarc.reports > 0) {
    const { emails, passed, reports } = dmarc
    shown.push(
      `  DMARC: ${count(passed)} of ${counted(emails, 'email')} passed (${share(passed, emails)}), ` +
        `by ${reportsOf(reports)}`,
      ...dmarc.reporters
        .slice(0, SHOWN)
        .map(one => `    ${one.reporter}: ${counted(one.emails, 'email')}, ${passing(one)} passed`),
      ...more(dmarc.reporters.length, 'reporters'),
    )
    for (const source of dmarc.failed.slice(0, SHOWN)) shown.push(...failedLines(source, domain))
    shown.push(...more(dmarc.failed.length, 'failing sources'))
  }
  if (tls.reports > 0) {
    const ok = tls.sessions - tls.failed
    shown.push(
      `  TLS: ${count(ok)} of ${counted(tls.sessions, 'session')} succeeded ` +
        `(${share(ok, tls.sessions)}), by ${reportsOf(tls.reports)}`,
      ...tls.failures
        .slice(0, SHOWN)
        .map(
          ({ failure, mx, sessions, policy, reporters }) =>
            `    ${failure}: ${counted(sessions, 'session')}${mx && ` to ${mx}`}, policy ` +
            `${policy || 'unknown'}, reported by ${reporters.slice(0, 3).join(', ')}`,
        ),
      ...more(tls.failures.length, 'failures'),
    )
    if (tls.failed > 0)
      shown.push('    do: check the certificates and names of the MX with your mail server')
  }
  return [...shown, '']
}

const passing = ({ passed, emails }: { passed: number; emails: number }) => share(passed, emails)

const more = (length: number, what: string): string[] =>
  length > SHOWN ? [`    ... and ${count(length - SHOWN)} more ${what}: --json`] : []

function failedLines(source: FailedSource, domain: string): string[] {
  const { headerFrom, emails, disposition, checks, signedBy, reporters } = source
  const done = { quarantine: 'put into spam', reject: 'rejected' }[disposition] ?? 'not acted on'
  return [
    `    failed: ${source.source || 'other addresses'} sent ${counted(emails, 'email')} as ` +
      `${headerFrom || domain} that failed both SPF and DKIM: ${done} by ` +
      reporters.slice(0, 3).join(', '),
    ...(checks === '' ? [] : [`      checked: ${checks}`]),
    `      do: ${advice(signedBy, headerFrom || domain)}`,
  ]
}

function advice(signer: string | null, domain: string): string {
  if (signer !== null)
    return `if it is yours, have it sign as ${domain}: its signature is valid, but of ${signer}`
  return (
    `if it is yours, have it sign with DKIM as ${domain}; if not, the sender is forged, and ` +
    'p=quarantine or p=reject in the DMARC record keeps such emails out'
  )
}
