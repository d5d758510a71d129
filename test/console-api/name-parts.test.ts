/**
 * First and last name: imported, given, shown, merged, filtered, exported, taken back; and what
 * becomes of them when a program changes the name, of which it knows the whole only.
 */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { SubscriberDetailAnswer } from '../../src/actions/subscribers/subscribers.ts'
import { subscribe } from '../../src/domain/subscribers/subscribe.ts'
import { type ImportWorker, startImportWorker } from '../support/imports.ts'
import { type ApiSetup, apiSetup } from './api-setup.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'pennypost-names-'))
let setup: ApiSetup
let worker: ImportWorker
before(async () => {
  setup = await apiSetup({ DATA_DIR: dataDir })
  worker = await startImportWorker(setup.running.store)
  await made('POST', '/lists', { name: 'Readers', fromEmail: 'news@example.com' })
})
after(async () => {
  await worker.stop()
  await setup.running.close()
  rmSync(dataDir, { recursive: true, force: true })
})

// biome-ignore lint/suspicious/noExplicitAny: tests read what they expect
async function made<Body = any>(method: string, path: string, body?: unknown): Promise<Body> {
  const answer = await setup.call(method, path, body)
  assert.ok(answer.status < 300, `${method} ${path}: ${answer.status} ${answer.body?.detail}`)
  return answer.body
}

const add = (person: object) =>
  made<SubscriberDetailAnswer>('POST', '/subscribers', { listId: 1, ...person })
const namesOf = ({ name, firstName, lastName }: SubscriberDetailAnswer) => [
  name,
  firstName,
  lastName,
]
const found = async (email: string) => {
  const { items } = await made('GET', `/subscribers?q=${encodeURIComponent(email)}`)
  return made<SubscriberDetailAnswer>('GET', `/subscribers/${items[0].id}`)
}

/** The text of a newsletter for the person. */
async function greeted(email: string, html: string): Promise<string> {
  const head = { name: '', subject: 'x', preheader: '', fromName: '', fromEmail: '', replyTo: '' }
  const source = { kind: 'html', html }
  const content = { ...head, listId: null, inlined: false, text: '', source }
  const shown = await made('POST', '/newsletters/preview', { content, reader: { email } })
  return shown.html.split('\n')[0]
}

async function imported(csv: string): Promise<string> {
  const { id } = await made('POST', '/imports?listId=1&name=a.csv', Buffer.from(csv))
  const { columns } = await made('GET', `/imports/${id}/inspection`)
  await made('POST', `/imports/${id}/start`, { columns })
  for (;;) {
    const { state } = await made('GET', `/imports/${id}`)
    if (state === 'completed') return `/imports/${id}`
    assert.notEqual(state, 'failed')
    await pause(50)
  }
}

test('a person has both, the whole name made of them, and tags of their own', async () => {
  const person = await add({ email: 'hakan@x.test', firstName: ' Håkan', lastName: 'Nowak ' })
  assert.deepEqual(namesOf(person), ['Håkan Nowak', 'Håkan', 'Nowak'])
  assert.deepEqual(person.fields, {})
  const html = '<p>{{ first_name | default: "du" }}, {{ last_name }}{% if first_name %}!{% endif %}'
  assert.equal(await greeted('hakan@x.test', html), '<p>Håkan, Nowak!')
  const at = `/subscribers/${person.id}`
  const changed = await made<SubscriberDetailAnswer>('PATCH', at, { lastName: 'Berg' })
  assert.deepEqual(namesOf(changed), ['Håkan Berg', 'Håkan', 'Berg'])
  const titled = await made<SubscriberDetailAnswer>('PATCH', at, { name: 'Dr. Håkan Berg' })
  assert.deepEqual(namesOf(titled), ['Dr. Håkan Berg', 'Håkan', 'Berg'])
  const exported = await made('GET', `${at}/export`)
  assert.deepEqual(
    [exported.subscriber.firstName, exported.subscriber.lastName, exported.subscriber.fields],
    ['Håkan', 'Berg', {}],
  )
})

test('a part counts as long as the name contains it', async () => {
  const { store } = setup.running
  await add({ email: 'anna@x.test', firstName: 'Anna', lastName: 'Berg' })
  const program = { countryCode: '', phone: '', format: undefined }
  const named = (name: string) =>
    subscribe(store, setup.accountId, 1, { email: 'anna@x.test', name, ...program })
  await named('Anna Svensson')
  assert.deepEqual(namesOf(await found('anna@x.test')), ['Anna Svensson', 'Anna', ''])
  assert.equal(await greeted('anna@x.test', '<p>{{ last_name | default: "-" }}'), '<p>-')
  await named('Petra Svensson')
  assert.deepEqual(namesOf(await found('anna@x.test')), ['Petra Svensson', '', ''])
  await named('')
  assert.equal((await found('anna@x.test')).name, 'Petra Svensson')
})

test('a file has them in columns of their own, and they are taken back with it', async () => {
  await add({ email: 'old@x.test', name: 'Old One' })
  const undo = await imported(
    'Vorname;Nachname;E-Mail\nMaria;von der Heide;maria@x.test\nOlle;;old@x.test\n',
  )
  assert.deepEqual(namesOf(await found('maria@x.test')), [
    'Maria von der Heide',
    'Maria',
    'von der Heide',
  ])
  assert.deepEqual(namesOf(await found('old@x.test')), ['Olle', 'Olle', ''])
  await made('POST', `${undo}/undo`)
  assert.deepEqual(namesOf(await found('old@x.test')), ['Old One', '', ''])
  const { items } = await made('GET', '/subscribers?q=maria%40x.test')
  assert.deepEqual(items, [])
})

test('filters know them, and a person without one has none', async () => {
  await add({ email: 'lena@x.test', firstName: 'Lena', lastName: 'Ek' })
  await add({ email: 'lenaberg@x.test', name: 'Lena Berg' })
  const matching = async (where: string) =>
    (await made('POST', '/filters/try', { where })).samples.map(
      (one: { email: string }) => one.email,
    )
  assert.deepEqual(await matching('first_name = "lena"'), ['lena@x.test'])
  assert.deepEqual(await matching('last_name is empty and name begins with "Lena"'), [
    'lenaberg@x.test',
  ])
})

test('a file of ours has them, and comes back as it was', async () => {
  const csv: string = await made('GET', '/subscribers/export?q=lena%40x.test')
  assert.match(csv, /"Phone"[;,]"First name"[;,]"Last name"[;,]"Since"/)
  assert.match(csv, /"Lena"[;,]"Ek"/)
  const { id } = await made('POST', '/imports?listId=1&name=own.csv', Buffer.from(csv))
  const { columns } = await made('GET', `/imports/${id}/inspection`)
  assert.deepEqual(columns.slice(-6), [
    'country-code',
    'phone',
    'first-name',
    'last-name',
    '-',
    'opted-out',
  ])
})

test('a field that an account calls so is older than the tag', async () => {
  await made('POST', '/fields', { name: 'first_name', type: 'text' })
  const person = await add({
    email: 'own@x.test',
    firstName: 'Olga',
    fields: { DD1: 'From field' },
  })
  assert.equal(person.firstName, 'Olga')
  assert.equal(await greeted('own@x.test', '<p>{{ first_name }}'), '<p>From field')
})
