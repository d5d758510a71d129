/** Waits for a data field and for a list are drawn and picked, without the text of the trigger. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { hasNoDefectInSchemes, missingChromium } from '../support/console-browser.ts'
import {
  api,
  fieldOf,
  nodeOf,
  picked,
  plusOf,
  saveButton,
  startTriggerPages,
  type TriggerPages,
} from '../support/console-triggers.ts'

const WAITS = `trigger: Waits
list: Customers
zone: Europe/Stockholm
start: joined
steps:
  - step: changed
    wait for:
      changed: Zone
    within: 3 days
    then: end
    else: listed
  - step: listed
    wait for:
      joined: Sleeping
    within: 3 days
    then: end
    else: email
  - step: email
    send: Good to have you
`

describe('waits of a trigger', { skip: missingChromium }, () => {
  let pages: TriggerPages
  before(async () => {
    pages = await startTriggerPages()
    const page = await pages.opened(1440, '/console/lists')
    for (const name of ['Customers', 'Sleeping'])
      await api(page, 'POST', '/lists', { name, fromEmail: 'n@shop.test' })
    const source = { kind: 'html', html: '<p>Words.</p>' }
    await api(page, 'POST', '/newsletters', { subject: 'Good to have you', source })
    await api(page, 'POST', '/fields', { name: 'Zone', type: 'text', choices: [] })
    await pages.close()
  })
  after(() => pages?.stop())

  test('for a data field, and for a list', async () => {
    const page = await pages.opened(1440, '/console/triggers/new')
    const add = async (after: string, kind: string, way: string) => {
      await page.getByRole('button', { name: 'Fit', exact: true }).click()
      await plusOf(page, after, way).click()
      await page.getByRole('menuitem', { name: kind, exact: true }).click()
    }
    await fieldOf(page, 'Name').fill('Waits')
    await page.locator('.trigger-step h2').click()
    await picked(page, 'List', 'Customers')
    await picked(page, 'Time zone', 'Europe/Stockholm')
    await add('start', 'Wait until a field changes', '')
    await nodeOf(page, 'changed').waitFor()
    await picked(page, 'Field changes', 'Zone')
    await add('changed', 'Wait until they are on a list', 'no')
    await nodeOf(page, 'listed').waitFor()
    await picked(page, 'Is on the list', 'Sleeping')
    await add('listed', 'Send an email', 'no')
    await nodeOf(page, 'email').waitFor()
    await picked(page, 'Newsletter', 'Good to have you')
    await hasNoDefectInSchemes(page)
    await saveButton(page).click()
    await page.waitForURL('**/console/triggers/1')
    assert.equal((await api(page, 'GET', '/triggers/1')).source, WAITS)
    assert.deepEqual(pages.service.trouble, [])
  })
})
