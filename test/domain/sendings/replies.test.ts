/** The replies that `sending show` has: those that differ in a size alone are one. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sendingProgress } from '../../../src/domain/sendings/progress.ts'
import { sendingSetup } from '../../support/sending.ts'

test('replies that differ only in long numbers are counted together', async () => {
  const { store, accountId, ask, send, drop } = await sendingSetup(0)
  try {
    const id = await send()
    const replies = [
      '552 5.3.4 Message size 13696 exceeds the limit of 10000',
      '552 5.3.4 Message size 13701 exceeds the limit of 10000',
      '552 5.3.4 Message size 13701 exceeds the limit of 9',
      '550 5.1.1 no such user',
      '550 5.1.1 no such user',
      '550 5.1.2 no such user',
    ]
    for (const [i, reply] of replies.entries())
      await ask(
        `insert into deliveries (account_id, source_kind, source_id, id, email, state, reply)
         values ($1, 1, $2, $3, 'a@example.test', 'failed', $4)`,
        [accountId, id, i + 1, reply],
      )
    const { replies: shown } = await sendingProgress(store, accountId, id)
    assert.deepEqual(
      shown.map(({ reply, count }) => [reply, count]),
      [
        ['550 5.1.1 no such user', 2],
        ['552 5.3.4 Message size 13696 exceeds the limit of 10000', 2],
        ['550 5.1.2 no such user', 1],
        ['552 5.3.4 Message size 13701 exceeds the limit of 9', 1],
      ],
    )
  } finally {
    await drop()
  }
})
