/** The program as a checkout starts it. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, test } from 'node:test'
import { newFolder } from './setup.ts'

const root = resolve(import.meta.dirname, '..', '..')

describe('./pennypost', () => {
  test('runs by its path and by a link, from any folder, whatever Node.js the PATH has', () => {
    const folder = newFolder()
    const link = join(folder, 'pennypost')
    symlinkSync(join(root, 'pennypost'), link)
    for (const program of [join(root, 'pennypost'), link]) {
      const env = { PATH: '/usr/bin:/bin' }
      const { status, stdout } = spawnSync(program, ['version'], { cwd: folder, env, encoding: 'utf8' })
      assert.match(stdout, /^Pennypost \d.*Node\.js 2[4-9]/)
      assert.equal(status, 0)
    }
  })
})
