/**
 * A backup in the middle of a sending, the store lost later in the middle, and the backup restored:
 * without the list of what the relay has taken, those who got their email after the backup get it
 * twice, and the command says how many at most; with it nobody does, and nobody is missed.
 */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { openStore } from '../../src/db/open-store.ts'
import { openKeys } from '../../src/domain/keys/keys.ts'
import { macKeyOf } from '../../src/domain/keys/link-keys.ts'
import { planSending } from '../../src/domain/sendings/plan-sending.ts'
import { confirmRest } from '../../src/domain/sendings/steer-sending.ts'
import { createSealer } from '../../src/lib/secrets.ts'
import { messageTokens } from '../../src/mail/links/links.ts'
import { SECRET, sendingSetup } from '../support/sending.ts'
import { type Sink, type SunkMessage, startSink } from '../support/smtp-sink.ts'
import { until } from '../support/until.ts'
import { type CommandDatabase, emptyDatabase, newFolder, pennypost, urlOf } from './setup.ts'

const PEOPLE = 300
const SETTINGS = { SECRET_KEY: SECRET, PUBLIC_URL: 'https://mail.example.test' }

const addressOf = ({ rcpts }: SunkMessage) => /<([^>]+)>/.exec(rcpts[0]!)![1]!
const messageIdOf = ({ bytes }: SunkMessage) =>
  /^Message-ID: (<[^>]+>)/m.exec(bytes.toString())![1]!

describe('a sending of which the backup was made in the middle', () => {
  const folder = newFolder()
  const backup = join(folder, 'middle.backup')
  let setup: Awaited<ReturnType<typeof sendingSetup>>
  let sink: Sink
  let acceptedInBackup: number

  const run = async (args: string[], env: Record<string, string>) => {
    const ended = await pennypost(args, {
      env: { ...SETTINGS, SMTP_URL: `smtp://127.0.0.1:${sink.port}`, ...env },
      cwd: folder,
    })
    assert.equal(ended.code, 0, ended.err)
    return ended
  }

  before(async () => {
    setup = await sendingSetup(PEOPLE)
    sink = await startSink({ keep: PEOPLE })
    // Slow enough for a command to be done meanwhile.
    await setup.ask(
      'insert into routes (id, name, sealed_url, priority, rate_per_second) values (0, ' +
        `'default', '', 50, 25)`,
    )
    const workers = await setup.startWorkers(sink.port)
    await setup.send()
    await until(() => sink.seen.messages > 40)
    await run(['backup', backup], {
      DATABASE_URL: urlOf(setup.connection),
      DATA_DIR: join(folder, 'data'),
    })
    const then = sink.seen.messages
    await until(() => sink.seen.messages > then + 40)
    await workers.stop()
    assert.ok(sink.seen.messages < PEOPLE)
  })
  after(async () => {
    await sink.stop()
    await setup.drop()
  })

  /**
   * How often each address got its email, from the old store and the restored one, and what the
   * command said.
   */
  async function restored(...more: string[]) {
    const target: CommandDatabase = await emptyDatabase()
    const rest = await startSink({ keep: PEOPLE })
    await run(['restore', backup], target.env)
    const store = openStore({ connection: target.connection })
    try {
      const [[accepted]] = (
        await store.run(
          {
            name: '',
            text: "select count(*) from deliveries where state = 'accepted'",
            again: true,
          },
          [],
        )
      ).rows as [[string]]
      acceptedInBackup = Number(accepted)
      await store.run(
        { name: '', text: 'update routes set rate_per_second = null', again: true },
        [],
      )
      const shown = await run(['sending', 'show', '1'], target.env)
      const said = await run(['sending', 'confirm', '1', ...more], target.env)
      const workers = await setup.startWorkers(rest.port, { LEASE_SECONDS: '2' }, store)
      await until(async () =>
        (await run(['sending', 'show', '1', '--json'], target.env)).out.includes(
          '"state": "finished"',
        ),
      )
      await workers.stop()
      const counts = new Map(sink.counts)
      for (const [address, count] of rest.counts)
        counts.set(address, (counts.get(address) ?? 0) + count)
      return { counts: [...counts.values()], people: counts.size, shown: shown.out, said }
    } finally {
      await store.close()
      await rest.stop()
      await target.drop()
    }
  }

  test('without the list it says how many may come twice, and so many do at most', async () => {
    const { counts, people, said, shown } = await restored()
    const sentSince = sink.seen.messages - acceptedInBackup
    const twice = counts.filter(count => count === 2).length
    assert.equal(people, PEOPLE)
    assert.ok(counts.every(count => count <= 2))
    assert.ok(twice > 0 && twice <= sentSince, `${twice} of ${sentSince}`)
    const [, most] =
      /^Up to ([\d,]+) emails may have gone out after the backup was made/.exec(said.err) ?? []
    // An estimate, by the pace before the backup.
    assert.ok(Number(most) >= sentSince / 2 && Number(most) <= PEOPLE, `${most} of ${sentSince}`)
    assert.match(shown, /^Twice: {8}Up to [\d,]+ emails may have gone out after the backup/m)
    assert.equal(said.out, 'Sending 1 is sent now.\n')
  })

  test('with the Message-IDs of a log each person gets it exactly once', async () => {
    const lines = sink.messages.map(
      message =>
        `Nov 22 14:00:01 mail postfix/cleanup[71]: 4F1: message-id=${messageIdOf(message)}\n` +
        // Other mail to somebody who has not got this one yet.
        `Nov 22 14:00:02 mail postfix/smtp[72]: 4F2: to=<p${PEOPLE}@example.test>, ` +
        `relay=mx[192.0.2.1]:25, status=sent (250 Ok)\n`,
    )
    writeFileSync(join(folder, 'mail.log'), lines.join(''))
    const { counts, people, said } = await restored('--accepted', 'mail.log')
    assert.equal(people, PEOPLE)
    assert.deepEqual([...new Set(counts)], [1])
    assert.match(
      said.out,
      /^\d+ emails marked as sent by the list; \d+ had an outcome already, 0 named are not of this sending\.\nSending 1 is sent now\.\n$/,
    )
    assert.equal(said.err, '')
  })

  test('and so with addresses', async () => {
    writeFileSync(
      join(folder, 'addresses'),
      sink.messages.map(message => `${addressOf(message)}\n`).join(''),
    )
    const { counts, people } = await restored('--accepted', 'addresses')
    assert.equal(people, PEOPLE)
    assert.deepEqual([...new Set(counts)], [1])
  })
})

test('a large sending that the store knows nothing of: names are looked up by key, within the deadline of a statement', async () => {
  const { store, accountId, send, ask, drop } = await sendingSetup(150_000)
  try {
    // What it knows is of another one: it believes that there is none of this sending's emails.
    await ask(
      'insert into deliveries (account_id, source_kind, source_id, id, email) select $1, 1, ' +
        `99, i, '' from generate_series(1, 150000) i`,
      [accountId],
    )
    await ask('analyze deliveries')
    const sendingId = await send()
    await planSending(store, accountId, sendingId, 3_600_000)
    await ask(`update sendings set state = 'unconfirmed' where id = $1`, [sendingId])
    const keys = await openKeys(store, createSealer(SECRET))
    const key = macKeyOf(keys.newest())
    keys.close()
    const names = async function* () {
      for (let id = 1; id <= 5_000; id++)
        yield `${messageTokens({ accountId, of: 'sending', ofId: sendingId, id }, key).messageId}@example.test`
    }
    const counts = await confirmRest(store, accountId, sendingId, { names, keyOf: () => key })
    assert.deepEqual(counts, { marked: 5_000, known: 0, others: 0 })
  } finally {
    await drop()
  }
})
