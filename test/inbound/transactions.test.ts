/**
 * What comes in by mail about emails of transactions: bounces to their return path, and
 * unsubscribing.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { insertTransaction } from '../../src/domain/transactions/insert.ts'
import { makeProject } from '../../src/domain/transactions/projects.ts'
import { messageTokens } from '../../src/mail/links/links.ts'
import { mailToken } from '../../src/mail/links/mail-address.ts'
import { macKey } from '../../src/mail/links/signing.ts'
import { DOMAIN, inboundSetup, report } from '../support/inbound.ts'

let setup: Awaited<ReturnType<typeof inboundSetup>>
let guid: string
let projectId: number
before(async () => {
  setup = await inboundSetup({ people: 1 })
  const { store, accountId, newsletterId } = setup
  const project = await makeProject(store, accountId, {
    name: 'Orders',
    newsletterId,
    fromName: '',
    fromEmail: 'shop@example.test',
    replyTo: '',
    routeId: null,
    marketing: true,
    repeats: '24h',
    retentionDays: null,
    versions: [],
  })
  guid = project.guid
  projectId = project.id
  await setup.ask(
    `insert into counters (account_id, kind, next_id) values ($1, 'subscriber', 1000)`,
    [accountId],
  )
})
after(() => setup.close())

/** An email that a relay has taken, and the addresses that answer it. */
async function sent(email: string, daysAgo = 0) {
  const { store, accountId, ask, keys } = setup
  const { id } = await insertTransaction(store, accountId, {
    guid,
    identifier: '',
    email,
    name: '',
    format: undefined,
    sendAt: undefined,
    fields: [],
    split: false,
  })
  await ask(
    `update deliveries set state = 'accepted', attempts = 1, next_try_at = null, \
changed_at = now() - interval '1 minute'
     where account_id = $1 and source_kind = 3 and id = $2`,
    [accountId, id],
  )
  await ask(
    `update transactions set send_at = now() - $3::int * interval '1 day' where account_id ` +
      '= $1 and id = $2',
    [accountId, id, daysAgo],
  )
  const { id: keyId, secret } = keys.newest()
  const tokens = messageTokens(
    { accountId, of: 'transaction', ofId: projectId, id },
    macKey(keyId, secret),
  )
  const state = async () =>
    (
      await ask(
        'select state, reason from deliveries where account_id = $1 and source_kind = 3 and ' +
          'id = $2',
        [accountId, id],
      )
    )[0]
  return {
    id,
    state,
    returnPath: `${mailToken('b', tokens.bounce)}@${DOMAIN}`,
    leave: `${mailToken('u', tokens.unsubscribe)}@${DOMAIN}`,
  }
}

describe('mail about an email of a transaction', () => {
  test('that says it could not be delivered makes it bounced, and the address is not tried again', async () => {
    const { deliver, judged, ask, accountId } = setup
    const { state, returnPath, id } = await sent('gone@example.test')
    assert.match(
      await deliver(report('5.1.1', '550 5.1.1 User unknown', 'gone@example.test'), returnPath),
      /^250/,
    )
    await judged()
    assert.deepEqual(await state(), ['bounced', 'bad-mailbox'])
    const [row] = await ask(
      'select source_kind, source_id, delivery_id, kind, subscriber_id, ledger_state, ' +
        'ledger_changed_at < now() from bounces where account_id = $1 and delivery_id = $2',
      [accountId, id],
    )
    assert.deepEqual(row, ['3', String(projectId), String(id), 'hard', null, 'accepted', 't'])
  })

  test('that asks to leave opts the address out', async () => {
    const { deliver, judged, ask, accountId } = setup
    const { leave } = await sent('leaves@example.test')
    assert.match(
      await deliver(
        'From: leaves@example.test\r\nSubject: unsubscribe\r\n\r\n\r\n',
        leave,
        'leaves@example.test',
      ),
      /^250/,
    )
    await judged()
    assert.deepEqual(await ask('select email from opt_outs where account_id = $1', [accountId]), [
      ['leaves@example.test'],
    ])
  })

  test('is refused when the email was too long ago; unsubscribing is not', async () => {
    const { deliver } = setup
    const { returnPath, leave } = await sent('old@example.test', 4000)
    assert.match(
      await deliver(report('5.1.1', '550 5.1.1 User unknown', 'old@example.test'), returnPath),
      /^550 5\.1\.6/,
    )
    assert.match(await deliver('Subject: x\r\n\r\n', leave, 'old@example.test'), /^250/)
  })
})
