/**
 * The same calls one by one and as batches get the same answers and leave the same rows: one rule,
 * in functions/save_transaction.sql and in insert.sql. On a cluster too, where a batch runs in
 * steps: a call whose key was new was answered there once and never stored.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { addAccount } from '../../../src/domain/accounts/add-account.ts'
import { addDraft } from '../../../src/domain/newsletters/save-newsletter.ts'
import { insertTransactions, saveTransaction } from '../../../src/domain/transactions/insert.sql.ts'
import { repeatKey } from '../../../src/domain/transactions/insert.ts'
import { makeProject } from '../../../src/domain/transactions/projects.ts'
import { temporaryStore } from '../../support/database.ts'
import { LOW_COST } from '../../support/password-cost.ts'

let opened: Awaited<ReturnType<typeof temporaryStore>>
before(async () => {
  opened = await temporaryStore()
})
after(() => opened.drop())

const run = async (text: string, values: unknown[]) =>
  (await opened.store.run({ name: '', text, again: true }, values)).rows

/** Projects that differ in how long calls are remembered, and in whether they are active. */
const PROJECTS = [
  { repeats: '24h', active: true },
  { repeats: 'forever', active: true },
  { repeats: 'off', active: true },
  { repeats: '24h', active: false },
] as const
const UNKNOWN = PROJECTS.length

let made = 0

interface TestOwner {
  accountId: number
  /** Of the projects, and one of none. */
  guids: string[]
}

async function newOwner(): Promise<TestOwner> {
  const { store } = opened
  const { id: accountId } = (await addAccount(store, {
    username: `shop ${++made}`,
    password: 'correct horse battery staple',
    cost: LOW_COST,
  }))!
  const newsletterId = await addDraft(store, accountId, {
    name: 'Receipt',
    subject: 'Thanks',
    preheader: '',
    source: { kind: 'html' as const, html: '<p>Thanks</p>' },
    text: '',
    fromName: '',
    fromEmail: 'shop@example.test',
    replyTo: '',
    listId: null,
  })
  const guids: string[] = []
  for (const [i, { repeats, active }] of PROJECTS.entries()) {
    const { guid } = await makeProject(store, accountId, {
      name: `project ${i}`,
      newsletterId,
      fromName: '',
      fromEmail: '',
      replyTo: '',
      routeId: null,
      marketing: false,
      repeats,
      retentionDays: null,
      versions: [],
    })
    guids.push(guid)
    if (!active)
      await run('update projects set active = false where account_id = $1 and guid = $2', [
        accountId,
        guid,
      ])
  }
  return { accountId, guids: [...guids, '00000000-0000-4000-8000-000000000000'] }
}

const call = fc.record({
  project: fc.constantFrom(0, 0, 0, 1, 1, 2, 3, UNKNOWN),
  identifier: fc.constantFrom('', '', 'a', 'b', 'c'),
  email: fc.constantFrom('Asa@x.test', 'bo@x.test'),
  version: fc.constantFrom('', 'B'),
  format: fc.constantFrom('html', 'text') as fc.Arbitrary<'html' | 'text'>,
  fields: fc.array(fc.constantFrom('', 'Lund', '"', 'a,b', 'NULL', '\\'), { maxLength: 3 }),
  sendAt: fc.constantFrom(null, new Date('2001-01-01'), new Date('2100-01-01')),
})
type Call = typeof call extends fc.Arbitrary<infer T> ? T : never

/** Of a call with an id; a batch has each key once. */
function rowOf({ guids }: TestOwner, { project, ...given }: Call, id: number) {
  const { email, identifier, fields, sendAt } = given
  const key = identifier === '' ? null : repeatKey(identifier, email, fields, sendAt ?? undefined)
  return { ...given, id, guid: guids[project]!, emailKey: email.toLowerCase(), name: 'Ada', key }
}
type Row = ReturnType<typeof rowOf>

const literal = (texts: string[]): string => `{${texts.map(text => JSON.stringify(text)).join()}}`

async function saveEach({ accountId }: TestOwner, rows: Row[]) {
  const answers = []
  for (const row of rows) {
    const saved = await saveTransaction(opened.store, { accountId, ...row })
    if (saved.projectId !== null) answers.push({ id: row.id, ...saved })
  }
  return answers
}

async function saveAll({ accountId }: TestOwner, rows: Row[]) {
  const column = <Name extends keyof Row>(name: Name) => rows.map(row => row[name])
  const answers = await insertTransactions(opened.store, {
    accountId,
    ids: column('id'),
    guids: column('guid'),
    versions: column('version'),
    identifiers: column('identifier'),
    emails: column('email'),
    names: column('name'),
    emailKeys: column('emailKey'),
    formats: column('format'),
    fields: rows.map(({ fields }) => literal(fields)),
    sendTimes: column('sendAt') as Date[],
    keys: column('key') as string[],
  })
  return answers.toSorted((one, other) => one.id - other.id)
}

/** The stored rows, without present moments. */
const stored = ({ accountId }: TestOwner) =>
  Promise.all([
    run(
      `select t.id, p.name, t.version, t.identifier, t.email, t.email_key, t.name, t.format,
         t.fields, t.send_at > now(), d.email, d.state, d.next_try_at > now(),
         d.next_try_at < now() - interval '12 hours'
       from transactions t left join deliveries d on d.account_id = t.account_id
         and d.source_kind = 3 and d.source_id = t.project_id and d.id = t.id
       join projects p on p.account_id = t.account_id and p.id = t.project_id
       where t.account_id = $1 order by t.id`,
      [accountId],
    ),
    run('select count(*) from deliveries where account_id = $1', [accountId]),
    run(
      `select p.name, r.key, r.transaction_id, r.repeated, r.until = 'infinity'
       from transaction_repeats r join projects p on p.account_id = r.account_id
         and p.id = r.project_id where r.account_id = $1 order by p.name, r.key`,
      [accountId],
    ),
    run(
      `select name, due = 'infinity', due <= now() from projects where account_id = $1
       order by name`,
      [accountId],
    ),
  ])

/** As if a day had passed: what is remembered for one is forgotten. */
const aDayLater = ({ accountId }: TestOwner) =>
  run(
    `update transaction_repeats set until = now() - interval '1 hour',
       since = now() - interval '25 hours' where account_id = $1 and until < 'infinity'`,
    [accountId],
  )

const batches = fc.array(
  fc.record({ later: fc.boolean(), calls: fc.array(call, { minLength: 1, maxLength: 8 }) }),
  { minLength: 1, maxLength: 4 },
)

test('calls one by one and in batches get the same answers and leave the same rows', () =>
  fc.assert(
    fc.asyncProperty(batches, async given => {
      const [single, many] = [await newOwner(), await newOwner()]
      let id = 0
      for (const { later, calls } of given) {
        if (later) for (const owner of [single, many]) await aDayLater(owner)
        const keys = new Set<string>()
        const once = calls.filter(one => {
          const { guid, key } = rowOf(single, one, 0)
          if (key === null) return true
          const isNew = !keys.has(`${guid} ${key}`)
          keys.add(`${guid} ${key}`)
          return isNew
        })
        const first = id + 1
        id += once.length
        const rows = (owner: TestOwner) => once.map((one, i) => rowOf(owner, one, first + i))
        const answers = await saveAll(many, rows(many))
        assert.deepEqual(answers, await saveEach(single, rows(single)))
        const rest = await stored(many)
        assert.deepEqual(rest, await stored(single))
        for (const { id: own, transactionId } of answers)
          assert.ok(
            rest[0].some(([known]) => Number(known) === transactionId),
            `${own} was answered with ${transactionId}, which is not stored`,
          )
        // The same statement once more, as after a connection that broke: nothing is added. Calls
        // with keys count as repetitions then.
        const unkeyed = rows(many).filter(({ key }) => key === null)
        if (unkeyed.length > 0) await saveAll(many, unkeyed)
        assert.deepEqual(await stored(many), rest)
      }
    }),
    { numRuns: 10 },
  ))
