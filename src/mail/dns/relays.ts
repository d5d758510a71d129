/** The names of relays: receivers expect an address whose name resolves to it (RFC 1912 2.1). */
import { kindOf } from '../../lib/fetch-guard-places.ts'
import { addressesOf, type Dns, reverseName } from './ask.ts'
import { type DnsFinding, type SenderFacts, unanswered } from './finding.ts'
import { isOwn } from './return-path.ts'

export async function checkRelays(dns: Dns, facts: SenderFacts): Promise<DnsFinding[]> {
  const hosts = [...new Set(facts.relays.map(({ host }) => host.toLowerCase()))]
  if (hosts.length === 0)
    return [
      {
        check: 'relay',
        state: 'warn',
        asked: [],
        found: [],
        means: 'There is no relay: emails stay in the sandbox.',
        todo: 'Add a relay.',
        shell: 'Set SMTP_URL, or: pennypost route add NAME',
      },
    ]
  return (await Promise.all(hosts.map(host => checkRelay(dns, host, facts)))).flat()
}

async function checkRelay(dns: Dns, host: string, facts: SenderFacts): Promise<DnsFinding[]> {
  const check = `PTR of ${host}`
  const asked = [`A, AAAA ${host}`]
  const answer = await addressesOf(dns, host)
  if (answer.state === 'silent') return [unanswered(check, asked, answer)]
  if (answer.state === 'none' && host.includes('.'))
    return [
      {
        check,
        state: 'warn',
        asked,
        found: [],
        means:
          'The resolver finds no such host. It may still be defined in /etc/hosts of this machine.',
        todo: 'Test it: send an email by it.',
        shell: 'pennypost route test NAME --to YOU',
      },
    ]
  const open = answer.values.filter(address => kindOf(address) === 'public')
  if (open.length === 0)
    return [
      {
        check,
        state: 'ok',
        asked,
        found: answer.values,
        means:
          'It is in your own network. Its public address is unknown here, so its name ' +
          'cannot be checked: ask your provider.',
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
  const check = `PTR of ${host}`
  const name = reverseName(address)
  const asked = [`PTR ${name}`]
  const answer = await dns.ask('PTR', name)
  if (answer.state === 'silent') return unanswered(check, asked, answer)
  const own = isOwn(host, facts)
  const about = { check, asked, found: answer.values }
  const todo = own
    ? 'The provider of the address (the hoster, not the registrar of the domain) sets its name.'
    : 'If the relay is yours, ask the provider of its address to set its name; else ask the ' +
      'provider of the relay.'
  const records = [{ name, type: 'PTR' as const, value: host }]
  if (answer.state === 'none')
    return {
      ...about,
      state: own ? 'bad' : 'warn',
      means:
        `${address} has no name. Receivers reject emails from such addresses; this matters if ` +
        'the relay sends from it.',
      todo,
      records,
    }
  const back = await Promise.all(answer.values.map(one => addressesOf(dns, one)))
  const asks = [...asked, ...answer.values.map(one => `A, AAAA ${one}`)]
  if (back.some(({ values }) => values.includes(address)))
    return {
      ...about,
      asked: asks,
      state: 'ok',
      means: `${address} has the name ${answer.values.join(' and ')}, which resolves to it.`,
    }
  const silent = back.find(({ state }) => state === 'silent')
  if (silent?.state === 'silent') return unanswered(check, asks, silent)
  return {
    ...about,
    asked: asks,
    state: own ? 'bad' : 'warn',
    means:
      `${address} has the name ${answer.values.join(' and ')}, which does not resolve to it: ` +
      'receivers distrust such names.',
    todo,
    records,
  }
}
