/** The names of relays: receivers expect an address whose name resolves to it (RFC 1912 2.1). */
import { kindOf } from '../../lib/fetch-guard-places.ts'
import { addressesOf, type Dns, reverseName } from './ask.ts'
import { type DnsFinding, type SenderFacts, unanswered } from './finding.ts'
import { isOwn } from './return-path.ts'
import { advice, checkName } from './words.ts'

export async function checkRelays(dns: Dns, facts: SenderFacts): Promise<DnsFinding[]> {
  const hosts = [...new Set(facts.relays.map(({ host }) => host.toLowerCase()))]
  if (hosts.length === 0)
    return [
      {
        ...checkName('relay'),
        state: 'warn',
        asked: [],
        found: [],
        says: [advice('relay-none')],
        mend: advice('relay-add'),
        shell: 'pennypost route add NAME',
      },
    ]
  return (await Promise.all(hosts.map(host => checkRelay(dns, host, facts)))).flat()
}

async function checkRelay(dns: Dns, host: string, facts: SenderFacts): Promise<DnsFinding[]> {
  const checked = checkName('ptr', host)
  const asked = [`A, AAAA ${host}`]
  const answer = await addressesOf(dns, host)
  if (answer.state === 'silent') return [unanswered(checked, asked, answer)]
  if (answer.state === 'none' && host.includes('.'))
    return [
      {
        ...checked,
        state: 'warn',
        asked,
        found: [],
        says: [advice('relay-unfound')],
        mend: advice('relay-try'),
        shell: 'pennypost route test NAME --to YOU',
      },
    ]
  const open = answer.values.filter(address => kindOf(address) === 'public')
  if (open.length === 0)
    return [
      {
        ...checked,
        state: 'ok',
        asked,
        found: answer.values,
        says: [advice('relay-inside')],
      },
    ]
  return Promise.all(open.map(address => checkAddress(dns, host, address, facts)))
}

async function checkAddress(
  dns: Dns,
  host: string,
  address: string,
  facts: SenderFacts,
): Promise<DnsFinding> {
  const checked = checkName('ptr', host)
  const name = reverseName(address)
  const asked = [`PTR ${name}`]
  const answer = await dns.ask('PTR', name)
  if (answer.state === 'silent') return unanswered(checked, asked, answer)
  const own = isOwn(host, facts)
  const about = { ...checked, asked, found: answer.values }
  const mend = advice(own ? 'ptr-own' : 'ptr-foreign')
  const records = [{ name, type: 'PTR' as const, value: host }]
  if (answer.state === 'none')
    return {
      ...about,
      state: own ? 'bad' : 'warn',
      says: [advice('ptr-none', { address })],
      mend,
      records,
    }
  const names = answer.values.join(', ')
  const back = await Promise.all(answer.values.map(one => addressesOf(dns, one)))
  const asks = [...asked, ...answer.values.map(one => `A, AAAA ${one}`)]
  if (back.some(({ values }) => values.includes(address)))
    return {
      ...about,
      asked: asks,
      state: 'ok',
      says: [advice('ptr-fine', { address, names })],
    }
  const silent = back.find(({ state }) => state === 'silent')
  if (silent?.state === 'silent') return unanswered(checked, asks, silent)
  return {
    ...about,
    asked: asks,
    state: own ? 'bad' : 'warn',
    says: [advice('ptr-false', { address, names })],
    mend,
    records,
  }
}
