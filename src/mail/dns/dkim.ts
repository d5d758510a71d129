/** Compares the keys that sign messages with their records in the DNS (RFC 6376 3.6.1). */
import type { Dns } from './ask.ts'
import { type DnsFinding, type PublishedKey, type SenderFacts, unanswered } from './finding.ts'

export async function checkDkim(dns: Dns, { domain, keys }: SenderFacts): Promise<DnsFinding[]> {
  if (keys.length === 0)
    return [
      {
        check: 'DKIM',
        state: 'bad',
        asked: [],
        found: [],
        means:
          `There is no key for ${domain}: emails are not signed, and large mailbox providers ` +
          'reject those.',
        todo: 'Make keys, and publish their records.',
        shell: `pennypost dkim add ${domain}`,
      },
    ]
  return Promise.all(keys.map(key => checkKey(dns, key)))
}

async function checkKey(dns: Dns, key: PublishedKey): Promise<DnsFinding> {
  const name = `${key.selector}._domainkey.${key.domain}`
  const check = `DKIM ${key.selector}`
  const asked = [`TXT ${name}`]
  const answer = await dns.ask('TXT', name)
  if (answer.state === 'silent') return unanswered(check, asked, answer)
  const problem = problemOf(key, answer.values)
  const kind = key.algorithm === 'rsa' ? 'RSA' : 'Ed25519'
  if (!problem) {
    const rest = key.signs ? 'signatures can be verified' : 'the former pair can be retired'
    return {
      check,
      state: 'ok',
      asked,
      found: answer.values,
      means: `Our ${kind} key is published: ${rest}.`,
    }
  }
  // All receivers support RSA, and one valid signature is enough. A key that does not sign yet does
  // no harm.
  const urgent = key.signs && key.algorithm === 'rsa'
  const effect = key.signs
    ? 'Its signatures cannot be verified.'
    : 'It does not sign yet; publish it before the former pair is retired.'
  return {
    check,
    state: urgent ? 'bad' : 'warn',
    asked,
    found: answer.values,
    means: `${problem} ${effect}`,
    todo:
      answer.values.length > 1
        ? 'Remove all of them and publish this one.'
        : 'Publish this one; resolvers may cache the old state for some time.',
    records: [{ name, type: 'TXT', value: key.record }],
  }
}

function problemOf(key: PublishedKey, found: string[]): string | undefined {
  if (found.length === 0)
    return `The ${key.algorithm === 'rsa' ? 'RSA' : 'Ed25519'} key is not published.`
  if (found.length > 1)
    return `There are ${found.length} records under one name; the result is undefined.`
  const [ours, theirs] = [tagsOf(key.record), tagsOf(found[0]!)]
  const published = theirs.get('p')
  if (published === undefined || (theirs.get('v') ?? 'DKIM1') !== 'DKIM1')
    return 'The published record is not a DKIM record.'
  if (published === '') return 'The published record says that the key was revoked.'
  const wanted = ours.get('p')!
  if (published !== wanted) {
    if (wanted.startsWith(published))
      return (
        `Only the first ${published.length} of ${wanted.length} characters of the key are ` +
        'published.'
      )
    return 'The published key is not the one that emails are signed with.'
  }
  if ((theirs.get('k') ?? 'rsa') !== (ours.get('k') ?? 'rsa'))
    return `The record says that the key type is ${theirs.get('k')}.`
  const hashes = theirs.get('h')?.split(':')
  if (hashes && !hashes.includes('sha256'))
    return 'The record does not allow signatures with SHA-256, which we use.'
  const flags = theirs.get('t')?.split(':') ?? []
  return flags.includes('y')
    ? 'The record says t=y (testing): receivers treat emails as unsigned.'
    : undefined
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
