/**
 * The proof: a newsletter to many people through a mail server that counts, while everything is
 * killed again and again, the store included. It prints who got what, and fails if somebody was
 * lost, or got two without a word in the ledger. Then the account moves while programs call it.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { freePort } from '../test/support/free-port.ts'
import { startCountingServer } from './counting-server.ts'
import { type KilledService, serviceIn } from './killed-service.ts'
import { proveMove } from './move.ts'
import { compare, holds, type LedgerRow } from './who-got-what.ts'

const HELP = `Usage: npm run proof [-- --people 20000 --kills 3 --per-minute 60000 --no-move]

Sends a newsletter to so many people through a mail server that counts, and kills the service and
its store (kill -9) so many times in the middle. Then it says who got what. Then the account moves
to a new service while programs call it; --no-move leaves that out.`

const { values } = parseArgs({
  allowNegative: true,
  options: {
    people: { type: 'string', default: '20000' },
    kills: { type: 'string', default: '3' },
    'per-minute': { type: 'string', default: '60000' },
    move: { type: 'boolean', default: true },
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
const serviceOf = async (name: string) => {
  const own = join(folder, name)
  mkdirSync(own)
  return serviceIn(own, await freePort(), mailServer.port)
}
const service = await serviceOf('service')
const next = await serviceOf('next')
let proven = false
try {
  proven = await proveSending()
  if (values.move) proven = (await proveNextMove()) && proven
} finally {
  await service.stop()
  await next.stop()
  await mailServer.close()
  rmSync(folder, { recursive: true, force: true })
}
console.log(proven ? 'It holds.' : 'IT DOES NOT HOLD.')
process.exit(proven ? 0 : 1)

async function proveNextMove(): Promise<boolean> {
  console.log('The account moves to a new service.')
  await next.start()
  return proveMove({ from: service, to: next, port: await freePort() })
}

async function proveSending(): Promise<boolean> {
  console.log(`Ready after ${seconds(await service.start())}.`)
  const emails = Array.from({ length: people! }, (_, i) => `p${i + 1}@example.com`)
  const file = join(folder, 'people.csv')
  writeFileSync(file, `email\n${emails.join('\n')}\n`)
  await service.command('list', 'add', '--from-email', 'news@example.com', 'Readers')
  await service.command('import', '--list', '1', file)
  writeFileSync(join(folder, 'news.html'), '<h1>News</h1><p>Hello {{ email }}</p>')
  const news = ['newsletter', 'add', '--subject', 'News', '--list', '1']
  await service.command(...news, '--file', join(folder, 'news.html'))
  console.log(`${people} people are imported.`)
  const slowly = ['--per-minute', String(perMinute), '--hold', '0', '--local']
  await service.command('send', '--newsletter', '1', '--list', '1', ...slowly)
  for (let kill = 1; kill <= kills!; kill++) {
    await until(() => mailServer.counts.size >= (people! * kill) / (kills! + 1))
    await service.killEverything()
    const got = mailServer.counts.size
    const ready = await service.start()
    console.log(`Everything killed after ${got} emails. Ready again after ${seconds(ready)}.`)
  }
  await until(async () => (await stateOf(service)) === 'finished')
  const result = compare(emails, await ledgerOf(service), mailServer.counts)
  const { got, doubledInSilence, lostInSilence, unknown, states } = result
  console.log(`Of ${result.people} people ${got.once} got one email, ${got.twice} got two,`)
  console.log(`${got.more} got more, ${got.none} got none. The ledger: ${JSON.stringify(states)}.`)
  console.log(`Two without a word in the ledger: ${doubledInSilence.length}.`)
  console.log(`Accepted in the ledger, and nothing came: ${lostInSilence.length}.`)
  console.log(`Not in the ledger: ${unknown.length}.`)
  return holds(result)
}

async function stateOf({ command }: KilledService): Promise<string> {
  const { state } = JSON.parse(await command('sending', 'show', '1', '--json'))
  // As an operator does who comes back after a long stop.
  if (state === 'unconfirmed') await command('sending', 'confirm', '1')
  return state
}

async function ledgerOf({ command, origin }: KilledService): Promise<LedgerRow[]> {
  const key = JSON.parse(await command('api-key', 'add', 'proof', '--rights', 'read', '--json'))
  const headers = { Authorization: `Bearer ${key.token}` }
  const rows: LedgerRow[] = []
  for (let page = '?limit=200'; page !== ''; ) {
    const answer = await fetch(`${origin}/api/v1/sendings/1/recipients${page}`, { headers })
    if (answer.status === 429) {
      await pause(1000 * Number(answer.headers.get('retry-after') ?? 1))
      continue
    }
    if (!answer.ok) throw new Error(`the ledger is answered with ${answer.status}`)
    const { items, next } = (await answer.json()) as { items: LedgerRow[]; next: string | null }
    rows.push(...items)
    page = next === null ? '' : `?limit=200&after=${encodeURIComponent(next)}`
  }
  return rows
}

async function until(is: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await is())) await pause(100)
}

function seconds(given: number): string {
  return `${given.toFixed(1)} s`
}
