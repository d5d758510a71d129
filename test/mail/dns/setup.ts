/** A domain whose DNS is as it should be, to be spoiled by tests one thing at a time. */
import assert from 'node:assert/strict'
import { createDns } from '../../../src/mail/dns/ask.ts'
import { checkSender } from '../../../src/mail/dns/check.ts'
import { type DnsFinding, inEnglish, type SenderFacts } from '../../../src/mail/dns/finding.ts'
import { type DnsServer, dnsServer, type Zone } from '../../support/dns-server.ts'

export const P = `${'QUJD'.repeat(100)}`

export const facts: SenderFacts = {
  domain: 'example.com',
  keys: [
    {
      domain: 'example.com',
      selector: 'pp1',
      algorithm: 'rsa',
      record: `v=DKIM1; k=rsa; p=${P}`,
      signs: true,
    },
    {
      domain: 'example.com',
      selector: 'pp1-ed',
      algorithm: 'ed25519',
      record: 'v=DKIM1; k=ed25519; p=RUQ=',
      signs: true,
    },
  ],
  bounceDomain: 'bounce.example.com',
  relays: [{ name: 'default', host: 'smtp.example.com' }],
  serviceHost: 'mail.example.com',
}

/**
 * Addresses are of Google's and Cloudflare's public ranges: those for documentation count as not
 * public. Nothing is sent there.
 */
export const wellZone = (): Zone => ({
  'example.com': { TXT: ['something else', 'v=spf1 -all'] },
  'bounce.example.com': {
    TXT: ['v=spf1 a:smtp.example.com include:_spf.provider.example -all'],
    MX: ['20 b.example.com', '10 mail.example.com'],
  },
  '_spf.provider.example': { TXT: ['v=spf1 ip4:1.1.1.0/24 ip6:2606:4700::/32 ?all'] },
  'mail.example.com': { A: ['8.8.8.9'] },
  'b.example.com': { AAAA: ['2001:4860:4860::8888'] },
  'smtp.example.com': { A: ['8.8.8.8'] },
  '8.8.8.8.in-addr.arpa': { PTR: ['smtp.example.com'] },
  'pp1._domainkey.example.com': { TXT: [`v=DKIM1; k=rsa; p=${P}`] },
  'pp1-ed._domainkey.example.com': { TXT: ['v=DKIM1;k=ed25519;p= RUQ='] },
  '_dmarc.example.com': { TXT: ['v=DMARC1; p=none; rua=mailto:d@example.com'] },
})

/** With its sentences in English. */
interface ReadFinding extends DnsFinding {
  means: string
  todo: string | undefined
}

export interface Checked {
  findings: ReadFinding[]
  /** The one of that name, or the only one whose name begins so. */
  of(check: string): ReadFinding
  /** Names of those that are not well. */
  wrong: string[]
  server: DnsServer
}

/** A server that answers everything is waited for as long as a busy machine takes. */
const patience = (zone: Zone): number =>
  Object.values(zone).some(entry => entry === 'silent') ? 500 : 30_000

/** Checks with a zone of one's own: changes are laid over the good one; null takes a name out. */
export async function checked(
  changes: Record<string, Zone[string] | null> = {},
  other: Partial<SenderFacts> = {},
): Promise<Checked> {
  const zone = wellZone()
  for (const [name, entry] of Object.entries(changes)) {
    if (entry === null) delete zone[name]
    else zone[name] = entry
  }
  const server = await dnsServer(zone)
  try {
    const dns = createDns({ servers: [server.address], timeoutMillis: patience(zone) })
    const said = await checkSender(dns, { ...facts, ...other })
    const findings = said.map(finding => ({
      ...finding,
      means: inEnglish(finding.says),
      todo: finding.mend?.says,
    }))
    const of = (check: string) => {
      const exact = findings.filter(finding => finding.check === check)
      const [one, ...more] =
        exact.length > 0 ? exact : findings.filter(finding => finding.check.startsWith(check))
      assert.ok(one && more.length === 0, `${check} in ${findings.map(finding => finding.check)}`)
      return one
    }
    return {
      findings,
      of,
      wrong: findings
        .filter(({ state }) => state !== 'ok' && state !== 'none')
        .map(({ check }) => check),
      server,
    }
  } finally {
    await server.close()
  }
}

export const txt = (...TXT: string[]) => ({ TXT })
