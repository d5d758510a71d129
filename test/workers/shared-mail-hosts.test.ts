/** Domains of one mail host share its limits, as their MX records tell. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { changeProviderLimits } from '../../src/domain/routes/provider-limits.ts'
import { keepDefaultRoute } from '../../src/domain/routes/routes.sql.ts'
import { createProviderLookup } from '../../src/workers/provider-lookup.ts'
import { dnsServer } from '../support/dns-server.ts'
import { sendingSetup } from '../support/sending.ts'
import { startSink } from '../support/smtp-sink.ts'

const PEOPLE = 1000
const DOMAINS = 20
const QUOTA = 50

/** Firm 1, 4, 7, ... is at Microsoft, the next at one hoster, the next at another. */
const hostOf = (firm: number): string =>
  [`firm${firm}-se.mail.protection.outlook.com`, 'mx1.hoster.se', 'MX.Other-Hoster.se'][firm % 3]!
const NAMES = ['Microsoft 365', 'mx1.hoster.se', 'mx.other-hoster.se']

const zoneOf = (firms: number) =>
  Object.fromEntries(
    Array.from({ length: firms }, (_, firm) => [
      `firm${firm}.se`,
      { MX: ['20 backup.example.se', `10 ${hostOf(firm)}`] },
    ]),
  )

test('the provider of a domain is known by its name, its MX records, or not at all', async () => {
  const dns = await dnsServer({
    ...zoneOf(2),
    'nomail.se': { MX: ['0 .'] },
    'plain.se': { A: ['192.0.2.1'] },
    'broken.se': 'servfail',
  })
  try {
    const lookup = createProviderLookup([dns.address])
    const emails = ['gmail.com', 'firm0.se', 'firm1.se', 'nomail.se', 'plain.se', 'broken.se']
    const found = await lookup.providersOf([...emails, 'x.test'].map(domain => `a@${domain}`))
    assert.deepEqual(found, [
      'Gmail',
      'Microsoft 365',
      'mx1.hoster.se',
      'nomail.se',
      'plain.se',
      'broken.se',
      'x.test',
    ])
    const asked = dns.asked.length
    await lookup.providersOf(emails.map(domain => `b@${domain}`))
    assert.equal(dns.asked.length, asked, 'answers are cached, failures for a while')
    assert.ok(!dns.asked.some(question => /gmail|x\.test/.test(question)))
  } finally {
    await dns.close()
  }
})

test('a resolver that does not answer is left alone', async () => {
  const silent = Object.fromEntries(
    Array.from({ length: 40 }, (_, i) => [`s${i}.se`, 'silent' as const]),
  )
  const dns = await dnsServer(silent)
  try {
    const lookup = createProviderLookup([dns.address])
    const first = ['s0.se', 's1.se', 's2.se', 's3.se']
    assert.deepEqual(await lookup.providersOf(first.map(domain => `a@${domain}`)), first)
    // Until both tries of the first ones have run out.
    const rests = async () => {
      const asked = dns.asked.length
      await lookup.providersOf([`a@s${10 + tries}.se`])
      return dns.asked.length === asked
    }
    let tries = 0
    while (!(await rests())) {
      assert.ok(++tries < 30)
      await pause(200)
    }
  } finally {
    await dns.close()
  }
})

test(`${PEOPLE} emails to ${DOMAINS} domains share the limits of three mail hosts`, async () => {
  const dns = await dnsServer(zoneOf(DOMAINS))
  // The second hoster asks for less at the first email, whatever its domain.
  const tricks = Array.from({ length: DOMAINS }, (_, firm) => firm)
    .filter(firm => firm % 3 === 2)
    .map(firm => ({
      at: 'rcpt' as const,
      do: 'reply' as const,
      reply: '421 4.7.0 too many emails from your address',
      about: `@firm${firm}.se`,
    }))
  const sink = await startSink({ keep: 0, tricks })
  const setup = await sendingSetup(PEOPLE)
  const { store, ask, send } = setup
  await ask(
    "update subscribers set email = 'p' || id::text || '@firm' || (id % $1)::text || '.se', " +
      "email_key = 'p' || id::text || '@firm' || (id % $1)::text || '.se'",
    [DOMAINS],
  )
  await keepDefaultRoute(store, {})
  for (const provider of NAMES.slice(0, 2))
    await changeProviderLimits(store, 'default', provider, { dailyQuota: QUOTA })
  const workers = await setup.startWorkers(sink.port, { DNS_RESOLVER: dns.address })
  try {
    await send()
    const open = () =>
      ask("select 1 from deliveries where state in ('planned', 'claimed', 'handed over')")
    while ((await ask('select 1 from deliveries')).length < PEOPLE || (await open()).length > 0)
      await pause(200)
    const taken = [0, 0, 0]
    for (const address of sink.counts.keys()) taken[Number(/@firm(\d+)/.exec(address)![1]) % 3]!++
    assert.deepEqual(taken, [QUOTA, QUOTA, 0])
    assert.deepEqual(await ask('select domain_group from route_slowdowns'), [[NAMES[2]]])
    const tried = sink.said.filter(
      line => line.startsWith('RCPT') && Number(/@firm(\d+)/.exec(line)![1]) % 3 === 2,
    )
    // Of its 330: those in flight until its first reply is stored, which a slow machine takes long
    // for.
    assert.ok(tried.length <= 100, `${tried.length} tries at a host that asked for less`)
    const [[waiting]] = (await ask(
      "select count(*) from deliveries where state = 'deferred' and next_try_at > now()",
    )) as [[string]]
    assert.equal(Number(waiting), PEOPLE - 2 * QUOTA)
  } finally {
    await workers.stop()
    await sink.stop()
    await setup.drop()
    await dns.close()
  }
})
