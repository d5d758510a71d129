/** Compares the keys that sign messages with their records in the DNS (RFC 6376 3.6.1). */
import type { Dns } from './ask.ts'
import { type DnsFinding, type PublishedKey, type SenderFacts, unanswered } from './finding.ts'
import { advice, checkName, type DnsSentence } from './words.ts'

export async function checkDkim(
  dns: Dns,
  { domain, keys }: Pick<SenderFacts, 'domain' | 'keys'>,
): Promise<DnsFinding[]> {
  if (keys.length === 0)
    return [
      {
        ...checkName('dkim'),
        state: 'bad',
        asked: [],
        found: [],
        says: [advice('dkim-none', { domain })],
        mend: advice('dkim-make'),
        shell: `pennypost dkim add ${domain}`,
      },
    ]
  return Promise.all(keys.map(key => checkKey(dns, key)))
}

async function checkKey(dns: Dns, key: PublishedKey): Promise<DnsFinding> {
  const name = `${key.selector}._domainkey.${key.domain}`
  const checked = checkName('dkim', key.selector)
  const asked = [`TXT ${name}`]
  const answer = await dns.ask('TXT', name)
  if (answer.state === 'silent') return unanswered(checked, asked, answer)
  const problem = problemOf(key, answer.values)
  if (!problem) {
    const code = key.signs ? 'dkim-published' : 'dkim-exchanged'
    return {
      ...checked,
      state: 'ok',
      asked,
      found: answer.values,
      says: [advice(code, algorithmOf(key))],
    }
  }
  // All receivers support RSA, and one valid signature is enough. A key that does not sign yet does
  // no harm.
  const urgent = key.signs && key.algorithm === 'rsa'
  return {
    ...checked,
    state: urgent ? 'bad' : 'warn',
    asked,
    found: answer.values,
    says: [problem, advice(key.signs ? 'dkim-unverified' : 'dkim-waits')],
    mend: advice(answer.values.length > 1 ? 'dkim-replace' : 'dkim-publish'),
    records: [{ name, type: 'TXT', value: key.record }],
  }
}

const algorithmOf = ({ algorithm }: PublishedKey) => ({
  algorithm: algorithm === 'rsa' ? 'RSA' : 'Ed25519',
})

function problemOf(key: PublishedKey, found: string[]): DnsSentence | undefined {
  if (found.length === 0) return advice('dkim-missing', algorithmOf(key))
  if (found.length > 1) return advice('dkim-several', { records: found.length })
  const [ours, theirs] = [tagsOf(key.record), tagsOf(found[0]!)]
  const published = theirs.get('p')
  if (published === undefined || (theirs.get('v') ?? 'DKIM1') !== 'DKIM1')
    return advice('dkim-no-record')
  if (published === '') return advice('dkim-revoked')
  const wanted = ours.get('p')!
  if (published !== wanted) {
    if (wanted.startsWith(published))
      return advice('dkim-cut', { published: published.length, characters: wanted.length })
    return advice('dkim-other')
  }
  if ((theirs.get('k') ?? 'rsa') !== (ours.get('k') ?? 'rsa'))
    return advice('dkim-type', { type: theirs.get('k') ?? '' })
  const hashes = theirs.get('h')?.split(':')
  if (hashes && !hashes.includes('sha256')) return advice('dkim-hash')
  const flags = theirs.get('t')?.split(':') ?? []
  return flags.includes('y') ? advice('dkim-testing') : undefined
}

/**
 * The tags of a record (RFC 6376 3.2), without blanks in their values: keys are compared without
 * them.
 */
export function tagsOf(record: string): Map<string, string> {
  const pairs = record.split(';').map(part => /^\s*([a-z][a-z0-9_]*)\s*=(.*)$/is.exec(part))
  return new Map(
    pairs.flatMap(pair => (pair ? [[pair[1]!.toLowerCase(), pair[2]!.replace(/\s+/g, '')]] : [])),
  )
}
