/** Filters by command, run as a user runs them. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sendingByCommand } from './sending-setup.ts'

let setup: Awaited<ReturnType<typeof sendingByCommand>>
before(async () => {
  setup = await sendingByCommand(12)
})
after(() => setup.drop())

describe('filter', () => {
  test('is saved, listed, counted, shown with a sample, changed and removed', async () => {
    const { run, json, file } = setup
    assert.match(
      (await run(['filter', 'list'])).out,
      /^There are no filters yet\. To save one: pennypost filter add NAME CONDITION/,
    )
    const added = await run(['filter', 'add', 'Ones', 'email begins with "p1" and on list 1'])
    assert.equal(
      added.out,
      'Filter 1 was saved: 4 of 12 subscribers match.\n' +
        'To send by it: pennypost send --newsletter ID --filter 1\n',
      added.err,
    )
    assert.deepEqual(
      await json([
        'filter',
        'add',
        'Twos',
        '--file',
        file('twos.txt', '\ufeffname = "P2"\n or name = "P12"\n'),
      ]),
      {
        id: 2,
        name: 'Twos',
        where: 'name = "P2" or name = "P12"',
        condition: {
          any: [
            { column: 'name', text: '=', values: ['P2'] },
            { column: 'name', text: '=', values: ['P12'] },
          ],
        },
      },
    )
    assert.equal(
      (await run(['filter', 'list'])).out,
      '    1  Ones: email begins with "p1" and on list 1\n' +
        '    2  Twos: name = "P2" or name = "P12"\n',
    )
    assert.equal((await run(['filter', 'count', '1', '2'])).out, '1 of 12 subscribers matches.\n')
    assert.equal(
      (await run(['filter', 'count', '1', '--list-id', setup.listId])).out,
      '4 of 12 subscribers match on list 1.\n',
    )
    assert.equal(
      (await run(['filter', 'show', '2', '--sample', '10'])).out,
      'Twos, filter 2\n  name = "P2" or name = "P12"\n2 of 12 subscribers match.\n' +
        '        2  p2@example.test  P2\n       12  p12@example.test  P12\n',
    )
    assert.equal(
      (await run(['filter', 'edit', '2', 'name = "P2"'])).out,
      'Filter 2 was changed: 1 of 12 subscribers matches.\n',
    )
    assert.equal((await run(['filter', 'remove', '2', '--yes'])).out, 'Filter 2 was removed.\n')
    assert.equal((await json(['filter', 'list'])).length, 1)
  })

  test('is checked without being saved', async () => {
    const { run, json } = setup
    const checked = await run(['filter', 'check', 'not (name = "P1") and DD5 is not empty'])
    assert.equal(
      checked.out,
      'Understood as: name != "P1" and DD5 is not empty\n0 of 12 subscribers match.\n',
      checked.err,
    )
    assert.equal((await json(['filter', 'list'])).length, 1)
  })

  test('that cannot be is refused in one line', async () => {
    const { fails } = setup
    await fails(['filter', 'check', 'name ~ "x"'], /^Column 6: "~" is not expected here\.$/m)
    await fails(
      ['filter', 'add', 'x', 'opened sending 9'],
      /^There is no sending 9\. To see them: /m,
    )
    await fails(['filter', 'add', 'x'], /^Give the condition in quotes, or a file/)
    await fails(['filter', 'show', '9'], /^There is no filter 9\. To see them: /m)
    await fails(['filter', 'count', '1', '9'], /^There is no filter 9\. To see them: /m)
    await fails(['filter', 'count', '1', '--list-id', '9'], /^There is no list 9\. To see them: /m)
    await fails(['filter', 'remove', '9'], /^There is no filter 9\. To see them: /m)
    await fails(['filter', 'show', '1', '--sample', '5000'], /at most 1000\./)
  })

  test('chooses whom a sending goes to', async () => {
    const { run, newsletter, fails, listId } = setup
    const id = await newsletter('--subject', 'By filter')
    const sent = await run([
      'send',
      '--newsletter',
      id,
      '--list',
      listId,
      '--filter',
      '1',
      '--filter',
      '1',
    ])
    assert.match(
      sent.out,
      /^Sending (\d+): newsletter \d+ is sent in 30 seconds to list 1, to those who match filter 1\. To undo it until then: pennypost sending undo \1$/m,
      sent.err,
    )
    await fails(
      ['send', '--newsletter', id, '--list', listId, '--filter', '9'],
      /^There is no filter 9\. To see them: /m,
    )
    await fails(
      ['send', '--newsletter', id, '--list', listId, '--filter', '1', '--test', 'office'],
      /omit --filter/,
    )
  })
})
