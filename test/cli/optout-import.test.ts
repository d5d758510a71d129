/** `pennypost optout import`, run as a user runs it. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { sendingByCommand } from './sending-setup.ts'

let setup: Awaited<ReturnType<typeof sendingByCommand>>
before(async () => {
  setup = await sendingByCommand(5)
  // Its people have the first ids.
  await setup.rows("insert into counters (account_id, kind, next_id) values (1, 'subscriber', 100)")
})
after(() => setup.drop())

test('a file that is none', async () => {
  await setup.fails(
    ['optout', 'import', 'nowhere.csv', '--rejects', 'r.csv'],
    /^There is no file nowhere\.csv\.\n$/,
  )
  await setup.fails(['optout', 'import', '.'], /^\. is a folder\.\n$/)
  writeFileSync(join(setup.folder, 'picture.csv'), Buffer.from('\x89PNG\r\n\x1a\n\0\0', 'latin1'))
  await setup.fails(
    ['optout', 'import', 'picture.csv'],
    /^picture\.csv can't be read to its end\. The file is not text: it looks like a picture \(PNG\)\. Nothing was changed\.\n$/,
  )
  assert.ok(!existsSync(join(setup.folder, 'r.csv')))
})

test('counts what was added, was there, and is no address, with the lines of these', async () => {
  const { run, json, file, rows } = setup
  const wrong = Array.from({ length: 22 }, (_, i) => `=wrong${i}`)
  const name = file(
    'out.csv',
    `email,why\nP1@example.test,"asked, twice"\nnew@example.test\np1@example.test\n` +
      `${wrong.join('\n')}\n`,
  )
  const { out, code, err } = await run([
    'optout',
    'import',
    name,
    '--reason',
    'old system',
    '--rejects',
    'rejects.csv',
  ])
  assert.equal(code, 0, err)
  assert.match(
    out,
    /^25 rows: 2 added, 1 already there, 22 not valid\.\n {2}line 5: not an address: "=wrong0"\n/,
  )
  assert.match(
    out,
    /\n {2}line 24: .*\n {2}and 2 more\nThe rows that are not valid are in rejects\.csv\.\n$/,
  )
  const rejects = readFileSync(join(setup.folder, 'rejects.csv'), 'utf8').split('\r\n')
  assert.deepEqual(rejects.slice(0, 2), ['\ufeffLine;Reason;Row', `5;"not an address";"'=wrong0"`])
  assert.equal(rejects.length, 24)
  assert.deepEqual(
    await rows(
      'select s.email, o.reason from opt_outs o join subscribers s on s.id = ' +
        'o.subscriber_id order by 1',
    ),
    [
      ['new@example.test', 'old system'],
      ['p1@example.test', 'old system'],
    ],
  )
  assert.deepEqual(await rows('select subscriber_id::int from subscriptions order by 1'), [
    [2],
    [3],
    [4],
    [5],
  ])
  const again = await json(['optout', 'import', '-'], {}, 'p1@example.test\np2@example.test')
  assert.deepEqual(again, { read: 2, added: 1, alreadyThere: 1, notValid: 0, rejects: [] })
  await setup.fails(
    ['optout', 'import', name, '--rejects', 'rejects.csv'],
    /^There is a file rejects\.csv already\.\n$/,
  )
  const empty = await run(['optout', 'import', '-'])
  assert.equal(empty.code, 0, empty.err)
  assert.match(empty.out, /^0 rows: .*\nThere are no addresses in it\.\n$/)
})
