/** Transactions and batches, as the operator sees them. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { sendingByCommand } from './sending-setup.ts'

let setup: Awaited<ReturnType<typeof sendingByCommand>>
let guid: string
const BATCH = '8f2b1a52-6d6e-4a3f-9f3e-0c9a7c1d2e3f'
before(async () => {
  setup = await sendingByCommand(1)
  const message = await setup.newsletter('--list', setup.listId)
  const versions = ['--version', `A=1:${message}`, '--version', `B=1:${message}`]
  guid = (
    await setup.json(['project', 'add', '--name', 'Orders', '--newsletter', message, ...versions])
  ).guid
  await setup.rows(`insert into transaction_batches (account_id, id, guid, project_id, state, \
url, position, queued, repeated, rejected, rejected_by, finished_at)
    values (1, 1, '${BATCH}', 1, 2, 'https://shop:secret@files.example.test/orders.xml', 6, 3, 1, \
2, '{"address": 2}', now())`)
  await setup.rows(`insert into transaction_rejects (account_id, batch_id, number, line, reason, \
raw)
    values (1, 1, 1, 4, 'address', '=nobody'), (1, 1, 2, 9, 'address', '<Transaction/>')`)
  await setup.rows(`insert into transactions (account_id, id, project_id, version, identifier, \
email, email_key, name, send_at, batch_id)
    select 1, i, 1, case i when 3 then 'B' else 'A' end, 'order-' || i, \
'p' || i || '@example.test', 'p' || i || '@example.test', 'P' || i,
      '2026-05-04 12:00:00+01', case when i > 1 then 1 end from generate_series(1, 3) i`)
  await setup.rows(`insert into deliveries (account_id, source_kind, source_id, id, email, state, \
attempts, reply, reason, next_try_at, changed_at)
    select 1, 3, 1, i, 'p' || i || '@example.test', (array['accepted', 'planned', 'bounced'])[i], \
(array[1, 0, 1])[i], (array['250 Ok', null, '550 no'])[i],
      (array[null, null, 'bad-mailbox'])[i], case i when 2 then timestamptz '2999-05-04 \
12:00:00+01' end, '2026-05-04 12:00:01+01' from generate_series(1, 3) i`)
  await setup.rows(
    'insert into engagements (account_id, source_kind, source_id, delivery_id, views, ' +
      'clicks) values (1, 3, 1, 1, 3, 1)',
  )
})
after(() => setup.drop())

describe('transaction', () => {
  test('is shown with state, tries, reply and moments', async () => {
    const { json, run, fails } = setup
    const shown = await json(['transaction', 'show', '3'])
    const { created, projectGuid, projectId, ...rest } = shown
    assert.equal(projectId, 1)
    assert.equal(projectGuid, guid)
    assert.match(created, /\+01:00$/)
    assert.deepEqual(rest, {
      id: 3,
      identifier: 'order-3',
      email: 'p3@example.test',
      name: 'P3',
      format: 'html',
      project: 'Orders',
      version: 'B',
      batchId: 1,
      state: 'bounced',
      tries: 1,
      reply: '550 no',
      reason: 'bad-mailbox',
      sendTime: '2026-05-04T12:00:00+01:00',
      nextTry: null,
      onceUncertain: false,
      causes: [],
      changed: '2026-05-04T12:00:01+01:00',
      sent: null,
      views: 0,
      clicks: 0,
      bounced: null,
      bounceKind: null,
      bounceReason: '',
    })
    const { out } = await run(['transaction', 'show', '1'])
    for (const part of [
      /Orders, version A/,
      /P1 <p1@example.test>, HTML/,
      /accepted/,
      /250 Ok/,
      /Opened: +3/,
      /Clicked: +1/,
    ])
      assert.match(out, part)
    await fails(['transaction', 'show', '99'], /no transaction 99/)
  })

  test('are listed by project, address, identifier and state', async () => {
    const { run, fails } = setup
    const ids = async (...more: string[]) => {
      const { out, err, code } = await run(['transaction', 'list', '--json', ...more])
      assert.equal(code, 0, err)
      return out.split('\n').flatMap(line => (line === '' ? [] : JSON.parse(line).id))
    }
    assert.deepEqual(await ids('--project', 'Orders'), [1, 2, 3])
    assert.deepEqual(await ids('--project', guid, '--state', 'planned'), [2])
    assert.deepEqual(await ids('--email', ' P3@example.test '), [3])
    assert.deepEqual(await ids('--identifier', 'order-1', '--project', '1'), [1])
    assert.deepEqual(await ids('--identifier', 'order-1', '--state', 'failed'), [])
    assert.match(
      (await run(['transaction', 'list', '--project', '1'])).out,
      / 3 {2}bounced +2026-05-04T12:00:00 {2}p3@example.test, order-3/,
    )
    assert.match(
      (await run(['transaction', 'list', '--email', 'x@example.test'])).out,
      /no such transactions/,
    )
    await fails(['transaction', 'list'], /Give projectId/)
    await fails(
      ['transaction', 'list', '--project', 'None'],
      /There is no project "None"\. To see them: pennypost project list/,
    )
    assert.equal((await run(['transaction', 'list', '--project', '1', '--state', 'lost'])).code, 2)
  })
})

describe('batch', () => {
  test('is listed and shown, without the password of its address, and its rejected rows go to a file', async () => {
    const { json, run, fails, folder } = setup
    const shown = await json(['batch', 'show', BATCH])
    assert.deepEqual(
      [
        shown.source,
        shown.state,
        shown.rows,
        shown.queued,
        shown.repeated,
        shown.rejected,
        shown.rejectedBy,
      ],
      ['https://files.example.test/orders.xml', 'completed', 6, 3, 1, 2, { address: 2 }],
    )
    assert.deepEqual(await json(['batch', 'list']), [shown])
    assert.match(
      (await run(['batch', 'list'])).out,
      new RegExp(`${BATCH} +completed +3 +2 .* Orders`),
    )
    const { out } = await run(['batch', 'show', '1', '--rejects', 'rejected.csv'])
    for (const part of [
      /Project: +Orders/,
      / 3 {2}transactions/,
      / 1 {2}repeat/,
      /2 {2}The email address/,
      /2 rejected rows are in rejected.csv/,
    ])
      assert.match(out, part)
    assert.doesNotMatch(out, /secret/)
    const file = readFileSync(join(folder, 'rejected.csv'), 'utf8')
    assert.match(file, /^\ufeffLine;Reason;Row\r\n4;"The email address.*";"'=nobody"\r\n9;/)
    await fails(['batch', 'show', '2'], /no batch "2"/)
    await fails(['batch', 'show', 'x'], /no batch "x"/)
    await fails(['batch', 'show', '1', '--rejects', 'rejected.csv'], /a file rejected.csv already/)
  })
})

describe('project', () => {
  test('shows what became of its emails, version by version', async () => {
    const { json, run } = setup
    const none = {
      messages: 0,
      waiting: 0,
      delivered: 0,
      bounced: 0,
      failed: 0,
      uncertain: 0,
      withdrawn: 0,
      viewed: 0,
      views: 0,
      clicked: 0,
      clicks: 0,
    }
    assert.deepEqual((await json(['project', 'show', 'Orders'])).results, [
      {
        ...none,
        version: 'A',
        messages: 2,
        waiting: 1,
        delivered: 1,
        viewed: 1,
        views: 3,
        clicked: 1,
        clicks: 1,
      },
      { ...none, version: 'B', messages: 1, bounced: 1 },
    ])
    const { out } = await run(['project', 'show', 'Orders'])
    assert.match(out, /Version +Emails +Waiting +Delivered/)
    assert.match(out, /^A +2 +1 +1 +0/m)
    assert.match(out, /^all +3 +1 +1 +1/m)
  })
})
