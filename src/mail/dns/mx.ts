/**
 * The MX records of the return-path domain, and whether they lead to servers with public addresses.
 */
import { isIP } from 'node:net'
import { kindOf } from '../../lib/fetch-guard-places.ts'
import { addressesOf, type Dns, type DnsAnswer } from './ask.ts'
import {
  type DnsFinding,
  type DnsJudgement,
  type DnsRecord,
  type SenderFacts,
  unanswered,
} from './finding.ts'
import { advice, checkName } from './words.ts'

export async function mxFinding(
  dns: Dns,
  domain: string,
  { serviceHost }: SenderFacts,
): Promise<DnsFinding> {
  const checked = checkName('mx', domain)
  const asked = [`MX ${domain}`]
  const answer = await dns.ask('MX', domain)
  if (answer.state === 'silent') return unanswered(checked, asked, answer)
  const about = { ...checked, asked, found: answer.values }
  const records: DnsRecord[] = [
    { name: domain, type: 'MX', value: `10 ${serviceHost ?? `mail.${domain}`}` },
  ]
  const mend = advice('mx-publish')
  if (answer.state === 'none')
    return {
      ...about,
      state: 'bad',
      says: [advice('mx-none')],
      mend,
      records,
    }
  const hosts = answer.values.map(value => value.replace(/^\d+ /, ''))
  if (hosts.includes('.'))
    return {
      ...about,
      state: 'bad',
      says: [advice('mx-closed')],
      mend,
      records,
    }
  return {
    ...about,
    ...(await exchangesJudged(dns, hosts)),
    asked: [...asked, ...hosts.map(host => `A, AAAA ${host}`)],
  }
}

async function exchangesJudged(dns: Dns, hosts: string[]): Promise<DnsJudgement> {
  const answers = await Promise.all(
    hosts.map(async host => ({ host, answer: await addressesOf(dns, host) })),
  )
  const of = (state: DnsAnswer['state']) =>
    answers.filter(({ answer }) => answer.state === state).map(({ host }) => host)
  const literal = hosts.filter(host => isIP(host) !== 0)
  const [address] = literal
  if (address !== undefined)
    return {
      state: 'bad',
      says: [advice('mx-address', { address })],
      mend: advice('mx-name'),
    }
  const inside = answers.filter(
    ({ answer }) =>
      answer.state === 'found' && answer.values.every(address => kindOf(address) !== 'public'),
  )
  if (of('found').length === inside.length && of('silent').length > 0)
    return {
      state: 'unknown',
      says: [advice('mx-unknown', { hosts: of('silent').join(', ') })],
      mend: advice('try-later'),
      shell: 'pennypost dns check DOMAIN --resolver ADDRESS',
    }
  if (of('found').length === 0)
    return {
      state: 'bad',
      says: [advice('mx-nowhere', { hosts: hosts.join(', ') })],
      mend: advice('mx-give'),
    }
  if (of('found').length === inside.length)
    return {
      state: 'bad',
      says: [advice('mx-inside', { hosts: hosts.join(', ') })],
      mend: advice('mx-give'),
    }
  return { state: 'ok', says: [advice('mx-fine', { hosts: of('found').join(', ') })] }
}
