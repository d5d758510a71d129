/** Changes of deliveries: of sendings, and of what becomes of them late. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { applyReports } from '../../../src/domain/bounces/apply-reports.ts'
import { type DeliveryChange, deliveryChanges } from '../../../src/domain/changes/changed-rows.ts'
import { type ChangesPlace, readChanges } from '../../../src/domain/changes/feed.ts'
import { countSendings } from '../../../src/domain/deliveries/count-sendings.ts'
import { endedSending } from '../../support/ended-sending.ts'

const PEOPLE = 12

test('a sending is told email by email, and later a bounce of it alone', async () => {
  const { store, accountId, sendingId, ask, drop } = await endedSending(PEOPLE)
  let place: ChangesPlace | { since: number } = { since: 0 }
  const pass = async (limit: number) => {
    const told: DeliveryChange[] = []
    for (let more = true; more; ) {
      const page = await readChanges(store, accountId, place, limit, deliveryChanges)
      told.push(...page.items)
      place = page.place
      more = page.more
    }
    return told
  }
  try {
    const first = await pass(5)
    assert.deepEqual(
      first.map(({ source, sourceId, id, state }) => `${source} ${sourceId} ${id} ${state}`),
      (
        await ask(
          `select 'sending ' || source_id || ' ' || id || ' ' || state from deliveries
           where account_id = $1 order by source_id, id`,
          [accountId],
        )
      ).map(([line]) => line),
    )
    assert.equal(first.length, PEOPLE)
    // What was told is older than the margin of a pass.
    await countSendings(store, accountId)
    await ask("update sending_counts set counted_at = now() - interval '1 hour'")
    await ask("update deliveries set changed_at = now() - interval '1 hour'")
    assert.deepEqual(await pass(5), [])
    await store.transact(
      tx =>
        applyReports(
          store,
          tx,
          accountId,
          [
            {
              messageId: null,
              sentMessage: { sourceKind: 1 as const, sourceId: sendingId, deliveryId: 5 },
              identity: 'token',
              judgements: [
                {
                  kind: 'hard',
                  class: 'bad-mailbox',
                  status: '5.1.1',
                  recipient: undefined,
                  reply: '',
                  rule: 'r',
                },
              ],
              receivedAt: new Date(),
            },
          ],
          { softLimit: 5, softDays: 30 },
        ),
      {},
    )
    const late = await pass(5)
    assert.deepEqual(
      late.map(({ id, state }) => [id, state]),
      [[5, 'bounced']],
    )
  } finally {
    await drop()
  }
})
