/** Who is not measured, in the audience of a sending with a filter on opens. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addNamedFilter } from '../../../src/domain/filters/save-filter.ts'
import { setRule } from '../../../src/domain/measuring/rule.ts'
import { countAudience } from '../../../src/domain/sendings/audience/count-audience.ts'
import { refuseFewMeasured } from '../../../src/domain/sendings/audience/few-measured.ts'
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
    const { willGet, leftOut, measured } = await countAudience(store, accountId, audience)
    assert.equal(willGet, 7)
    assert.deepEqual([measured.opens, measured.clicks, measured.fewClicks], [7, 7, false])
    assert.deepEqual(leftOut, [
      { reason: 'not measured', people: 1 },
      { reason: 'filter', people: 2 },
    ])
  } finally {
    await drop()
  }
})

test('an A/B test is refused where less than a tenth is measured, by what decides it', async () => {
  const { store, accountId, ask, listId, drop } = await sendingSetup(40)
  try {
    const refused = (by: 'opens' | 'clicks' | 'value') =>
      refuseFewMeasured(store, accountId, { listId }, { by }).then(
        () => undefined,
        (error: unknown) => (error as Error).message,
      )
    assert.equal(await refused('opens'), undefined)
    await setRule(store, accountId, { opens: 'none', clicks: 'total' })
    await ask('update subscribers set opens_agreed = true where id <= 2')
    await ask('update subscribers set clicks_agreed = true where id <= 4')
    const audience = await orderedAudience(store, accountId, { listId })
    const { measured } = await countAudience(store, accountId, audience)
    assert.deepEqual(measured, { opens: 2, clicks: 4, fewOpens: true, fewClicks: false })
    assert.match((await refused('opens')) ?? '', /Only 2 of 40 people are measured/)
    assert.equal(await refused('clicks'), undefined)
    await ask('update subscribers set clicks_agreed = false where id = 4')
    assert.match((await refused('clicks')) ?? '', /Only 3 of 40 people/)
    assert.match((await refused('value')) ?? '', /Only 3 of 40 people/)
  } finally {
    await drop()
  }
})
