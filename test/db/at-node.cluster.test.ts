/** Hot statements of an account are run at the node that has it. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { createAtNode } from '../../src/db/at-node/at-node.ts'
import type { Db } from '../../src/db/db.ts'
import { DEADLINES } from '../../src/db/deadlines.ts'
import { addAccount } from '../../src/domain/accounts/add-account.ts'
import { claimDeliveries, settleDeliveries } from '../../src/domain/deliveries/deliveries.sql.ts'
import { makeList } from '../../src/domain/lists/add-list.ts'
import { addDraft } from '../../src/domain/newsletters/save-newsletter.ts'
import {
  saveSubscription,
  saveSubscriptions,
} from '../../src/domain/subscribers/subscribers.sql.ts'
import { addArrivals, foldArrivals } from '../../src/domain/tracking/tracking.sql.ts'
import { insertTransactions, saveTransaction } from '../../src/domain/transactions/insert.sql.ts'
import { makeProject } from '../../src/domain/transactions/projects.ts'
import { claimTransactions } from '../../src/domain/transactions/sending.sql.ts'
import { SOURCE } from '../../src/lib/source-kind.ts'
import { temporaryStore } from '../support/database.ts'

const LIST = {
  name: 'All',
  fromName: 'News',
  fromEmail: 'news@example.org',
  description: '',
  characterSet: '',
}
const PERSON = {
  name: 'Ada',
  format: 'html',
  liftBefore: 'infinity',
  keepFormat: true,
  countryCode: '',
  phone: '',
  fields: [] as string[],
  keyHash: null,
}

test('each hot statement is run there, and does what it does elsewhere', async () => {
  const { store, connection, drop } = await temporaryStore()
  const there = createAtNode({
    connection,
    connections: 2,
    deadlines: DEADLINES,
    patienceMillis: 10_000,
    ask: store.run,
    onLost: assert.ifError,
  })
  const db: Db = {
    async run(statement, values) {
      const answer = await there.run(statement, values)
      assert.ok(answer, `${statement.name} was left to the coordinator`)
      return answer
    },
    transact: () => assert.fail('a transaction'),
  }
  try {
    const { id: accountId } = (await addAccount(store, {
      username: 'ada',
      password: 'a long one',
    }))!
    const listId = await makeList(store, accountId, LIST)
    const newsletterId = await addDraft(store, accountId, {
      name: 'Receipt',
      subject: 'Receipt',
      preheader: '',
      text: 'Hello',
      fromName: 'Shop',
      fromEmail: 'shop@example.test',
      replyTo: '',
      listId: null,
    })
    const { id: projectId, guid } = await makeProject(store, accountId, {
      name: 'Orders',
      newsletterId,
      fromName: '',
      fromEmail: '',
      replyTo: '',
      routeId: null,
      marketing: false,
      repeats: '24h',
      retentionDays: null,
      versions: [],
    })

    const email = 'ada@example.com'
    const one = { accountId, listId, id: 7, email, emailKey: email, ...PERSON }
    assert.deepEqual(await saveSubscription(db, one), { saved: 7 })
    const many = {
      accountId,
      ids: [8, 9],
      listIds: [listId, listId],
      liftBefore: 'infinity',
      keepFormat: true,
      emails: [email, 'bob@example.com'],
      emailKeys: [email, 'bob@example.com'],
      names: ['Ada', 'Bob'],
      formats: ['html', 'html'],
      countryCodes: ['', ''],
      phones: ['', ''],
      fields: ['{}', '{}'],
      hashed: false,
      keyHashes: [],
    }
    const saved = (await saveSubscriptions(db, many)).map(row => row.id)
    assert.deepEqual(saved.toSorted(), [7, 9])

    const order = { accountId, guid, version: '', email, emailKey: email, name: 'Ada' }
    const sent = { ...order, format: 'html', sendAt: null }
    const single = { ...sent, id: 1, identifier: 'a', fields: [], key: randomUUID() }
    assert.deepEqual(await saveTransaction(db, single), {
      projectId,
      transactionId: 1,
      dueNow: true,
    })
    const batch = {
      accountId,
      ids: [2],
      guids: [guid],
      versions: [''],
      identifiers: ['a'],
      emails: [email],
      emailKeys: [email],
      names: ['Ada'],
      formats: ['html'],
      fields: ['{}'],
      sendTimes: [null as never],
      keys: [single.key],
    }
    const repeated = await insertTransactions(db, batch)
    assert.deepEqual(
      repeated.map(row => row.transactionId),
      [1],
    )

    const claim = {
      accountId,
      most: 10,
      claimId: randomUUID(),
      worker: randomUUID(),
      leaseSeconds: 60,
    }
    const claimed = await claimTransactions(db, { ...claim, projectId })
    assert.deepEqual(
      claimed.map(row => row.email),
      [email],
    )
    const source = { accountId, sourceKind: SOURCE.transaction, sourceId: projectId }
    const { settled } = await settleDeliveries(db, {
      ...source,
      ids: [1],
      states: ['accepted'],
      replies: ['250 Ok'],
      reasons: [null],
      nextTries: [null as never],
      tries: [0],
      unspent: [0],
      providers: ['Gmail'],
      providerOutcomes: ['accepted'],
      routeIds: [1],
      providerReplies: [''],
      part: 0,
      doneClaims: [claim.claimId],
    })
    assert.equal(settled, 1)
    assert.deepEqual(
      await claimDeliveries(db, { ...claim, ...source, sourceKind: SOURCE.sending }),
      [],
    )

    await addArrivals(db, {
      accountId,
      id: 1,
      ids: [1],
      kinds: ['view'],
      sourceKinds: [SOURCE.sending],
      sourceIds: [5],
      deliveryIds: [7],
      linkNumbers: [0],
      moments: [Date.now()],
      verdicts: ['person'],
      reasons: [''],
      agents: [''],
      networks: [''],
    })
    const fold = { accountId, most: 10, wait: true, holdSeconds: 0 }
    assert.deepEqual(await foldArrivals(db, fold), { taken: 1 })
    const views = await store.withClient(client =>
      client.query('select views::int from engagements where account_id = $1', [accountId]),
    )
    assert.deepEqual(views.rows, [{ views: 1 }])
  } finally {
    await there.close()
    await drop()
  }
})
