/** A newsletter to many people through a mail server that counts, and who got what of it. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { CountingServer } from './counting-server.ts'
import type { KilledService } from './killed-service.ts'
import { compare, holds, type LedgerRow, printComparison } from './who-got-what.ts'

export interface ProvenSending {
  service: KilledService
  mailServer: CountingServer
  /** Of the files to import. */
  folder: string
  emails: readonly string[]
  perMinute: number
}

/** Imports the people to a new list and sends them a newsletter: the first of the service. */
export async function beginSending(sending: ProvenSending): Promise<void> {
  const { service, folder, emails, perMinute } = sending
  const file = join(folder, 'people.csv')
  writeFileSync(file, `email\n${emails.join('\n')}\n`)
  await service.command('list', 'add', '--from-email', 'news@example.com', 'Readers')
  await service.command('import', '--list', '1', file)
  writeFileSync(join(folder, 'news.html'), '<h1>News</h1><p>Hello {{ email }}</p>')
  const news = ['newsletter', 'add', '--subject', 'News', '--list', '1']
  await service.command(...news, '--file', join(folder, 'news.html'))
  console.log(`${emails.length} people are imported.`)
  const slowly = ['--per-minute', String(perMinute), '--hold', '0', '--local']
  await service.command('send', '--newsletter', '1', '--list', '1', ...slowly)
}

/** Of the people, how many have got the newsletter by now. */
export const reached = ({ emails, mailServer }: ProvenSending): number =>
  emails.filter(email => mailServer.counts.has(email)).length

export async function reachedAtLeast(sending: ProvenSending, number: number): Promise<void> {
  await until(() => reached(sending) >= number)
}

/** Waits for the end of the sending. Prints who got what. Returns whether it holds. */
export async function endSending(sending: ProvenSending): Promise<boolean> {
  const { service, emails, mailServer } = sending
  await until(async () => (await stateOf(service)) === 'finished')
  const result = compare(emails, await ledgerOf(service), mailServer.counts)
  printComparison(result)
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
