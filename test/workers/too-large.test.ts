/**
 * Emails of transactions and triggers that are larger than the relay accepts (SIZE) fail alone,
 * with what to do: they are not tried again, and others go on.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { insertTransaction } from '../../src/domain/transactions/insert.ts'
import { makeProject } from '../../src/domain/transactions/projects.ts'
import { OFFERS, startSink } from '../support/smtp-sink.ts'
import { triggerSetup } from '../support/triggers.ts'

const LIMIT = 20_000
const OFFERED = OFFERS.map(offer => (offer.startsWith('SIZE') ? `SIZE ${LIMIT}` : offer))
const LONG = 'A '.repeat(LIMIT)
const REMEDY =
  /^Route default: The email has \d+ octets; the relay takes no more than 20000\. Use a route that /

test('an email that is too large for the relay fails alone', async t => {
  const setup = await triggerSetup()
  const { store, accountId, newsletterId, ask, add, join, advance } = setup
  const sink = await startSink({ keep: 10, offers: OFFERED })
  const workers = await setup.startWorkers(sink.port)
  t.after(async () => {
    await workers.stop()
    await sink.stop()
    await setup.drop()
  })
  const ended = async (sourceKind: number, id: number) => {
    for (;;) {
      const [row] = await ask(
        'select state, coalesce(reason, reply), attempts from deliveries where account_id = $1 ' +
          'and source_kind = $2 and id = $3 and next_try_at is null and state not in ' +
          "('claimed', 'handed over')",
        [accountId, sourceKind, id],
      )
      if (row) return row
      await pause(20)
    }
  }

  await ask("update newsletters set text = 'Hello {{ DD1 }}', html = '<p>Hello {{ DD1 }}</p>'")
  const { guid } = await makeProject(store, accountId, {
    name: 'Receipts',
    newsletterId,
    fromName: '',
    fromEmail: 'till@example.test',
    replyTo: '',
    routeId: null,
    marketing: false,
    repeats: 'off',
    retentionDays: null,
    versions: [],
  })
  const insert = (email: string, field: string) =>
    insertTransaction(store, accountId, {
      guid,
      identifier: '',
      email,
      name: '',
      format: undefined,
      sendAt: undefined,
      fields: [field],
      split: false,
    })
  const { id: large } = await insert('large@example.test', LONG)
  const { id: small } = await insert('small@example.test', 'you')
  assert.equal((await ended(3, small))[0], 'accepted')
  const [state, reason, attempts] = await ended(3, large)
  assert.deepEqual([state, attempts], ['failed', '1'])
  assert.match(reason!, REMEDY)

  await add()
  await join([1, 2])
  await setup.field(1, 1, LONG)
  await advance()
  assert.equal((await ended(2, 2))[0], 'accepted')
  const ofTrigger = await ended(2, 1)
  assert.equal(ofTrigger[0], 'failed')
  assert.match(ofTrigger[1]!, REMEDY)
  assert.deepEqual([...sink.counts.keys()].sort(), ['p2@example.test', 'small@example.test'])
  assert.deepEqual(await ask('select state from triggers'), [['running']])
  assert.deepEqual(await ask('select 1 from bounces'), [])
})
