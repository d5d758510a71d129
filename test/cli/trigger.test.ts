/** Triggers by command, run as a user runs them; a worker runs people through. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { until } from '../support/until.ts'
import { sendingByCommand } from './sending-setup.ts'

let setup: Awaited<ReturnType<typeof sendingByCommand>>
let newsletter: string
before(async () => {
  setup = await sendingByCommand(3)
  newsletter = await setup.newsletter('--name', 'Hello')
})
after(() => setup.drop())

const series = (more = '') => `trigger: Welcome series
list: Customers
zone: Europe/Stockholm
start: joined
steps:
  - step: hello
    send: Hello
  - step: who
    if: name = "P9"
    else: rest
  - step: mark
    set: DD5
    to: first
    then: end
  - step: rest
    wait: 3 days at 09:00
  - step: last
    send: ${newsletter}
${more}`

const DRAWN = (newsletter: string) => `start  who comes onto the list (once)
  │
hello  send newsletter ${newsletter} "Hello"
  │
who    if name = "P9"
  ├ then ↓
  └ else → rest
mark   set DD5 to "first"
  └ → end
rest   wait 3 days at 09:00
  │
last   send newsletter ${newsletter} "Hello"
  └ → end
`

describe('trigger', () => {
  test('is checked: drawn when it is right, otherwise each error with its place, and exit code 1', async () => {
    const { run, json, file } = setup
    const fine = await run(['trigger', 'check', '--file', file('welcome.yaml', series())])
    assert.deepEqual(
      [fine.code, fine.out, fine.err],
      [0, `ok     Welcome series\n\n${DRAWN(newsletter)}`, ''],
    )
    const source = series()
      .replace('send: Hello', 'send: Helo')
      .replace('3 days at 09:00', 'three days')
    const wrong = await run(['trigger', 'check', '--file', '-'], {}, source)
    assert.equal(wrong.code, 1)
    assert.match(
      wrong.out,
      /^wrong {2}Line 7, column 11: There is no newsletter "Helo"\. There are: 1 "Hello"\.\nwrong {2}Line 16, column 11: Not a valid wait\./,
    )
    const noted = await json(
      ['trigger', 'check', '--file', '-'],
      {},
      series().replace('start: joined', 'start: {opened: Hello}'),
    )
    assert.deepEqual([noted.ok, noted.problems, noted.notes[0].line], [true, [], 1])
    assert.deepEqual(await json(['trigger', 'list']), [])
    assert.match((await run(['trigger', 'list'])).out, /^There are no triggers yet/)
  })

  test('simulates a run at once, and sends nothing', async () => {
    const { run, json, file, fails } = setup
    const tried = await run([
      'trigger',
      'test',
      '--file',
      file('welcome.yaml', series()),
      '--as',
      'p1@example.test',
      '--at',
      '2026-11-21 21:00',
    ])
    assert.equal(
      tried.out,
      `2026-11-21 21:00  enters Welcome series
2026-11-21 21:00  hello: send newsletter ${newsletter} "Hello"
2026-11-21 21:00  who: if name = "P9" (does not match)
2026-11-24 09:00  rest: wait 3 days at 09:00
2026-11-24 09:00  last: send newsletter ${newsletter} "Hello"
2026-11-24 09:00  finished
Nothing was sent.
`,
      tried.err,
    )
    const facts = await json([
      'trigger',
      'test',
      '--file',
      'welcome.yaml',
      '--as',
      'p1@example.test',
    ])
    assert.deepEqual([facts.ending, facts.passed.length], ['finished', 4])
    await fails(
      ['trigger', 'test', '--file', 'welcome.yaml', '--as', 'nobody@example.test'],
      /^No subscriber has the address/,
    )
    await fails(['trigger', 'test', '--as', 'p1@example.test'], /^Name a trigger/)
    await fails(
      [
        'trigger',
        'test',
        '--file',
        'welcome.yaml',
        '--as',
        'p1@example.test',
        '--at',
        '2026-02-30 09:00',
      ],
      /^That is not a time/,
    )
  })

  test('is added, run, shown with counts, logged, changed, paused, resumed and removed', async () => {
    const { run, json, file, fails, rows, worker } = setup
    const added = await run(['trigger', 'add', '--file', file('welcome.yaml', series())])
    assert.match(
      added.out,
      /^Trigger 1, Welcome series, runs from now on\. New subscribers of list 1 enter; existing ones do not\.\nThe sandbox/,
    )
    await fails(
      ['trigger', 'add', '--file', 'welcome.yaml'],
      /^Line 1, column 1: Trigger 1 has that name already/,
    )

    worker()
    // Who joins before the worker has looked for the first time enters as well: the trigger counts
    // from when it was added.
    await rows(
      `insert into subscribers (account_id, id, email, email_key, name) select 1, i, 'p' || ` +
        `i || '@example.test', 'p' || i || '@example.test', 'P' || i from generate_series(8, ` +
        '9) i',
    )
    await rows(
      'insert into subscriptions (account_id, subscriber_id, list_id) values (1, 8, 1), (1, 9, 1)',
    )
    const shown = await until(async () => {
      const now = await json(['trigger', 'show', '1'])
      return now.endings.finished === 1 && now
    })
    assert.deepEqual([shown.entered, shown.active, shown.endings], [2, 1, { finished: 1 }])
    const drawn = (await run(['trigger', 'show', '1'])).out
    assert.equal(
      drawn,
      `Welcome series: trigger 1, version 1, running. List 1 "Customers". Times in Europe/Stockholm.

start  who comes onto the list (once)
  │ 2 entered
hello  send newsletter ${newsletter} "Hello"
  │ 2
who    if name = "P9"
  ├ then 1 ↓
  └ else 1 → rest
mark   set DD5 to "first"
  └ 1 → end
rest   wait 3 days at 09:00   [1 here]
  │ 0
last   send newsletter ${newsletter} "Hello"
  └ 0 → end

On their way: 1.
Ended: finished 1.
`,
    )
    const log = (await run(['trigger', 'log', '1', '--as', 'p9@example.test'])).out
    assert.match(log, /^Run 1, version 1: entered \d{4}-\d\d-\d\d \d\d:\d\d, ended .*: finished\n/)
    assert.match(log, /^.{16} {2}run 1 {2}who then: matches the condition$/m)
    assert.equal((await json(['trigger', 'log', '1'])).passages.length, 5)
    const at = await run(['trigger', 'people', '1', '--step', 'rest'])
    assert.match(at.out, /^\d{4}-\S+ {2}until \d{4}-\S+ {2}p8@example\.test\n$/)
    const stays = (await run(['trigger', 'stays', '1'])).out
    assert.match(stays, /^ {4}Stays {5}Median {4}Longest {2}Step\n/)
    assert.match(stays, /^ {8}2 +\d+ s +\d+ s {2}hello$/m)

    const changed = series('  - step: more\n    set: DD6\n    to: done\n')
    await fails(
      ['trigger', 'edit', '1', '--file', file('changed.yaml', changed)],
      /^1 run is active: choose whether/,
    )
    const moved = await run(['trigger', 'edit', '1', '--file', 'changed.yaml', '--people', 'move'])
    assert.equal(
      moved.out,
      'Trigger 1 has version 2 now.\n1 subscriber moved to the new version.\n',
    )
    assert.equal((await run(['trigger', 'show', '1', '--source'])).out, changed)
    assert.equal((await run(['trigger', 'show', '1', '--source', '--at', '1'])).out, series())

    assert.match((await run(['trigger', 'pause', '1'])).out, /^Welcome series is paused\./)
    assert.match(
      (await run(['trigger', 'list'])).out,
      /^ {5}1 {6}1 {13}1 {2}paused {7}\d{4}.* Welcome series$/m,
    )
    assert.equal((await run(['trigger', 'resume', '1'])).out, 'Welcome series is running.\n')
    assert.equal(
      (await run(['trigger', 'remove', '1', '--yes'])).out,
      'Welcome series was removed.\n',
    )
    await fails(['trigger', 'show', '1'], /^There is no trigger 1\. To see them: /m)
  })

  test('that cannot be is refused with every mistake, and changes nothing', async () => {
    const { run, json, file } = setup
    const { code, out, err } = await run([
      'trigger',
      'add',
      '--file',
      file('bad.yaml', 'trigger: x\nlist: 9\nstart: joined\nsteps: 3\n'),
    ])
    assert.deepEqual(
      [code, out, err],
      [
        1,
        '',
        'Line 2, column 7: There is no list 9. There are: 1 "Customers".\n' +
          'Line 4, column 8: "steps" is a list: lines below it that begin with "- step: ' +
          'NAME".\n',
      ],
    )
    assert.deepEqual(await json(['trigger', 'list']), [])
    assert.equal(
      (await run(['trigger', 'edit', '1', '--file', 'bad.yaml', '--people', 'stay'])).code,
      2,
    )
  })
})
