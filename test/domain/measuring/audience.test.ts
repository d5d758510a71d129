/** Who is not measured, in the audience of a sending with a filter on opens. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addNamedFilter } from '../../../src/domain/filters/save-filter.ts'
import { countAudience } from '../../../src/domain/sendings/audience/count-audience.ts'
import { orderedAudience } from '../../../src/domain/sendings/audience/order.ts'
import { sendingSetup } from '../../support/sending.ts'

test('who is not measured is neither one who opened nor one who did not', async () => {
  const { store, accountId, ask, listId, drop } = await sendingSetup(10)
  try {
    await ask('update subscribers set opens_agreed = false where id in (1, 2)')
    await ask("update subscribers set country_code = '46' where id in (2, 3)")
    const filter = 'not opened and country != "46"'
    const filterIds = [await addNamedFilter(store, accountId, 'Quiet', filter)]
    const audience = await orderedAudience(store, accountId, { listId, filterIds })
    const { willGet, leftOut } = await countAudience(store, accountId, audience)
    assert.equal(willGet, 7)
    assert.deepEqual(leftOut, [
      { reason: 'not measured', people: 1 },
      { reason: 'filter', people: 2 },
    ])
  } finally {
    await drop()
  }
})
