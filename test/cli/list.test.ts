/** `pennypost list`: changed, removed after a yes, and written as a file while it is read. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { administer } from '../support/database.ts'
import { type CommandDatabase, migratedDatabase, newFolder, pennypost } from './setup.ts'

let database: CommandDatabase
const folder = newFolder()
const run = (args: string[], input = '') =>
  pennypost(args, { env: database.env, cwd: folder, input })
const done = async (args: string[], input = '') => {
  const { code, out, err } = await run(args, input)
  assert.equal(code, 0, err)
  return out
}
const refused = async (args: string[]) => {
  const { code, out, err } = await run(args)
  assert.deepEqual([code, out], [1, ''])
  return err
}

before(async () => {
  database = await migratedDatabase()
  await done(['account', 'add', 'shop'], 'a secret')
  await done(['list', 'add', 'News', '--from-email', 'news@example.com'])
})
after(() => database.drop())

test('name and sender are changed, by the rules of a new list', async () => {
  assert.equal(
    await done(['list', 'edit', '1', '--name', 'Offers', '--from-name', 'The Shop']),
    'List 1 is Offers, from The Shop <news@example.com>.\n',
  )
  const shown = JSON.parse(
    await done(['list', 'edit', '1', '--from-email', 'hi@example.com', '--json']),
  )
  assert.deepEqual(
    [shown.name, shown.fromName, shown.fromEmail],
    ['Offers', 'The Shop', 'hi@example.com'],
  )
  assert.deepEqual(JSON.parse(await done(['list', 'show', '1', '--json'])), shown)
  assert.match(await refused(['list', 'edit', '1', '--from-email', 'nobody']), /sender's address/)
  assert.match(await refused(['list', 'edit', '1', '--name', ' ']), /needs a name/)
  assert.match(
    await refused(['list', 'edit', '1', '--character-set', 'x']),
    /no such character set/,
  )
  assert.match(await refused(['list', 'edit', '1']), /Nothing to change/)
  assert.match(
    await refused(['list', 'edit', '9', '--name', 'x']),
    /^There is no list 9\. To see them: pennypost list list/,
  )
  assert.deepEqual(JSON.parse(await done(['list', 'show', '1', '--json'])), shown)
})

test('a missing object is reported at once', async () => {
  const { code, err } = await run(['list', 'add'])
  assert.equal(code, 2)
  assert.match(err, /Usage: pennypost list add \[options\] --from-email <email> <name>\n$/)
})

test('former verbs go on working, and stand in no help', async () => {
  assert.match(
    await done(['list', 'change', '1', '--tracking', 'personal']),
    /is tracked by person/,
  )
  assert.doesNotMatch(await done(['list', '--help']), /change/)
  assert.match(await done(['field', 'edit', 'DD1', '--name', 'City']), /DD1 is called City/)
})

test('its people are written with their fields; who has left only when asked for', async () => {
  const file =
    'ada@example.com;=cmd();HTML;Lund\nbo@example.com;Bo;Text;"a;b"\ncy@example.com;Cy;;\n'
  await done(['import', '-', '--list', '1', '--no-headers'], file)
  await done(['field', 'edit', 'DD1', '--name', 'City', '--type', 'text'])
  await done(['import', '-', '--list', '1', '--no-headers'], 'di@example.com;Di;HTML;Ystad\n')
  const left = `update subscriptions j set unsubscribed_at = now() from subscribers s
    where s.id = j.subscriber_id and s.email = 'cy@example.com'`
  await administer(database.connection, left)
  const csv = await done(['list', 'export', '1'])
  const rows = csv.replace('\ufeff', '').trimEnd().split('\r\n')
  assert.match(
    rows[0]!,
    /^"Email";"Name";"Format";"City";"DD2";.*;"DD25";"Country code";"Phone";"First name";"Last name";"Subscribed"$/,
  )
  // It needs no word about its columns.
  await done(['list', 'add', 'Again', '--from-email', 'a@example.com'])
  const tried = JSON.parse(await done(['import', '-', '--list', '2', '--dry-run', '--json'], csv))
  assert.deepEqual([tried.rows, tried.unchanged, tried.subscribed, tried.rejected], [3, 3, 3, 0])
  assert.deepEqual(
    rows
      .slice(1)
      .map(row => row.split(/;;|;"";/)[0])
      .sort(),
    [
      `"ada@example.com";"'=cmd()";"html";"Lund"`,
      '"bo@example.com";"Bo";"text";"a;b"',
      '"di@example.com";"Di";"html";"Ystad"',
    ],
  )
  const said = await done(['list', 'export', '1', '-o', 'people.json', '--unsubscribed'])
  assert.equal(said, 'people.json contains 4 subscribers of Offers.\n')
  const people = JSON.parse(readFileSync(join(folder, 'people.json'), 'utf8'))
  assert.deepEqual(
    people
      .map(({ email, unsubscribed }: { email: string; unsubscribed: string | null }) => [
        email,
        unsubscribed !== null,
      ])
      .at(-1),
    ['cy@example.com', true],
  )
  assert.match(
    await refused(['list', 'export', '1', '-o', 'people.json']),
    /There is a file people\.json already/,
  )
  assert.match(await refused(['list', 'export', '9']), /^There is no list 9\./)
})

test('is removed when that is said, and nothing else of it', async () => {
  await done(['newsletter', 'add', '--file', '-', '--subject', 'Hi', '--list', '1'], '<p>Hi</p>')
  const asked = await refused(['list', 'remove', '1'])
  assert.match(
    asked,
    /^Offers: 3 subscriptions are removed, 1 newsletter is meant for it\. This can't be undone: add --yes/,
  )
  assert.match(await done(['list', 'show', '1']), /Offers/)
  assert.equal(await done(['list', 'remove', '1', '--yes']), 'The list Offers was removed.\n')
  assert.match(await refused(['list', 'show', '1']), /^There is no list 1\./)
  assert.match(await done(['subscriber', 'show', 'ada@example.com']), /ada@example\.com/)
  assert.match(await refused(['list', 'remove', '1', '--yes']), /^There is no list 1\./)
})

test('a list, a newsletter and a project can be left untracked', async () => {
  await done(['list', 'add', 'Private', '--from-email', 'news@example.com'])
  assert.match(
    await done(['list', 'edit', '2', '--tracking', 'off']),
    /are not tracked from now on/,
  )
  const tracking = async () => JSON.parse(await done(['list', 'show', '2', '--json'])).tracking
  assert.equal(await tracking(), 'off')
  await done(['list', 'edit', '2', '--tracking', 'anonymous'])
  assert.equal(await tracking(), 'anonymous')
  const news = [
    'newsletter',
    'add',
    '--file',
    '-',
    '--subject',
    'Reset',
    '--list',
    '2',
    '--no-tracking',
    '--json',
  ]
  const { id } = JSON.parse(await done(news, '<p>Hello</p>'))
  const edited = await done(['newsletter', 'edit', String(id), '--tracking', '--json'])
  assert.equal(JSON.parse(edited).tracking, true)
  await done(['project', 'add', '--name', 'Resets', '--newsletter', String(id), '--no-tracking'])
  const shown = async () => JSON.parse(await done(['project', 'show', 'Resets', '--json'])).tracking
  assert.equal(await shown(), false)
  assert.match(
    await done(['project', 'show', 'Resets']),
    /^Tracking: +off: opens and clicks are not/m,
  )
  await done(['project', 'edit', 'Resets', '--tracking'])
  assert.equal(await shown(), true)
})
