/** Whether domains take mail, asked of DNS servers that know it, and of one that knows nothing. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createMailDomains } from '../../src/workers/mail-domains.ts'
import { dnsServer, type Zone } from '../support/dns-server.ts'

async function asked(zone: Zone, domains: string[]) {
  const server = await dnsServer(zone)
  const warned: string[] = []
  const takesMail = createMailDomains([server.address], event => void warned.push(event))
  const answers: boolean[] = []
  for (const domain of domains) answers.push(await takesMail(domain))
  await server.close()
  return { answers, warned: warned.length, asked: server.asked }
}

const ZONE: Zone = {
  'a.test': { MX: ['10 mx.a.test'] },
  'host.test': { A: ['192.0.2.1'] },
  'null.test': { MX: ['0 .'] },
  'broken.test': 'servfail',
}
const DOMAINS = ['a.test', 'host.test', 'null.test', 'broken.test', 'nowhere.test']

test('a domain without mail server is told from one whose DNS fails', async () => {
  const { answers, warned } = await asked({ ...ZONE, com: {} }, DOMAINS)
  assert.deepEqual(answers, [true, true, false, true, false])
  assert.equal(warned, 0)
})

test('a resolver that finds no outside names refuses nobody, and it is said once', async () => {
  const found = await asked({}, ['one.test', 'two.test', 'three.test'])
  assert.deepEqual(found.answers, [true, true, true])
  assert.equal(found.warned, 1)
  assert.equal(found.asked.filter(question => question === 'A com').length, 1)
})
