/** The command `doctor`, run as a user runs it. */
import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import {
  type CommandDatabase,
  emptyDatabase,
  newFolder,
  pennypost,
  type RunOptions,
  urlOf,
} from './setup.ts'

let database: CommandDatabase
const run = (args: string[], { env, ...options }: RunOptions = {}) =>
  pennypost(args, { ...options, env: { ...database.env, ...env } })

before(async () => {
  database = await emptyDatabase()
  assert.equal((await run(['account', 'add', 'shop'], { input: 'a long secret' })).code, 0)
  assert.equal((await run(['key', 'rotate'])).code, 0)
})
after(() => database.drop())

describe('doctor', () => {
  interface Finding {
    check: string
    state: string
    says: string
    todo?: string
  }
  const examine = async (env: Record<string, string> = {}) => {
    const { code, out } = await run(['doctor', '--json'], { env })
    const { ok, findings } = JSON.parse(out) as { ok: boolean; findings: Finding[] }
    assert.equal(code, ok ? 0 : 1)
    const bad = findings.filter(({ state }) => state === 'bad').map(({ check }) => check)
    return { ok, bad, found: (check: string) => findings.find(finding => finding.check === check)! }
  }

  test('all is well', async () => {
    const { bad, found } = await examine()
    assert.deepEqual(bad, [])
    for (const check of [
      'node',
      'clock',
      'settings',
      'store',
      'schema',
      'store clock',
      'signing keys',
      'accounts',
      'PUBLIC_URL',
    ])
      assert.equal(found(check).state, 'ok', check)
    assert.match((await run(['doctor'])).out, /^ok {4}node {10}Node\.js \d/)
  })

  test('says what is bad and what to do', async () => {
    const away = await examine({ DATABASE_REPLICA_URL: 'postgres://postgres@127.0.0.1:1/none' })
    assert.match(away.found('standby').says, /^It does not answer: .* The primary answers/)
    const settings = await examine({ PORT: 'x' })
    assert.match(settings.found('settings').says, /^PORT is set to "x"/)
    const unreachable = await examine({
      DATABASE_URL: urlOf({ ...database.connection, database: 'no_such_database' }),
    })
    assert.deepEqual(unreachable.bad, ['store'])
    const keys = await examine({ SECRET_KEY: 'y'.repeat(40) })
    assert.deepEqual(keys.bad, ['signing keys'])
    const DATA_DIR = join(newFolder(), 'data')
    const lost = await examine({ DATA_DIR })
    assert.deepEqual(lost.bad, ['signing keys'])
    mkdirSync(DATA_DIR)
    writeFileSync(join(DATA_DIR, 'secret.key'), 'z'.repeat(40), { mode: 0o644 })
    const open = await examine({ DATA_DIR })
    assert.deepEqual(open.bad, ['key', 'signing keys'])
    assert.equal(open.found('key').todo, `chmod 600 ${join(DATA_DIR, 'secret.key')}`)
    assert.match(
      (await run(['doctor'], { env: { DATA_DIR } })).out,
      /^bad +key .*\n +-> chmod 600 /m,
    )
  })

  test('looks at PUBLIC_URL', async () => {
    const says = async (env: Record<string, string>) => (await examine(env)).found('PUBLIC_URL')
    assert.match(
      (await says({ PUBLIC_URL: 'https://localhost:8080' })).says,
      /reader's own machine/,
    )
    assert.match((await says({ PUBLIC_URL: 'http://mail.example.com' })).says, /not encrypted/)
    assert.match(
      (await says({ PUBLIC_URL: 'https://mail.example.com' })).says,
      /TRUST_PROXY is empty/,
    )
    assert.equal(
      (await says({ PUBLIC_URL: 'https://mail.example.com', TRUST_PROXY: '127.0.0.1' })).state,
      'ok',
    )
    assert.match((await says({ HOST: '0.0.0.0' })).says, /^Not set/)
  })
})
