/** Links in emails of a sending whose people are removed go on. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { removeOld } from '../../src/domain/retention/remove-people.ts'
import { messageTokens } from '../../src/mail/links/links.ts'
import { ONE_CLICK } from './setup.ts'
import { newSentEmail } from './web-version-setup.ts'

const LONG_AGO = '2001-03-04T05:06:07Z'

test('the web version shows, the link unsubscribes, after the recipients were removed', async () => {
  const { visit, post, mine, service, account, key, sendingId, subscriberId, standing } =
    await newSentEmail()
  const { store } = service
  const ask = (text: string) => store.run({ name: '', text, again: true }, [account.id, sendingId])
  await ask(
    `update deliveries set state = 'accepted', next_try_at = null where account_id = $1
     and source_id = $2`,
  )
  await ask(
    `update sendings set state = 'finished', finished_at = '${LONG_AGO}' where account_id = $1
     and id = $2`,
  )
  const shown = await (await visit(mine)).text()
  assert.match(shown, /For Lund/)
  for await (const _ of removeOld(store, new Date('2001-04-01'))) {
  }
  const { rows } = await ask('select 1 from deliveries where account_id = $1 and source_id = $2')
  assert.deepEqual(rows, [])

  const answer = await visit(mine)
  assert.equal(answer.status, 200)
  const page = await answer.text()
  assert.match(page, /of Lund,/)
  // Which blocks the email had is not known any more: those that all got are shown.
  assert.doesNotMatch(page, /For Lund|For others/)
  const ref = { accountId: account.id, of: 'sending' as const, ofId: sendingId, id: subscriberId }
  const { unsubscribe } = messageTokens(ref, key)
  assert.equal((await visit(`/u/${unsubscribe}`)).status, 200)
  assert.equal((await post(`/u/${unsubscribe}`, ONE_CLICK)).status, 200)
  assert.equal((await standing()).list, 'one-click')
})
