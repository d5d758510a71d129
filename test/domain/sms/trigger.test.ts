/** A trigger's step sends an SMS to who stands at it: paid for as any other message, or held. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addCredits, balanceOf } from '../../../src/domain/sms/credits/credits.ts'
import { withTriggers } from '../../support/triggers.ts'
import { numberAt } from './setup.ts'

const withNumbers = `insert into subscribers (account_id, id, email, email_key, phone)
  select $1, i, 'p' || i || '@example.test', 'p' || i || '@example.test', \
case when i < 3 then '+467000000' || lpad(i::text, 2, '0') else '' end
  from generate_series(1, 3) i`

test('who has a number gets an SMS, all run on, and without credits the SMS follows when there are enough', () =>
  withTriggers(
    0,
    async ({ add, join, advance, passed, ask, store, accountId, listId, failures }) => {
      const triggerId = await add({
        steps: [
          { key: 'text', do: 'sms', text: 'Välkommen', next: 'stop' },
          { key: 'stop', do: 'end' },
        ],
      })
      await addCredits(store, accountId, '2', '')
      await ask(withNumbers, [accountId])
      await join([1, 2, 3])
      await advance()
      for (const id of [1, 2, 3]) assert.deepEqual(await passed(id), ['text', 'stop end'])
      assert.deepEqual(await ask('select number from sms_deliveries order by id', []), [
        [numberAt(1)],
        [numberAt(2)],
      ])
      const messages =
        "select concat_ws(' ', state, cost::float, planned, list_id, text, trigger_id) from " +
        'sms_messages order by id'
      assert.deepEqual(await ask(messages, []), [[`sending 2 2 ${listId} Välkommen ${triggerId}`]])
      assert.equal(await balanceOf(store, accountId), '0')
      const reasons = await ask(
        "select subscriber_id || ': ' || (reason::jsonb->>'code') from trigger_passages where step = 'text' order by 1",
        [],
      )
      assert.deepEqual(reasons.flat(), ['1: passed-sms', '2: passed-sms', '3: passed-no-sms'])

      await ask(
        'insert into subscribers (account_id, id, email, email_key, phone) values ($1, 4, ' +
          "'p4@example.test', 'p4@example.test', '+46700000004')",
        [accountId],
      )
      await join([4])
      await advance()
      assert.deepEqual((await ask(messages, [])).at(-1), [
        `held 1 1 ${listId} Välkommen ${triggerId}`,
      ])
      assert.deepEqual((await addCredits(store, accountId, '1', '')).released, [2])
      assert.deepEqual(failures, [])
    },
  ))
