/** While an import changes many subscribers, their words wait: it reports the changes. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { changeRate } from '../../../../src/domain/words/words.sql.ts'
import { type ImportSetup, importSetup } from '../../../support/imports.ts'

let setup: ImportSetup
before(async () => {
  setup = await importSetup()
})
after(() => setup.close())

test('an import reports how many subscribers it changes', async () => {
  const rows = Array.from({ length: 300 }, (_, n) => `c${n}@example.com;Name ${n}`)
  const { inserted } = await setup.importText(rows.join('\n'))
  assert.equal(inserted, 300)
  // Reported once a second, and forgotten after three.
  const changes = async () => (await changeRate(setup.store, {})).changes
  while ((await changes()) < 300) await pause(50)
})
