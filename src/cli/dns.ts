/**
 * `pennypost dns check`: the DNS records that receivers check for emails from a domain, explained,
 * with the records to publish.
 */
import type { Command } from 'commander'
import { checkedDns, readDomain, zoneLine } from '../actions/domains/sender-dns.ts'
import { readResolvers } from '../mail/dns/ask.ts'
import { allWell } from '../mail/dns/check.ts'
import { type DnsFinding, inEnglish } from '../mail/dns/finding.ts'
import { type AccountOption, forAccount, withAccount } from './account-option.ts'
import { CommandFailed, type Context } from './context.ts'
import { registerReports } from './dns-reports.ts'
import { dnsText } from './language.ts'
import { relaysOf } from './secret.ts'

const HELP = `
Checks SPF and MX of the return path (BOUNCE_DOMAIN), the DKIM keys of the account, \
DMARC and whether emails pass it, and the names
of the relays. What you have just published is seen after some time: resolvers keep what they \
know, also that there was nothing.

Exit code 1 when a check failed or could not be made.

Examples:
  $ pennypost dns check example.com
  $ pennypost dns check example.com --resolver 9.9.9.9`

interface CheckOptions extends AccountOption {
  resolver?: string
}

export function register(dns: Command, context: Context): void {
  withAccount(
    dns.command('check').argument('<domain>', 'the domain of the address that emails come from'),
  )
    .option(
      '--resolver <address>',
      'the resolver, like 9.9.9.9 or 127.0.0.1:5353; default: DNS_RESOLVER, or those of ' +
        'this machine',
    )
    .description(
      'Ask the DNS for all that receivers check for emails from a domain. Takes seconds.',
    )
    .addHelpText('after', HELP)
    .action((domain: string, options: CheckOptions) => check(context, domain, options))
  registerReports(dns, context)
}

async function check(context: Context, given: string, options: CheckOptions): Promise<void> {
  const domain = readDomain(given)
  const config = context.config()
  const servers =
    options.resolver === undefined ? config.dns.resolver : resolversGiven(options.resolver)
  const findings = await forAccount(context, options, (db, { id }) =>
    checkedDns(db, relaysOf(db, config), id, domain, servers),
  )
  const ok = allWell(findings)
  if (options.json) context.printJson({ ok, domain, findings: findings.map(withZoneLines) })
  else for (const line of [...findings.flatMap(lines), summary(findings)]) context.print(line)
  if (!ok) process.exitCode = 1
}

function resolversGiven(text: string): string[] {
  try {
    return readResolvers(text)
  } catch (error) {
    throw new CommandFailed(`--resolver wants ${(error as Error).message}.`, { cause: error })
  }
}

const withZoneLines = ({ says, mend, ...finding }: DnsFinding) => ({
  ...finding,
  means: inEnglish(says),
  todo: mend?.says,
  records: finding.records?.map(record => ({ ...record, zoneLine: zoneLine(record) })),
})

function lines({
  check,
  state,
  asked,
  found,
  says,
  mend,
  shell,
  records = [],
}: DnsFinding): string[] {
  const row = (what: string, text: string) => `         ${what.padEnd(7)}  ${text}`
  return [
    `${state.padEnd(7)}  ${check}`,
    ...(asked.length > 0 ? [row('asked', asked.join(', '))] : []),
    ...found.map((text, at) =>
      row(at === 0 ? 'found' : '', text.length > 160 ? `${text.slice(0, 160)}...` : text),
    ),
    row('means', dnsText(says)),
    ...(mend === undefined ? [] : [row('do', dnsText([mend]))]),
    ...(shell === undefined ? [] : [row('run', shell)]),
    ...records.flatMap(({ name, type, value }) => [
      row('Name:', name),
      row('Type:', type),
      row('Value:', value),
    ]),
    ...records.map(record => row('zone:', zoneLine(record))),
    '',
  ]
}

function summary(findings: DnsFinding[]): string {
  const count = (state: DnsFinding['state']) => findings.filter(one => one.state === state).length
  const [bad, warn, unknown] = [count('bad'), count('warn'), count('unknown')]
  if (bad + warn + unknown === 0) return 'All is well.'
  const parts = [
    bad > 0 && `${bad} to be done`,
    warn > 0 && `${warn} better done`,
    unknown > 0 && `${unknown} not known`,
  ]
  return `${parts.filter(part => part !== false).join(', ')}.`
}
