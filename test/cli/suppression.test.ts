/** `pennypost suppression ...`, run as a user runs it: import, list and export. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { sendingByCommand } from './sending-setup.ts'

let setup: Awaited<ReturnType<typeof sendingByCommand>>
let elsewhere: Awaited<ReturnType<typeof sendingByCommand>>
before(async () => {
  setup = await sendingByCommand(3, { BOUNCE_HARD_DAYS: '3650' })
  elsewhere = await sendingByCommand(0, { BOUNCE_HARD_DAYS: '3650' })
  // Its people have the first ids.
  await setup.rows("insert into counters (account_id, kind, next_id) values (1, 'subscriber', 100)")
})
after(() => Promise.all([setup.drop(), elsewhere.drop()]))

const FILE =
  'address,code,error,created_at\n' +
  'p1@example.test,550,"550 5.1.1 no, such user","Wed, 21 Oct 2020 11:02:55 GMT"\n' +
  'p2@example.test,550,=1+1,2026-01-02T03:04:05.678Z\n+p@example.test,550,,\nwrong,550,,\n' +
  'old@example.test,550,,2001-01-01\nout@example.test,550,complaint,\n' +
  'day@example.test,550,,03/04/2026\n'

const lines = (out: string) =>
  out
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))

test('a file that is none', async () => {
  await setup.fails(['suppression', 'import', 'nowhere.csv'], /^There is no file nowhere\.csv\.\n$/)
  assert.match((await setup.run(['suppression', 'list'])).out, /^The suppression list is empty/)
  await setup.fails(['suppression', 'list', '--domain', 'x'], /Write a domain as example\.com/)
  assert.equal((await setup.run(['suppression', 'list', '--limit', 'x'])).code, 2)
})

test('import counts, and says the lines that it did not take', async () => {
  const name = setup.file('bounces.csv', FILE)
  const args = ['suppression', 'import', name, '--reason', 'old system', '--rejects', 'rejects.csv']
  const { out, code, err } = await setup.run(args)
  assert.equal(code, 0, err)
  assert.match(
    out,
    new RegExp(
      '^7 rows: 5 added, 0 already there, 2 not valid\\.\n1 of the added ones complained .*\n' +
        "A time can't be read in 1 row: .*\n {2}line 5: not an address: .*\n" +
        ' {2}line 6: so long ago that it would be tried again: ".*"\nThe rows .* rejects\\.csv',
    ),
  )
  assert.match(readFileSync(join(setup.folder, 'rejects.csv'), 'utf8'), /\r\n6;"so long ago/)
  assert.deepEqual(
    await setup.json(['suppression', 'import', '-'], {}, 'p1@example.test\nP3@example.test'),
    {
      read: 2,
      added: 1,
      alreadyThere: 1,
      notValid: 0,
      optedOut: 0,
      undated: 0,
      rejects: [],
    },
  )
})

test('list is newest first, with an end by setting; by day, domain and number', async () => {
  const { out } = await setup.run(['suppression', 'list'])
  assert.match(out, /^\S+ {2}p3@example\.test {2}imported \(until \S+\)\n/)
  assert.match(out, /p1@example\.test {2}imported: 550 5\.1\.1 no, such user \(until 2030-/)
  const all = lines((await setup.run(['suppression', 'list', '--json'])).out)
  assert.deepEqual(all.at(-1), {
    email: 'p1@example.test',
    since: '2020-10-21T12:02:55+01:00',
    until: '2030-10-19T12:02:55+01:00',
    reason: 'imported: 550 5.1.1 no, such user',
    held: false,
  })
  const forGood = { BOUNCE_HARD_DAYS: '' }
  const one = ['suppression', 'list', '--json', '--limit', '1', '--until', '2026-01-31']
  assert.deepEqual(
    lines((await setup.run(one, forGood)).out).map(({ email, until }) => [email, until]),
    [['p2@example.test', null]],
  )
  assert.match(
    (await setup.run(['suppression', 'list', '--domain', 'other.test'])).out,
    /^No such address/,
  )
  const newer = ['suppression', 'list', '--since', '2026-01-01', '--domain', '@EXAMPLE.test']
  assert.equal((await setup.run(newer)).out.trim().split('\n').length, 4)
})

for (const format of ['csv', 'xlsx'])
  test(`export as ${format}, imported into an empty account, restores the list`, async () => {
    const file = join(setup.folder, `all.${format}`)
    assert.equal(
      (await setup.run(['suppression', 'export', '--output', file])).out,
      `${file} contains 5 addresses.\n`,
    )
    await setup.fails(['suppression', 'export', '--output', file], /already\.\n$/)
    const { added } = await elsewhere.json(['suppression', 'import', file])
    assert.equal(added, 5)
    const list = async (of: typeof setup) =>
      lines((await of.run(['suppression', 'list', '--json'])).out)
        .map(({ since, until, ...row }) => ({
          ...row,
          // A spreadsheet has whole seconds, rounded.
          since: Math.round(Date.parse(since) / 1000),
          until: Math.round(Date.parse(until) / 1000),
        }))
        .sort((a, b) => (a.email < b.email ? -1 : 1))
    assert.deepEqual(await list(elsewhere), await list(setup))
    assert.equal((await elsewhere.json(['suppression', 'import', file])).added, 0)
    await elsewhere.rows('delete from bounces')
    await elsewhere.rows('delete from subscribers')
  })

test('export leaves out those that wait for a decision', async () => {
  await setup.rows(
    "update subscribers set undeliverable_reason = 'to be confirmed (hold 1): x' where id = 1",
  )
  const { out } = await setup.run(['suppression', 'export'])
  assert.match(out, /^"Email";"Since";"Until";"Reason"\r\n/)
  assert.ok(out.includes(`"'+p@example.test";`) && !out.includes('p1@example.test'))
  assert.deepEqual(await setup.json(['suppression', 'export', '-o', 'left.json']), {
    file: 'left.json',
    addresses: 4,
    held: 1,
  })
})

test('import --undo takes back what was imported, and nothing else', async () => {
  await setup.rows(
    `insert into bounces (account_id, id, subscriber_id, email, kind, class, rule, identity,
       received_at) values (1, 900, 3, 'p3@example.test', 'hard', 'bad-mailbox', '', '', now())`,
  )
  const name = setup.file('wrong.csv', 'p2@example.test\np3@example.test\nx@example.test\ny\n')
  assert.match(
    (await setup.run(['suppression', 'import', name, '--undo'])).out,
    /^4 rows: 2 taken back, 1 not imported, 1 not valid\.\n {2}line 4: not an address: "y"\n/,
  )
  const rows = lines((await setup.run(['suppression', 'list', '--json'])).out)
  assert.deepEqual(rows.map(({ email, reason }) => `${email} ${reason}`).sort(), [
    '+p@example.test imported: old system',
    'day@example.test imported: old system',
    'p1@example.test to be confirmed (hold 1): x',
    'p3@example.test bad-mailbox',
  ])
  assert.deepEqual(await setup.json(['suppression', 'import', name, '--undo']), {
    read: 4,
    undone: 0,
    notImported: 3,
    notValid: 1,
    rejects: [{ line: 4, code: 'address', reason: 'not an address', raw: 'y' }],
  })
})
