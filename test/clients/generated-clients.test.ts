/**
 * The clients that are generated from the OpenAPI document: a shop's week with each, against the
 * service, has the same results; the types of the one for npm hold what the week does with them.
 */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { apiClient, apiSetup } from '../console-api/api-setup.ts'
import { commandOrSkip, node, phpAlone, python } from './language-programs.ts'

const root = resolve(import.meta.dirname, '../..')
const weeks = join(import.meta.dirname, 'weeks')
const run = promisify(execFile)

const LANGUAGES = {
  npm: { program: node, file: 'week.mts' },
  php: { program: phpAlone, file: 'week.php' },
  python: { program: python, file: 'week.py' },
}

describe('the generated clients', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pennypost-clients-'))
  const clients = join(folder, 'clients')
  before(async () => {
    await run(process.execPath, [join(root, 'scripts/clients.ts'), clients])
    // As npm installs it.
    mkdirSync(join(folder, 'node_modules'))
    symlinkSync(join(clients, 'npm'), join(folder, 'node_modules/pennypost-client'))
    for (const name of readdirSync(weeks)) cpSync(join(weeks, name), join(folder, name))
  })
  after(() => rmSync(folder, { recursive: true }))

  for (const [client, { program, file }] of Object.entries(LANGUAGES))
    test(`a shop's week: ${client}`, async context => {
      const command = commandOrSkip(context, program)
      if (command === undefined) return
      const setup = await apiSetup()
      const { running, call } = setup
      const rights = ['read', 'people', 'send', 'own']
      const domain = { domain: 'example.test' }
      assert.ok((await call('POST', '/dkim-keys', domain)).status < 300)
      const made = await call('POST', '/api-keys', { name: client, rights })
      const key = made.body.token
      const env = {
        ...process.env,
        URL: running.origin,
        KEY: key,
        WEEK: client,
        CLIENT: join(clients, client),
      }
      const { stdout } = await run(command, [join(folder, file)], { env, timeout: 60_000 })
      assert.deepEqual(JSON.parse(stdout), {
        outcomes: 3,
        created: false,
        names: ['Ada', 'cy'],
        repeated: true,
        emails: [true],
        exported: [true, true],
        removed: null,
        gone: [404, 'no-such-list', null],
        wrong: [400, 'not-valid', 'body.name'],
      })
      const asProgram = apiClient(running.origin, { Authorization: `Bearer ${key}` })
      assert.equal((await asProgram('GET', '/opt-outs')).body.items.length, 1)
      await running.close()
    })

  test('the types of the one for npm', async () => {
    const tsc = join(root, 'node_modules/typescript/bin/tsc')
    const options = ['--ignoreConfig', '--noEmit', '--strict', '--module', 'nodenext']
    const more = ['--target', 'es2024', '--types', 'node', '--typeRoots', typeRoots]
    await run(process.execPath, [tsc, ...options, ...more, join(folder, 'week.mts')]).catch(
      ({ stdout }) => assert.fail(stdout),
    )
  })
})

const typeRoots = join(root, 'node_modules/@types')
