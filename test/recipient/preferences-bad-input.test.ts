/** What the page of preferences gets that no reader chose: old pages, two tabs, other tokens. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { savePreferencePage } from '../../src/domain/preferences/preference-page.ts'
import { shown, wanted, withOffer } from './preferences-setup.ts'

const DAY = 86_400_000

describe('the page of preferences', () => {
  test('tokens of another purpose, cut and forged ones lead nowhere', async () => {
    const { visit, tokens } = await withOffer()
    for (const token of [
      tokens.unsubscribe,
      tokens.webVersion,
      tokens.hit,
      tokens.preferences.slice(0, -1),
      tokens.preferences.replace(/.$/, letter => (letter === 'a' ? 'b' : 'a')),
      'x'.repeat(10_000),
    ])
      assert.equal((await visit(`/p/${token}`)).status, 404)
    assert.equal((await visit(`/u/${tokens.preferences}`)).status, 404)
  })

  test('a list that does not stand there is neither joined nor left', async () => {
    const { listId, offered, hidden, save, lists } = await withOffer()
    await save([...shown(listId, offered, hidden), ...wanted(listId, hidden)])
    assert.deepEqual(await lists(), [listId])
    // A page that was opened before the list was offered says nothing of it.
    await save([...shown(offered)])
    assert.deepEqual(await lists(), [listId])
  })

  test('saved in two tabs: each as a whole, and what the other did not show stays', async () => {
    const { listId, offered, save, lists, person, page } = await withOffer({ fields: ['name'] })
    const both = shown(listId, offered)
    const first: [string, string][] = [...both, ...wanted(offered), ['format', 'text']]
    const second: [string, string][] = [...both, ...wanted(listId), ['name', 'Eva']]
    for (const fields of [first, second]) assert.equal((await save(fields)).status, 200)
    assert.deepEqual(await lists(), [listId])
    assert.deepEqual([(await person()).format, (await person()).name], ['text', 'Eva'])
    for (const { status } of await Promise.all([first, second, first, second].map(save)))
      assert.equal(status, 200)
    const now = await lists()
    assert.equal(now.length, 1, `one of both, and never their mixture: ${now}`)
    assert.match(await page(), new RegExp(`name="list" value="${now[0]}" checked`))
  })

  test('kept open for a week: what is not offered any more is neither joined nor changed', async () => {
    const reader = await withOffer({ fields: ['name', 'DD3'] })
    const { listId, offered, hidden, accountId, service, save, lists, person, ask } = reader
    const weekOld = new Date(Date.now() - 7 * DAY).toISOString()
    // What the page had then: a list to join, data to edit, a pause that is over since.
    const page: [string, string][] = [
      ...shown(listId, offered),
      ...wanted(listId, offered),
      ...([
        ['pause', weekOld],
        ['name', 'Eva'],
        ['DD3', 'Lund'],
      ] as [string, string][]),
    ]
    await savePreferencePage(service.store, accountId, {
      lists: [{ id: hidden, often: '' }],
      fields: ['DD3'],
      languageField: null,
      confirmedLists: [],
    })
    await ask(`update subscriptions set unsubscribed_at = now() - interval '6 days'
      where account_id = $1`)
    const { name } = await person()
    const answer = await save(page)
    assert.equal(answer.status, 200)
    assert.deepEqual(await lists(), [])
    const now = await person()
    assert.deepEqual([now.name, now.fields?.[2]], [name, 'Lund'])
    assert.ok(now.paused === null || now.paused.getTime() <= Date.now())
  })
})
