/** `pennypost status` and `pennypost config show`. */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { sendingByCommand } from './sending-setup.ts'
import { newFolder, pennypost } from './setup.ts'

let setup: Awaited<ReturnType<typeof sendingByCommand>>
before(async () => {
  setup = await sendingByCommand(3)
})
after(() => setup.drop())

describe('status', () => {
  test('of an installation where nothing goes', async () => {
    const { out, code } = await setup.run(['status'])
    assert.equal(code, 0)
    assert.match(out, /^Workers: +none lives: pennypost start$/m)
    assert.match(out, /^Sendings: +none under way$/m)
    assert.match(out, /^Nothing waits for you\.$/m)
  })

  test('tells what waits, what is unconfirmed, paused or has failed, and what to do', async () => {
    const { run, json, rows, newsletter, listId } = setup
    const id = await newsletter()
    for (const _ of [1, 2, 3])
      await json(['send', '--hold', '0', '--newsletter', id, '--list', listId, '--local'])
    await rows(`update sendings set state = 'unconfirmed', reason = 'It was overdue.' where id = 2`)
    await run(['sending', 'pause', '3'])
    await run(['route', 'add', 'bulk', '--url', 'smtp://127.0.0.1:1'])
    await run(['route', 'pause', 'bulk', '--reason', 'it refuses us'])
    const found = await json(['status'])
    const count = (state: string) =>
      found.sendings.find((row: { state: string }) => row.state === state)?.count
    assert.deepEqual([count('scheduled'), count('unconfirmed'), count('paused')], [1, 1, 1])
    assert.equal(found.workers, 0)
    assert.deepEqual(found.routes, [{ name: 'bulk', state: 'paused', reason: 'it refuses us' }])
    assert.deepEqual(
      found.troubles.map(({ todo }: { todo: string }) => todo),
      ['pennypost route resume bulk', 'pennypost sending resume 3', 'pennypost sending confirm 2'],
    )
    assert.deepEqual(
      found.troubles.map(({ code }: { code: string }) => code),
      ['relay-paused', 'sending-paused', 'sending-unconfirmed'],
    )
    const { out } = await run(['status'])
    assert.match(
      out,
      /This waits for you:\n {2}The route bulk is paused: it refuses us\n {4}-> pennypost route resume bulk\n/,
    )
    assert.match(
      out,
      / {2}shop: Sending 2, .*, is unconfirmed: It was overdue\.\n {4}-> pennypost sending confirm 2\n/,
    )
  })
})

describe('config show', () => {
  const cwd = newFolder()
  const show = (env: Record<string, string>, ...more: string[]) =>
    pennypost(['config', 'show', ...more], { cwd, env })

  test('has the given settings with their source, and no secret', async () => {
    assert.match((await show({})).out, /^No setting is given/)
    writeFileSync(join(cwd, '.env'), 'PORT=8025\nHOST=0.0.0.0\nMETRICS_TOKEN=hush\n')
    const { out, code } = await show({ HOST: '::1', SECRET_KEY: 'x'.repeat(32), PUBLIC_URL: '' })
    assert.equal(code, 0)
    const rows = out
      .trimEnd()
      .split('\n')
      .map(line => line.split(/ {2,}/))
    assert.deepEqual(rows, [
      ['HOST', 'environment', '::1'],
      ['PORT', '.env', '8025'],
      ['METRICS_TOKEN', '.env', '(not shown)'],
      ['SECRET_KEY', 'environment', '(not shown)'],
    ])
    const all = JSON.parse((await show({}, '--all', '--json')).out)
    const one = (name: string) => all.find((setting: { name: string }) => setting.name === name)
    const { sentence, ...roles } = one('ROLES')
    assert.deepEqual(roles, { name: 'ROLES', value: 'all', source: 'default' })
    assert.match(sentence, /^What this process does/)
    assert.deepEqual([one('PORT').value, one('PORT').source], ['8025', '.env'])
  })

  test('shows a wrong one, and says what is wrong', async () => {
    const { out, err, code } = await show({ PORT: 'x' })
    assert.match(out, /^PORT +environment +x$/m)
    assert.match(err, /^PORT is set to "x", but it wants /)
    assert.equal(code, 1)
  })
})
