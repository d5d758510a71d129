/**
 * Ids of another service, by commands for a script (`--json`) and by the JSON API: kept, refused
 * with their holder when taken, and counted on from.
 */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { type ApiSetup, apiSetup } from '../console-api/api-setup.ts'
import { type CommandDatabase, migratedDatabase, newFolder, pennypost } from './setup.ts'

const GUID = '8f2b1a52-6d6e-4a3f-9f3e-0c9a7c1d2e3f'
const triggerOf = (name: string) =>
  `trigger: ${name}\nlist: 40\nstart: joined\nsteps:\n  - step: rest\n    wait: 1 day\n`
const taken = (noun: string) => new RegExp(`The id 40 is taken: ${noun} "Forty" has it\\.`)

describe('ids of another service', () => {
  let database: CommandDatabase
  let setup: ApiSetup
  const folder = newFolder()
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text)
    return name
  }
  const run = (args: string[], input = '') =>
    pennypost([...args, '--json'], { env: database.env, cwd: folder, input })

  before(async () => {
    database = await migratedDatabase()
    setup = await apiSetup()
    const { code, err } = await run(['account', 'add', 'shop'], 'a secret')
    assert.equal(code, 0, err)
  })
  after(async () => {
    await setup.running.close()
    await database.drop()
  })

  test('are kept by each command that adds', async () => {
    const html = file('letter.html', '<p data-slot="a">Hello</p>')
    const commands: Record<string, (name: string) => string[]> = {
      list: name => ['list', 'add', name, '--from-email', 'a@example.com'],
      newsletter: name => [
        'newsletter',
        'add',
        '--file',
        html,
        '--subject',
        'S',
        '--name',
        name,
        '--list',
        '40',
      ],
      template: name => ['template', 'add', '--file', html, '--name', name],
      filter: name => ['filter', 'add', name, 'DD1 = "x"'],
      trigger: name => ['trigger', 'add', '--file', file(`${name}.yaml`, triggerOf(name))],
    }
    for (const [noun, command] of Object.entries(commands)) {
      const kept = await run([...command('Forty'), '--id', '40'])
      assert.equal(kept.code, 0, `${noun}: ${kept.err}`)
      assert.equal(JSON.parse(kept.out).id, 40, noun)
      assert.equal(JSON.parse((await run(command('Next'))).out).id, 41, noun)
      const again = await run([...command('Again'), '--id', '40'])
      assert.deepEqual([again.code, again.out], [1, ''])
      assert.match(again.err, taken(noun))
    }
    const project = (name: string, guid: string) =>
      run(['project', 'add', '--name', name, '--newsletter', '40', '--guid', guid])
    const made = await project('Orders', `{${GUID.toUpperCase()}}`)
    assert.equal(made.code, 0, made.err)
    assert.equal(JSON.parse(made.out).guid, GUID)
    assert.match((await project('Other', GUID)).err, /guid is taken: project "Orders" has it/)
    assert.match((await project('Third', 'x')).err, /no guid/)
    assert.equal((await run([...commands.list!('Far'), '--id', '3000000000'])).code, 1)
  })

  test('are kept by each body of the JSON API', async () => {
    const { call } = setup
    const source = { kind: 'html', html: '<p data-slot="a">Hello</p>' }
    const bodies: Record<string, (name: string) => object> = {
      list: name => ({ name, fromEmail: 'a@example.com' }),
      newsletter: name => ({ name, subject: 'S', source, fromEmail: 'a@example.com' }),
      template: name => ({ name, source }),
      filter: name => ({ name, where: 'DD1 = "x"' }),
      trigger: name => ({ source: triggerOf(name) }),
    }
    for (const [noun, body] of Object.entries(bodies)) {
      const post = (name: string, id?: number) => call('POST', `/${noun}s`, { ...body(name), id })
      const kept = await post('Forty', 40)
      assert.deepEqual([kept.status, kept.body.id], [201, 40], `${noun}: ${kept.body.detail}`)
      assert.equal((await post('Next')).body.id, 41, noun)
      const again = await post('Again', 40)
      assert.equal(again.status, 400, noun)
      assert.match(again.body.detail, taken(noun))
      assert.ok((await post('Far', 3_000_000_000)).status >= 400)
    }
    const project = (name: string, guid: string) =>
      call('POST', '/projects', { name, newsletterId: 40, guid })
    const made = await project('Orders', `{${GUID.toUpperCase()}}`)
    assert.deepEqual([made.status, made.body.guid], [201, GUID], made.body.detail)
    assert.match((await project('Other', GUID)).body.detail, /guid is taken: project "Orders"/)
    assert.match((await project('Third', 'x')).body.detail, /no guid/)
  })
})
