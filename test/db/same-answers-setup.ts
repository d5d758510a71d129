/** An account with some of everything that the program stores, made by the program. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Bench } from '../../bench/own-database.ts'
import { projectIn } from '../../bench/transactions.ts'
import { editField } from '../../src/domain/demographics/change-field.ts'
import { addNamedFilter } from '../../src/domain/filters/save-filter.ts'
import { PLAIN_CSV, queueImport } from '../../src/domain/imports/queue-import.ts'
import { optOut } from '../../src/domain/opt-outs/opt-out.ts'
import { sendingProgress } from '../../src/domain/sendings/progress.ts'
import { addCredits } from '../../src/domain/sms/credits/credits.ts'
import { sendSmsToList } from '../../src/domain/sms/send-sms.ts'
import { removeSubscriptions } from '../../src/domain/subscribers/unsubscribe.ts'
import { foldHits } from '../../src/domain/tracking/fold-hits.ts'
import { insertTransaction } from '../../src/domain/transactions/insert.ts'
import { closureIn, hitIn } from '../domain/reports/reported.ts'
import type { temporaryStore } from '../support/database.ts'
import { ended, startImportWorker } from '../support/imports.ts'
import { startSink } from '../support/smtp-sink.ts'
import { triggerSetup } from '../support/triggers.ts'

const PEOPLE = 400
const TOWNS = "array['Lund', 'Malmö', 'Åre', '']"

export interface Filled {
  accountId: number
  username: string
  password: string
  /** Of the project. */
  guid: string
}

export async function fillEverything(
  given: Awaited<ReturnType<typeof temporaryStore>>,
): Promise<Filled> {
  const setup = await triggerSetup(PEOPLE, { ...given, drop: async () => {} })
  const { store, accountId, listId, ask } = setup
  await editField(store, accountId, 1, { name: 'Town' })
  await ask(
    `update subscribers set fields = array[(${TOWNS})[1 + id % 4], 'a' || id % 7], phone =
       '070' || lpad(id::text, 7, '0'), country_code = '46', format =
       case when id % 5 = 0 then 'text' else 'html' end
     where account_id = $1 and id % 3 > 0`,
    [accountId],
  )
  await addNamedFilter(store, accountId, 'Of Lund', 'DD1 = "Lund" or opened')
  // Emails of a sending, of a trigger and of transactions.
  const sink = await startSink()
  const first = await setup.send()
  const guid = await projectIn({ store, accountId } as Bench)
  for (let n = 1; n <= 30; n++)
    await insertTransaction(store, accountId, {
      guid,
      identifier: `order ${n % 25}`,
      name: 'Åsa',
      format: undefined,
      split: false,
      email: `p${n % 20}@example.test`,
      sendAt: undefined,
      fields: [String(n), 'Lund'],
    })
  await setup.add()
  await setup.join([PEOPLE + 1, PEOPLE + 2, PEOPLE + 3])
  await setup.advance()
  const workers = await setup.startWorkers(sink.port)
  while ((await sendingProgress(store, accountId, first)).state !== 'finished') await pause(100)
  await workers.stop()
  await sink.stop()
  const messages = await ask('select id from trigger_messages where account_id = $1', [accountId])
  const noon = Date.UTC(2026, 4, 4, 11)
  for (let n = 1; n <= 300; n++)
    await hitIn(store, accountId, {
      sourceId: first,
      deliveryId: 1 + ((n * 7) % PEOPLE),
      at: noon + n * 61_000,
      ...(n % 3 === 0 && { kind: 'click' as const, link: 1 }),
      ...(n % 11 === 0 && { verdict: 'scanner' as const, reason: 'agent' }),
      ...(n % 13 === 0 && { agent: 'Safari, iPhone' }),
    })
  for (const [id] of messages)
    await hitIn(store, accountId, {
      source: 'trigger',
      sourceId: Number(id),
      deliveryId: PEOPLE + 1,
      at: noon,
    })
  await foldHits(store, accountId)
  await closureIn(store, accountId, { sendingId: first, link: 1, value: '99.50', currency: 'SEK' })
  for (let n = 10; n < 20; n++)
    await optOut(store, accountId, {
      email: `p${n}@example.test`,
      reason: 'enough',
      listText: '',
      sendingText: '',
    })
  for (let n = 20; n < 30; n++)
    await removeSubscriptions(store, accountId, { subscriberId: n, email: '' }, listId)
  await ask(
    `insert into bounces (account_id, id, subscriber_id, email, kind, class, rule, identity,
       received_at, source_kind, source_id, delivery_id)
     select $1, n, n, 'p' || n || '@example.test', (array['hard', 'soft'])[1 + n % 2], 'x', 'x',
       'x', timestamptz '2026-05-05 10:00+00', 1, $2, n
     from tenants t, generate_series(30, 60) n where t.account_id = $1`,
    [accountId, first],
  )
  await addCredits(store, accountId, '1000', '')
  await sendSmsToList(store, accountId, listId, 'Hej')
  const imports = await startImportWorker(store)
  const text = 'a@x.test;Ann;html;Lund\nnobody;;;\np1@example.test;New;html;Åre\n'
  const importId = await queueImport(store, accountId, {
    listId,
    source: { document: [Buffer.from(text)], name: 'people.csv' },
    options: PLAIN_CSV,
  })
  await ended(store, accountId, importId)
  await imports.stop()
  // One that waits for its time.
  await setup.send()
  return { accountId, username: 'sender', password: 'correct horse battery staple', guid }
}
