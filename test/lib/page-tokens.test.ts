/** Pages without scripts have the colours of the console. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { PAGE_TOKENS } from '../../src/lib/page-tokens.ts'

test('the tokens of pages are those of the console', () => {
  const file = new URL('../../src/console/theme/tokens.css', import.meta.url)
  const css = readFileSync(file, 'utf8')
  for (const [, name, light, dark] of PAGE_TOKENS)
    assert.ok(css.includes(`--${name}: light-dark(${light}, ${dark});`), name)
})
