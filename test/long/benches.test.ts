/**
 * Every bench runs once with tiny numbers, so that none is broken unnoticed. Its figures mean
 * nothing.
 */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { noPgbench } from '../../bench/pgbench.ts'
import { withoutPostfix } from '../support/postfix-sink.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

test('all benches run', { timeout: 800_000 }, async t => {
  const missing = withoutPostfix || noPgbench
  if (missing) {
    assert.notEqual(process.env.REQUIRE_ALL, '1', missing)
    return t.skip(missing)
  }
  // The options of its help, for it ends with an error at one that it does not know.
  const sizes = ['--emails', '50', '--numbers', '50', '--rows', '500']
  const args = ['bench/run.ts', '--smoke', ...sizes]
  const bench = spawn(process.execPath, args, { cwd: ROOT, stdio: 'pipe' })
  let said = ''
  for (const stream of [bench.stdout, bench.stderr]) stream.on('data', text => (said += text))
  const [code] = await once(bench, 'close')
  assert.equal(code, 0, said)
})
