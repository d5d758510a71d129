/** `pennypost completion`: the suggestions of the scripts, asked of the shells themselves. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { newFolder, pennypost } from './setup.ts'

const folder = newFolder()

async function scriptFor(shell: string): Promise<string> {
  const { code, out, err } = await pennypost(['completion', shell])
  assert.deepEqual([code, err], [0, ''])
  const file = join(folder, shell)
  writeFileSync(file, out)
  return file
}

function runs(program: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' })
  assert.deepEqual([status, stderr], [0, ''])
  return stdout
}

/** Says which package to install when the program is not here. */
function missing(program: string): string | undefined {
  if (spawnSync(program, ['--version']).error === undefined) return undefined
  assert.notEqual(process.env.REQUIRE_ALL, '1', program)
  return `${program} is not here (apt-get install ${program})`
}

describe('completion', () => {
  test('of bash: commands, options, choices, and files where there is neither', async t => {
    const none = missing('bash')
    if (none) return t.skip(none)
    const file = await scriptFor('bash')
    /** What bash offers behind these words, of which the last is being written. */
    const offered = (...words: string[]): string[] => {
      const asked =
        `source "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _pennypost; printf '%s\\n' ` +
        `"\${COMPREPLY[@]}"`
      return runs('bash', '--norc', '-c', asked, file, 'pennypost', ...words)
        .split('\n')
        .filter(word => word !== '')
    }
    assert.deepEqual(offered('newsl'), ['newsletter'])
    assert.ok(['start', 'list', 'status', 'completion'].every(name => offered('').includes(name)))
    assert.deepEqual(
      offered('list', '').filter(word => !word.startsWith('-')),
      ['list', 'show', 'add', 'edit', 'remove', 'archive', 'restore', 'export'],
    )
    assert.deepEqual(offered('list', 'export', '1', '--fo'), ['--format'])
    assert.deepEqual(offered('sms', 'price', 'i'), ['import'])
    assert.deepEqual(offered('completion', 'z'), ['zsh'])
    assert.deepEqual(offered('backup', 'fi'), [])
    // Former names go on working, and nobody learns them any more.
    assert.ok(!offered('sending', 'list', '--').includes('--most'))
    assert.match(
      runs('bash', '--norc', '-c', 'source "$0"; complete -p pennypost', file),
      /-o default -F _pennypost/,
    )
  })

  test('of zsh and fish is understood by them', async t => {
    for (const shell of ['zsh', 'fish']) {
      const none = missing(shell)
      if (none) return t.skip(none)
      runs(shell, '-n', await scriptFor(shell))
    }
    const asked = 'source $argv[1]; complete -C "pennypost sending "'
    assert.match(runs('fish', '--no-config', '-c', asked, join(folder, 'fish')), /^cancel$/m)
  })

  test('of another shell is refused with those there are', async () => {
    const { code, err } = await pennypost(['completion', 'tcsh'])
    assert.match(err, /bash, zsh, fish/)
    assert.equal(code, 2)
  })
})
