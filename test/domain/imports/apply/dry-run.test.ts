/** A dry run predicts the import, and writes nothing. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import {
  type DryRun,
  dryRun,
  type Fate,
  type RowFate,
} from '../../../../src/domain/imports/apply/dry-run.ts'
import { PLAIN_CSV } from '../../../../src/domain/imports/queue-import.ts'
import { optOut } from '../../../../src/domain/opt-outs/opt-out.ts'
import { erase } from '../../../../src/domain/privacy/erase.ts'
import { unsubscribePerson } from '../../../../src/domain/subscribers/person-consent.ts'
import { subscribe } from '../../../../src/domain/subscribers/subscribe.ts'
import { type ImportSetup, importSetup } from '../../../support/imports.ts'

let setup: ImportSetup
const folder = mkdtempSync(join(tmpdir(), 'pennypost-dry-'))
before(async () => {
  setup = await importSetup()
})
after(async () => {
  rmSync(folder, { recursive: true })
  await setup.close()
})

/** Numbers that come again with the seed. */
function random(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

async function tried(listId: number, text: string, fates: RowFate[] = []): Promise<DryRun> {
  const path = join(folder, 'file.csv')
  writeFileSync(path, text)
  let found: DryRun | undefined
  const file = { listId, path, options: PLAIN_CSV }
  for await (const so of dryRun(setup.store, setup.accountId, file)) {
    found = so
    fates.push(...so.fates)
  }
  return found!
}

for (const { seed, rows } of [
  { seed: 1, rows: 60 },
  { seed: 2, rows: 400 },
  { seed: 3, rows: 13_000 },
])
  test(`the numbers of ${rows} rows agree (seed ${seed})`, async () => {
    const pick = random(seed)
    const { store, accountId, ask } = setup
    const listId = await setup.newList()
    const email = () => `s${seed}-${pick(rows)}@x.example`
    const person = (address: string) => ({
      email: address,
      name: pick(2) ? 'N1' : '',
      format: undefined,
      countryCode: '',
      phone: '',
    })
    for (let i = 0; i < 40; i++) {
      const { id } = await subscribe(store, accountId, listId, person(email()), ['a'])
      if (i % 5 === 0) await unsubscribePerson(store, accountId, id, listId, 'page')
    }
    for (let i = 0; i < 8; i++) {
      const address = email()
      await optOut(store, accountId, { email: address, reason: '', listText: '', sendingText: '' })
      if (i % 2 === 0) await erase(store, accountId, address)
    }
    const lines = Array.from({ length: rows }, () => {
      const kind = pick(20)
      if (kind === 0) return `no address ${pick(9)};x`
      if (kind === 1) return `${email()};x;PDF`
      return `${pick(3) ? email() : email().toUpperCase()};${pick(2) ? 'N1' : ''};;${pick(2) ? 'a' : 'b'}`
    })
    const count = () =>
      ask(
        'select (select count(*) from subscribers), (select count(*) from subscriptions), ' +
          '(select count(*) from imports)',
      )
    const before = await count()
    const fates: RowFate[] = []
    const found = await tried(listId, lines.join('\n'), fates)
    assert.deepEqual(await count(), before)
    const done = await setup.importText(lines.join('\n'), listId)
    const { inserted, updated, unchanged, repeated, subscribed, ignored, rejected, rejectedBy } =
      done
    assert.deepEqual(found.counts, {
      inserted,
      updated,
      unchanged,
      repeated,
      subscribed,
      ignored,
      rejected,
      rejectedBy,
    })
    assert.equal(found.read, done.position)
    const of = (fate: Fate) => fates.filter(one => one.fate === fate).length
    assert.deepEqual(
      [of('new'), of('changed'), of('joined') + of('unchanged'), of('repeated'), of('rejected')],
      [inserted, updated, unchanged, repeated, rejected],
    )
    assert.deepEqual(
      fates.map(({ line }) => line),
      Array.from({ length: rows }, (_, i) => i + 1),
    )
    for (const { line, fate, reason } of found.first)
      assert.deepEqual([fate, reason], [fates[line - 1]!.fate, fates[line - 1]!.reason])
    assert.ok(inserted > 0 && repeated > 0 && rejected > 0)
    assert.deepEqual(
      found.first.map(({ line }) => line),
      Array.from({ length: 20 }, (_, i) => i + 1),
    )
  })

test('lists the replaced values of each of the first rows', async () => {
  const { store, accountId } = setup
  const listId = await setup.newList()
  const person = { name: 'Old', format: undefined, countryCode: '', phone: '' }
  const known = { ...person, email: 'known@changes.example' }
  await subscribe(store, accountId, listId, known, ['a', 'stays'])
  const lines = ['known@changes.example;New;TEXT;b', 'new@changes.example;N;;b']
  const { first } = await tried(listId, lines.join('\n'))
  assert.deepEqual(
    first.map(({ changes }) => changes),
    [
      [
        { column: 'name', before: 'Old', after: 'New' },
        { column: 'format', before: 'html', after: 'text' },
        { column: 'DD1', before: 'a', after: 'b' },
      ],
      [],
    ],
  )
})
