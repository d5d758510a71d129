/** `pennypost newsletter remove`: refused while there are dependants; sent emails stay. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sendingByCommand } from './sending-setup.ts'

const TRIGGER = `trigger: Welcome
list: Customers
start: joined
steps:
  - step: hello
    send: News
  - step: look
    wait for: {clicked: Asked}
    within: 2 days
    then: mark
    else: end
  - step: mark
    set: DD1
    to: yes
`

test('a newsletter is removed when nothing needs it, and its sendings stay', async t => {
  const setup = await sendingByCommand(1)
  t.after(() => setup.drop())
  const { run, json, rows, file, newsletter, listId, fails } = setup
  const remove = (id: string, ...more: string[]) => ['newsletter', 'remove', id, ...more]
  const named = (name: string) => newsletter('--name', name, '--list', listId)
  const inUse = (id: string, by: string) =>
    fails(remove(id, '--yes'), new RegExp(`^Newsletter ${id} is used by ${by}\\. Give projects`))

  const [sent, asked, own, split] = [
    await named('News'),
    await named('Asked'),
    await named('Own'),
    await named('Split'),
  ]
  const version = `A=1:${split}`
  await json(
    ['project', 'add', '--name', 'Receipts', '--newsletter', own, '--version', version],
    {},
  )
  const { id: trigger } = await json(['trigger', 'add', '--local', '--file', file('t', TRIGGER)])
  const { id: sending } = await json([
    'send',
    '--hold',
    '0',
    '--newsletter',
    sent,
    '--list',
    listId,
    '--local',
  ])

  await fails(remove(sent), /^News: 1 version is removed\. This can't be undone: add --yes/)
  await inUse(sent, `sending ${sending}, trigger ${trigger}`)
  await inUse(asked, `trigger ${trigger}`)
  await inUse(own, 'project 1')
  await inUse(split, 'project 1')
  assert.equal((await json(['newsletter', 'list'])).length, 4)

  await run(['trigger', 'remove', String(trigger), '--yes'])
  await inUse(sent, `sending ${sending}`)
  await run(['sending', 'cancel', String(sending), '--yes'])
  await run(['newsletter', 'edit', sent, '--no-tracking'])
  assert.deepEqual(await json(remove(sent, '--yes')), {})
  await fails(remove(sent, '--yes'), /^There is no newsletter 1\. To see them: pennypost/)
  const { out } = await run(remove(asked, '--yes'))
  assert.equal(out, 'The newsletter Asked was removed.\n')
  assert.equal((await json(['sending', 'show', String(sending)])).name, 'News')
  assert.deepEqual(
    await rows('select newsletter_id from newsletter_versions order by newsletter_id'),
    [[Number(own)], [Number(split)]],
  )
  assert.deepEqual(await rows('select id from tracking_exemptions'), [])
  assert.deepEqual(await rows(`select version from newsletters where id = ${own}`), [[1]])
})
