/** `scripts/check-subjects.ts` against repositories made for the test. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { after, before, describe, test } from 'node:test'

const SCRIPT = resolve(import.meta.dirname, '../../scripts/check-subjects.ts')

describe('subjects of commits', () => {
  const scratch = mkdtempSync(join(tmpdir(), 'pennypost-subjects-'))
  const folder = join(scratch, 'whole')
  const hasGit = spawnSync('git', ['--version']).status === 0

  const git = (cwd: string, ...args: string[]): string => {
    const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com']
    const options = { cwd, encoding: 'utf8' } as const
    const { status, stdout, stderr } = spawnSync('git', [...identity, ...args], options)
    assert.equal(status, 0, stderr)
    return stdout.trim()
  }
  const commit = (subject: string): string => {
    git(folder, 'commit', '--quiet', '--allow-empty', '-m', subject)
    return git(folder, 'rev-parse', 'HEAD')
  }
  const check = (cwd: string, since: string) => {
    return spawnSync(process.execPath, [SCRIPT, since], { cwd, encoding: 'utf8' })
  }

  before(() => {
    if (hasGit) git(scratch, 'init', '--quiet', folder)
  })
  after(() => rmSync(scratch, { recursive: true, force: true }))

  test('may have 72 characters; more fail, but not of older commits', t => {
    if (!hasGit) return t.skip('git is not here')
    const first = commit(`old: ${'x'.repeat(100)}`)
    commit(`area: ${'é'.repeat(66)}`)
    assert.deepEqual([check(folder, first).status, check(folder, first).stderr], [0, ''])

    const long = `area: ${'x'.repeat(67)}`
    commit(long)
    const { status, stderr } = check(folder, first)
    assert.equal(status, 1)
    const hash = git(folder, 'log', '-1', '--format=%h')
    assert.deepEqual(stderr.split('\n').slice(1), [`  ${hash} ${long}`, ''])
  })

  test('are not checked where the history is shallow, and a sentence says so', t => {
    if (!hasGit) return t.skip('git is not here')
    const first = git(folder, 'rev-list', '--max-parents=0', 'HEAD')
    commit('area: last')
    const shallow = join(scratch, 'shallow')
    git(scratch, 'clone', '--quiet', '--depth', '1', `file://${folder}`, shallow)
    const { status, stdout } = check(shallow, first)
    assert.equal(status, 0)
    assert.match(stdout, /not checked: commit [0-9a-f]{40} is not in this history/)
  })
})
