/** Changes of deliveries of triggers and projects, read in passes, each since the one before. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type DeliveryChange, deliveryChanges } from '../../../src/domain/changes/changed-rows.ts'
import { type ChangesPlace, readChanges } from '../../../src/domain/changes/feed.ts'
import { erase } from '../../../src/domain/privacy/erase.ts'
import { insertTransaction } from '../../../src/domain/transactions/insert.ts'
import { makeProject, type Project } from '../../../src/domain/transactions/projects.ts'
import { type Sink, startSink } from '../../support/smtp-sink.ts'
import { type TriggerSetup, triggerSetup } from '../../support/triggers.ts'
import { until } from '../../support/until.ts'

let setup: TriggerSetup
let sink: Sink
let project: Project
let workers: Awaited<ReturnType<TriggerSetup['startWorkers']>>
before(async () => {
  setup = await triggerSetup()
  const { store, accountId, newsletterId } = setup
  const reply = '550 5.1.1 No such user'
  const tricks = ['p2@', 'refused@'].map(about => ({
    at: 'rcpt' as const,
    do: 'reply' as const,
    about,
    reply,
  }))
  sink = await startSink({ keep: 0, tricks })
  workers = await setup.startWorkers(sink.port)
  project = await makeProject(store, accountId, {
    name: 'Orders',
    newsletterId,
    fromName: 'Shop',
    fromEmail: 'shop@example.test',
    replyTo: '',
    routeId: null,
    marketing: false,
    repeats: '24h',
    retentionDays: null,
    versions: [],
  })
})
after(async () => {
  await workers.stop()
  await sink.stop()
  await setup.drop()
})

let place: ChangesPlace | { since: number } = { since: 0 }

/** What a copy hears in one pass, by pages of two. */
async function pass(): Promise<string[]> {
  const told: DeliveryChange[] = []
  for (let more = true; more; ) {
    const page = await readChanges(setup.store, setup.accountId, place, 2, deliveryChanges)
    told.push(...page.items)
    place = page.place
    more = page.more
  }
  return told
    .map(({ source, sourceId, id, state }) => `${source} ${sourceId} ${id} ${state}`)
    .sort()
}

/** The ledger, as a copy has to hold it; those whose id is given. */
async function ledger(where = 'true'): Promise<string[]> {
  const rows = await setup.ask(
    `select case source_kind when 2 then 'trigger ' else 'transaction ' end || source_id || ' ' ||
       id || ' ' || state from deliveries where account_id = $1 and ${where}`,
    [setup.accountId],
  )
  return rows.map(([line]) => line!).sort()
}

/** What was told is then older than the margin of a pass. */
const older = () => setup.ask("update deliveries set changed_at = changed_at - interval '1 hour'")

const order = async (email: string, sendAt?: Date) => {
  const { guid } = project
  const given = { guid, identifier: '', email, name: '', format: undefined, sendAt, fields: [] }
  return insertTransaction(setup.store, setup.accountId, { ...given, split: false })
}

/** So many have their outcome. */
const ended = (count: number) =>
  until(async () => (await ledger("state in ('accepted', 'bounced')")).length === count)

test('emails of triggers and of projects are told with their states, each once', async () => {
  await setup.add()
  await setup.join([1, 2, 3])
  await setup.advance()
  for (const email of ['one@example.test', 'refused@example.test', 'two@example.test'])
    await order(email)
  await ended(6)
  const all = await ledger()
  assert.equal(all.length, 6)
  assert.equal(all.filter(line => line.endsWith('accepted')).length, 4, all.join('\n'))
  assert.deepEqual(await pass(), all)
  await older()
  await pass()
  assert.deepEqual(await pass(), [])
})

test('what changes later comes alone: a new email, and one that is erased', async () => {
  const { id } = await order('late@example.test', new Date(Date.now() + 3_600_000))
  await order('three@example.test')
  await ended(7)
  // One that was never tried has not changed.
  const [sent] = await ledger("email = 'three@example.test'")
  assert.deepEqual(await pass(), [sent])
  await older()
  await pass()
  await erase(setup.store, setup.accountId, 'late@example.test')
  assert.deepEqual(await pass(), [`transaction ${project.id} ${id} withdrawn`])
})
