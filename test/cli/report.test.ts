/** `pennypost report` and the opens and clicks of `sending show`, run as a user runs them. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { readXlsx } from '../../src/lib/xlsx/xlsx.ts'
import { sendingByCommand } from './sending-setup.ts'
import { pennypost } from './setup.ts'

let setup: Awaited<ReturnType<typeof sendingByCommand>>
before(async () => {
  setup = await sendingByCommand(3)
  const { rows } = setup
  await rows(
    "update subscribers set name = '=cmd|calc', fields = array['', 'Lund; \"city\"'] where id = 1",
  )
  await rows(
    `insert into sendings (account_id, id, newsletter_id, list_id, message, state, due_at, \
planned_at, planned, candidates, left_out)
     values (1, 5, 2, 1, '{"name": "Spring", "subject": "Spring", "listName": "Customers", \
"listId": 1, "fromEmail": "news@example.test"}', 'finished', '2026-05-04 09:00+01', \
'2026-05-04 09:00+01', 2, 3, '{"opted out": 1}')`,
  )
  await rows(
    'insert into deliveries (account_id, source_kind, source_id, id, email, state) values ' +
      "(1, 1, 5, 1, 'p1@example.test', 'accepted'), (1, 1, 5, 2, 'p2@example.test', 'bounced')",
  )
  await rows(
    'insert into links (account_id, source_kind, source_id, number, target) values (1, 1, ' +
      "5, 1, 'https://shop.example/')",
  )
  await rows(
    `insert into hit_arrivals (account_id, id, ids, kinds, source_kinds, source_ids, delivery_ids,
       link_numbers, moments, verdicts, reasons, agents, networks)
     values (1, 1, '{1, 2, 3}', '{view, click, view}', '{1, 1, 1}', '{5, 5, 5}', '{1, 1, 2}',
       '{0, 1, 0}', '{1777888800000, 1777888860500, 1777888900000}',
       '{person, person, scanner}', '{browser, browser, agent}', '{"", "", ""}', '{"", "", ""}')`,
  )
  await rows(
    'insert into conversion_totals (account_id, source_kind, source_id, link, currency, ' +
      "closures, value) values (1, 1, 5, 1, 'SEK', 2, 199.90)",
  )
})
after(() => setup.drop())

const read = (name: string) => readFileSync(join(setup.folder, name), 'utf8')

async function sheet(name: string): Promise<string[][]> {
  const rows: string[][] = []
  for await (const { columns } of readXlsx(join(setup.folder, name), 50)) rows.push(columns)
  return rows
}

test('an unknown option ends with 2', async () => {
  for (const wrong of [['views'], ['views', 'x'], ['clicks', '5', '--format', 'pdf']])
    assert.equal((await pennypost(['report', ...wrong])).code, 2, wrong.join(' '))
})

describe('report', () => {
  test('clicks as CSV that is safe to open', async () => {
    const { out, code, err } = await setup.run(['report', 'clicks', '5', '--field', 'DD2'])
    assert.deepEqual([code, err], [0, ''])
    assert.equal(
      (await setup.run(['report', 'clicks', '5', '--field', 'DD2', '--output', 'clicks.csv'])).code,
      0,
    )
    // Whoever reads the output as text takes the mark for none of it.
    assert.equal(read('clicks.csv'), `\ufeff${out}`)
    assert.equal(
      out,
      '"Subscriber";"Address";"Name";"Link";"Clicked";"DD2"\r\n' +
        `1;"p1@example.test";"'=cmd|calc";"https://shop.example/";2026-05-04T11:01:00.5+01:00;"Lund; ` +
        `""city"""\r\n`,
    )
    const none = await setup.run(['report', 'clicks', '5', '--since', '2026-05-05'])
    assert.equal(none.out, '"Subscriber";"Address";"Name";"Link";"Clicked"\r\n')
  })

  test('views as JSON, to a file of one’s own that is never overwritten', async () => {
    const { code, out, err } = await setup.run(['report', 'views', '5', '--output', 'opens.json'])
    assert.deepEqual([code, out, err], [0, '', '1 row in opens.json.\n'])
    assert.deepEqual(JSON.parse(read('opens.json')), [
      {
        subscriberId: 1,
        email: 'p1@example.test',
        name: '=cmd|calc',
        viewed: '2026-05-04T11:00:00+01:00',
      },
    ])
    assert.equal(statSync(join(setup.folder, 'opens.json')).mode & 0o777, 0o600)
    writeFileSync(join(setup.folder, 'mine.csv'), 'precious')
    await setup.fails(
      ['report', 'views', '5', '--output', 'mine.csv'],
      /There is a file mine\.csv already\./,
    )
    assert.equal(read('mine.csv'), 'precious')
    assert.deepEqual(await setup.json(['report', 'views', '5', '--until', '2026-05-03']), [])
  })

  test('links and returns as spreadsheets', async () => {
    assert.equal(
      (
        await setup.run([
          'report',
          'links',
          '--url',
          'https://shop.example',
          '--output',
          'links.xlsx',
        ])
      ).code,
      0,
    )
    assert.deepEqual((await sheet('links.xlsx'))[1], [
      'https://shop.example/',
      '2',
      'Spring',
      '5',
      '2026-05-04 09:00:00',
      '2',
      '1',
      '1',
      '0.5',
      '2026-05-04 11:01:00',
      '2026-05-04 11:01:00',
    ])
    assert.equal((await setup.run(['report', 'roi', '5', '--output', 'roi.xlsx'])).code, 0)
    assert.deepEqual(await sheet('roi.xlsx'), [
      ['Link', 'Clicks', 'Closures', 'Value'],
      ['https://shop.example/', '1', '2', '199.9'],
    ])
    // Exact to the last digit where the file can hold it.
    assert.deepEqual(await setup.json(['report', 'roi', '5']), [
      { url: 'https://shop.example/', clicks: 1, closures: 2, value: '199.90' },
    ])
  })

  test('the sum of a sending', async () => {
    const sum = (await setup.json(['report', 'sending', '5'])) as {
      what: string
      number: unknown
    }[]
    assert.deepEqual(Object.fromEntries(sum.map(({ what, number }) => [what, number])), {
      audience: 3,
      'left out: opted out': 1,
      messages: 2,
      'emails accepted': 1,
      'emails bounced': 1,
      'opens, machines too': 2,
      'opens of people': 1,
      'people who opened': 1,
      'clicks, machines too': 1,
      'clicks of people': 1,
      'people who clicked': 1,
      'closures in SEK': 2,
      'value in SEK': '199.90',
    })
  })

  test('reports the error, and leaves no file behind', async () => {
    for (const name of ['views', 'clicks', 'roi', 'sending'])
      await setup.fails(
        ['report', name, '6', '--output', 'none.csv'],
        /There is no sending 6\. To see them: pennypost sending list/,
      )
    await setup.fails(
      ['report', 'views', '5', '--field', 'Town', '--output', 'none.csv'],
      /^No field is called "Town"\. To see them: pennypost field list/,
    )
    await setup.fails(
      ['report', 'views', '5', '--format', 'xlsx'],
      /A spreadsheet needs a file: --output FILE\.xlsx/,
    )
    await setup.fails(
      ['report', 'views', '5', '--output', 'no/such/folder.csv'],
      /no\/such\/folder\.csv can't be written/,
    )
    assert.equal(existsSync(join(setup.folder, 'none.csv')), false)
  })
})

test('sending show has opens and clicks, of people and of all', async () => {
  const { out } = await setup.run(['sending', 'show', '5'])
  assert.match(out, /^Opens: +1 by 1 person; 2 with machines, the last at 2026-05-04 11:00/m)
  assert.match(out, /^Clicks: +1 by 1 person; 1 with machines/m)
  assert.match(out, /^Closures: +2 worth 199\.90 SEK$/m)
  const { opens, clicks, closures } = await setup.json(['sending', 'show', '5'])
  assert.deepEqual(opens, {
    all: 2,
    byPeople: 1,
    people: 1,
    first: '2026-05-04T11:00:00+01:00',
    last: '2026-05-04T11:00:00+01:00',
  })
  assert.deepEqual([clicks.all, clicks.byPeople, clicks.people], [1, 1, 1])
  assert.deepEqual(closures, [{ currency: 'SEK', count: 2, value: '199.90' }])
})

test('sending recipients: who got it and who did not, by any filter', async () => {
  const rows = async (...filter: string[]) =>
    (await setup.run(['sending', 'recipients', '5', ...filter])).out
      .split('\r\n')
      .slice(1, -1)
      .map(row => row.split(';')[1]!.replaceAll('"', ''))
  assert.deepEqual(await rows(), ['p1@example.test', 'p2@example.test'])
  assert.deepEqual(await rows('--state', 'bounced,failed'), ['p2@example.test'])
  assert.deepEqual(await rows('--opened'), ['p1@example.test'])
  assert.deepEqual(await rows('--no-opened'), ['p2@example.test'])
  assert.deepEqual(await rows('--clicked', '--domain', 'example.test'), ['p1@example.test'])
  assert.deepEqual(await rows('--email', 'P2@'), ['p2@example.test'])
  assert.deepEqual(await rows('--reply', 'nobody said this'), [])
  const saved = await setup.run(['sending', 'recipients', '5', '--output', 'who.xlsx'])
  assert.deepEqual([saved.code, saved.out], [0, 'who.xlsx contains 2 emails.\n'])
  assert.equal((await sheet('who.xlsx')).length, 3)
  await setup.fails(['sending', 'recipients', '6'], /6/)
  assert.equal((await pennypost(['sending', 'recipients', '5', '--state', 'lost'])).code, 2)
})
