/**
 * What tests of sending by command begin with: a store with an account, a list with people, and
 * commands that run on it.
 */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { startWorker } from '../support/worker-process.ts'
import { migratedDatabase, newFolder, pennypost } from './setup.ts'
import type { Ended } from './warm-process.ts'

export const HTML =
  '<h1>Hello {{ name | default: "friend" }}</h1>\n' +
  '<p><a href="https://shop.example.test/new">What is new</a></p>\n'

export async function sendingByCommand(people: number, settings: Record<string, string> = {}) {
  const database = await migratedDatabase()
  const folder = newFolder()
  const env = {
    ...database.env,
    SECRET_KEY: 'a secret for the tests, long enough',
    LEASE_SECONDS: '5',
    ...settings,
  }
  const client = new pg.Client(database.connection)
  const workers: ReturnType<typeof startWorker>[] = []

  const run = (args: string[], more: Record<string, string> = {}, input = ''): Promise<Ended> =>
    pennypost(args, { env: { ...env, ...more }, input, cwd: folder })
  const json = async (args: string[], more: Record<string, string> = {}, input = '') => {
    const { code, out, err } = await run([...args, '--json'], more, input)
    assert.equal(code, 0, `${args.join(' ')}: ${err}`)
    return JSON.parse(out)
  }

  assert.equal((await run(['account', 'add', 'shop'], {}, 'correct horse battery staple')).code, 0)
  const { id: listId } = await json([
    'list',
    'add',
    'Customers',
    '--from-email',
    'shop@example.test',
    '--from-name',
    'The Shop',
    '--character-set',
    'iso-8859-1',
  ])
  await client.connect()
  await client.query(
    `insert into subscribers (account_id, id, email, email_key, name)
     select 1, i, 'p' || i || '@example.test', 'p' || i || '@example.test', \
'P' || i from generate_series(1, $1::int) i`,
    [people],
  )
  await client.query(
    'insert into subscriptions (account_id, subscriber_id, list_id) select 1, i, $1 from ' +
      'generate_series(1, $2::int) i',
    [listId, people],
  )
  const file = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text)
    return name
  }
  return {
    run,
    json,
    file,
    env,
    folder,
    listId: String(listId),
    rows: async (text: string): Promise<unknown[][]> =>
      (await client.query({ text, rowMode: 'array' })).rows,
    fails: async (args: string[], says: RegExp, more: Record<string, string> = {}, input = '') => {
      const { code, out, err } = await run(args, more, input)
      assert.match(err, says)
      assert.deepEqual([code, out, err.trimEnd().split('\n').length], [1, '', 1])
    },
    newsletter: async (...more: string[]): Promise<string> => {
      const { id } = await json([
        'newsletter',
        'add',
        '--file',
        file('newsletter.html', HTML),
        '--subject',
        'News for {{ name }}',
        ...more,
      ])
      return String(id)
    },
    worker: (more: Record<string, string> = {}) => {
      const started = startWorker({ ...env, ...more })
      workers.push(started)
      return started
    },
    async drop() {
      for (const worker of workers) await worker.kill()
      await client.end()
      await database.drop()
    },
  }
}
