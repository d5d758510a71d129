/**
 * The MX records of the domain that bounces go to, and whether they lead to servers that can be
 * reached.
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
  const todo = 'Publish one that names the server which takes the bounces.'
  if (answer.state === 'none')
    return {
      ...about,
      state: 'bad',
      means:
        'There is no MX record: bounces may come back nowhere, and some receivers refuse senders who can not be answered.',
      todo,
      records,
    }
  const hosts = answer.values.map(value => value.replace(/^\d+ /, ''))
  if (hosts.includes('.'))
    return {
      ...about,
      state: 'bad',
      means:
        'It says that the domain takes no mail at all (RFC 7505): emails from such a return path are refused.',
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
      means: `An MX record holds a name, not an address like ${literal[0]}; senders can not use it.`,
      todo: 'Give the server a name, and put that into the MX record.',
    }
  const inside = answers.filter(
    ({ answer }) =>
      answer.state === 'found' && answer.values.every(address => kindOf(address) !== 'public'),
  )
  if (of('found').length === inside.length && of('silent').length > 0)
    return {
      state: 'unknown',
      means: `Whether ${of('silent').join(' and ')} has an address is not known: the resolver does not answer.`,
      todo: 'Ask again later, or another resolver: --resolver ADDRESS.',
    }
  if (of('found').length === 0)
    return {
      state: 'bad',
      means: `${hosts.join(' and ')} has no address: bounces come back nowhere.`,
      todo: 'Give it one, or name another server.',
    }
  if (of('found').length === inside.length)
    return {
      state: 'bad',
      means: `${hosts.join(' and ')} has no public address: bounces from the world do not find it.`,
      todo: 'Give it one, or name another server.',
    }
  return { state: 'ok', means: `Bounces go to ${of('found').join(' and ')}.` }
}
