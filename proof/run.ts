/**
 * The proof: a newsletter to many people through a mail server that counts, while everything is
 * killed again and again, the store included. It prints who got what, and fails if somebody was
 * lost, or got two without a word in the ledger. The same of single emails that programs hand over.
 * Then the account moves while programs call it, and a primary of PostgreSQL gives way to its
 * standby.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { freePort } from '../test/support/free-port.ts'
import { startCountingServer } from './counting-server.ts'
import { proveEmails, submissionSettings } from './emails.ts'
import { proveFailover } from './failover.ts'
import { type KilledService, serviceIn } from './killed-service.ts'
import { proveMove } from './move.ts'
import { beginSending, endSending, type ProvenSending, reached, reachedAtLeast } from './sending.ts'
import { startServerPair } from './server-pair.ts'

const HELP = `Usage: npm run proof [-- --people 20000 --kills 3 --per-minute 60000
                               --lease-seconds 60 --no-emails --no-move --no-failover]

Sends a newsletter to so many people through a mail server that counts, and kills the service and
its store (kill -9) so many times in the middle. Then it says who got what. Then programs hand over
as many single emails by the JSON API, SMTP and the wire of Resend, and everything is killed as
often; --no-emails leaves that out. Then the account moves to a new service while programs call it;
--no-move leaves that out. Then a service on two servers
of PostgreSQL sends the same, and the primary is killed in the middle; --no-failover leaves that
out. Emails that were claimed then wait for the end of --lease-seconds.`

const { values } = parseArgs({
  allowNegative: true,
  options: {
    people: { type: 'string', default: '20000' },
    kills: { type: 'string', default: '3' },
    'per-minute': { type: 'string', default: '60000' },
    'lease-seconds': { type: 'string', default: '60' },
    emails: { type: 'boolean', default: true },
    move: { type: 'boolean', default: true },
    failover: { type: 'boolean', default: true },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) {
  console.log(HELP)
  process.exit(0)
}
const [people, kills, perMinute] = [values.people, values.kills, values['per-minute']].map(Number)
if (![people, kills, perMinute].every(given => Number.isInteger(given) && given! >= 0)) {
  console.error(HELP)
  process.exit(2)
}

const folder = mkdtempSync(join(tmpdir(), 'pennypost-proof-'))
const mailServer = await startCountingServer()
const serviceOf = async (name: string, settings: Record<string, string> = {}) => {
  const own = join(folder, name)
  mkdirSync(own)
  return serviceIn(own, await freePort(), mailServer.port, settings)
}
const service = await serviceOf('service')
const next = await serviceOf('next')
let proven = false
try {
  proven = await proveSending()
  if (values.emails) proven = (await proveNextEmails()) && proven
  if (values.move) proven = (await proveNextMove()) && proven
  if (values.failover) proven = (await proveNextFailover()) && proven
} finally {
  await Promise.all([service.stop(), next.stop()])
  await mailServer.close()
  rmSync(folder, { recursive: true, force: true })
}
console.log(proven ? 'It holds.' : 'IT DOES NOT HOLD.')
process.exit(proven ? 0 : 1)

async function proveSending(): Promise<boolean> {
  console.log(`Ready after ${seconds(await service.start())}.`)
  const sending = sendingOf(service)
  await beginSending(sending)
  for (let kill = 1; kill <= kills!; kill++) {
    await reachedAtLeast(sending, (people! * kill) / (kills! + 1))
    await service.killEverything()
    const got = reached(sending)
    const ready = await service.start()
    console.log(`Everything killed after ${got} emails. Ready again after ${seconds(ready)}.`)
  }
  return endSending(sending)
}

async function proveNextEmails(): Promise<boolean> {
  console.log('Programs hand over single emails by the JSON API, SMTP and the wire of Resend.')
  mailServer.forget()
  const submissionPort = await freePort()
  const shop = await serviceOf('shop', submissionSettings(folder, submissionPort))
  try {
    await shop.start()
    return await proveEmails({
      service: shop,
      mailServer,
      submissionPort,
      emails: people!,
      kills: kills!,
    })
  } finally {
    await shop.stop()
  }
}

async function proveNextMove(): Promise<boolean> {
  console.log('The account moves to a new service.')
  await next.start()
  return proveMove({ from: service, to: next, port: await freePort() })
}

async function proveNextFailover(): Promise<boolean> {
  console.log('A service on a primary and its synchronous standby sends the same.')
  mailServer.forget()
  const pair = await startServerPair(join(folder, 'servers'))
  const third = await serviceOf('third', {
    DATABASE_URL: pair.url,
    LEASE_SECONDS: values['lease-seconds'],
  })
  try {
    await third.start()
    return await proveFailover(sendingOf(third), pair)
  } finally {
    await third.stop()
    await pair.stop()
  }
}

function sendingOf(service: KilledService): ProvenSending {
  const emails = Array.from({ length: people! }, (_, i) => `p${i + 1}@example.com`)
  return { service, mailServer, folder, emails, perMinute: perMinute! }
}

function seconds(given: number): string {
  return `${given.toFixed(1)} s`
}
