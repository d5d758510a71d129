/**
 * Relays by their names: an address whose name leads back to it is what receivers want of those who
 * send (RFC 1912 2.1).
 */
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
        todo: 'Set SMTP_URL, or: pennypost route add NAME',
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
          'The resolver knows no such host. If only this machine knows it (its file of hosts), all may be well.',
        todo: 'Try it: pennypost route test NAME --to YOU',
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
          'It is in your own network. The address that the world sees is another, and its name can not be looked up from here: look with your provider.',
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
    ? 'Whoever gave you the address (the hoster, not the registrar of the domain) sets its name.'
    : 'If the relay is yours, have its name set by whoever gave you the address; else ask its provider.'
  const records = [{ name, type: 'PTR' as const, value: host }]
  if (answer.state === 'none')
    return {
      ...about,
      state: own ? 'bad' : 'warn',
      means: `${address} has no name. Receivers refuse emails from such addresses; it matters if the relay sends by it.`,
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
      means: `${address} is called ${answer.values.join(' and ')}, and the name leads back to it.`,
    }
  const silent = back.find(({ state }) => state === 'silent')
  if (silent?.state === 'silent') return unanswered(check, asks, silent)
  return {
    ...about,
    asked: asks,
    state: own ? 'bad' : 'warn',
    means: `${address} is called ${answer.values.join(' and ')}, but the name does not lead back to it: receivers take it for a lie.`,
    todo,
    records,
  }
}
