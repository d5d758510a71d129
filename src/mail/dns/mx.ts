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

export async function mxFinding(
  dns: Dns,
  domain: string,
  { serviceHost }: SenderFacts,
): Promise<DnsFinding> {
  const check = `MX of ${domain}`
  const asked = [`MX ${domain}`]
  const answer = await dns.ask('MX', domain)
  if (answer.state === 'silent') return unanswered(check, asked, answer)
  const about = { check, asked, found: answer.values }
  const records: DnsRecord[] = [
    { name: domain, type: 'MX', value: `10 ${serviceHost ?? `mail.${domain}`}` },
  ]
  const todo = 'Publish one that names the server that accepts the bounces.'
  if (answer.state === 'none')
    return {
      ...about,
      state: 'bad',
      means:
        'There is no MX record: bounces may be lost, and some receivers reject senders that ' +
        'cannot be replied to.',
      todo,
      records,
    }
  const hosts = answer.values.map(value => value.replace(/^\d+ /, ''))
  if (hosts.includes('.'))
    return {
      ...about,
      state: 'bad',
      means:
        'It says that the domain accepts no mail (RFC 7505): emails from such a return path ' +
        'are rejected.',
      todo,
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
  if (literal.length > 0)
    return {
      state: 'bad',
      means:
        `An MX record must contain a name, not an address like ${literal[0]}; senders cannot ` +
        'use it.',
      todo: 'Give the server a name, and use it in the MX record.',
    }
  const inside = answers.filter(
    ({ answer }) =>
      answer.state === 'found' && answer.values.every(address => kindOf(address) !== 'public'),
  )
  if (of('found').length === inside.length && of('silent').length > 0)
    return {
      state: 'unknown',
      means:
        `It is unknown whether ${of('silent').join(' and ')} has an address: the resolver ` +
        'does not answer.',
      todo: 'Try again later.',
      shell: 'Another resolver: --resolver ADDRESS',
    }
  if (of('found').length === 0)
    return {
      state: 'bad',
      means: `${hosts.join(' and ')} has no address: bounces are lost.`,
      todo: 'Give it one, or use another server.',
    }
  if (of('found').length === inside.length)
    return {
      state: 'bad',
      means: `${hosts.join(' and ')} has no public address: other mail servers cannot reach it.`,
      todo: 'Give it one, or use another server.',
    }
  return { state: 'ok', means: `Bounces go to ${of('found').join(' and ')}.` }
}
