/** What is found in the answers of providers, and what is left unsaid. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  arrivalFindings,
  type ListComplaints,
} from '../../../src/domain/deliverability/findings.ts'
import type { DmarcFacts } from '../../../src/domain/deliverability/stricter-policy.ts'
import {
  daysUntil,
  type ProviderCounts,
} from '../../../src/domain/deliveries/providers/provider-board.ts'

const NONE = { accepted: 0, deferred: 0, blocked: 0, refused: 0, returned: 0, complained: 0 }
const DAYS = daysUntil(new Date('2026-11-30T12:00:00Z'), 30)

/** `of`: the counts of a day, by the number of days ago. */
function found(
  of: (ago: number) => Partial<ProviderCounts>,
  lists: ListComplaints[] = [],
  provider = 'Outlook',
  slowed: { provider: string; says: string; since: string }[] = [],
  policies: DmarcFacts[] = [],
) {
  const days = DAYS.map((day, i) => ({ day, ...NONE, ...of(29 - i) }))
  const total = { ...NONE }
  for (const day of days)
    for (const key of Object.keys(NONE) as (keyof typeof NONE)[]) total[key] += day[key]
  const board = { days: DAYS, providers: [{ provider, total, days }] }
  const replyOf = () => '451 4.7.650 Server busy.'
  return arrivalFindings({ board, lists, slowed, policies, replyOf })
}

const codes = (findings: ReturnType<typeof found>) =>
  findings.map(({ harm, seen }) => `${harm} ${seen.code}`)

test('nothing is said of what is usual, or of a few emails', () => {
  assert.deepEqual(
    found(() => ({ accepted: 1000, deferred: 20, refused: 5 })),
    [],
  )
  assert.deepEqual(
    found(ago => (ago === 0 ? { deferred: 20, blocked: 20 } : {})),
    [],
  )
  // A provider that always puts off as many does nothing new.
  assert.deepEqual(
    found(() => ({ accepted: 800, deferred: 200 })),
    [],
  )
  assert.deepEqual(
    found(() => ({ accepted: 10, complained: 0 })),
    [],
  )
})

test('a provider that begins to put off emails is named, with its words and one remedy', () => {
  const [finding, ...more] = found(ago =>
    ago < 2 ? { accepted: 922, deferred: 78 } : { accepted: 1000 },
  )
  assert.deepEqual(more, [])
  assert.equal(finding!.harm, 'warning')
  assert.equal(finding!.since, '2026-11-29')
  assert.equal(finding!.messages, 156)
  assert.deepEqual(finding!.at, { kind: 'provider', id: 'Outlook' })
  assert.equal(
    finding!.seen.detail,
    'Outlook puts off 5.2% of emails, where 0% are usual: “451 4.7.650 Server busy”.',
  )
  assert.match(finding!.todo.detail, /^Send more slowly/)
  // It passed before: to wait is enough.
  const again = found(ago =>
    ago < 2 || ago === 9 || ago === 16 ? { accepted: 900, deferred: 100 } : { accepted: 1000 },
  )
  assert.match(again[0]!.todo.detail, /^Wait: it was like this on other days of the month \(2\)/)
})

test('a provider that asked for less is named at once, and once', () => {
  const slowed = [
    { provider: 'Outlook', says: '451 4.7.650 Server busy', since: '2026-11-30' },
    { provider: 'elsewhere.test', says: '421 busy', since: '2026-11-30' },
  ]
  const all = found(ago => (ago === 0 ? { accepted: 90, deferred: 10 } : {}), [], 'Outlook', slowed)
  assert.deepEqual(codes(all), ['warning arrival-slowed'])
  assert.equal(
    all[0]!.seen.detail,
    'Outlook has asked for fewer emails: “451 4.7.650 Server busy”.',
  )
})

test('the worst comes first: emails that are lost before those that are late', () => {
  const all = found(ago =>
    ago < 3
      ? { accepted: 700, deferred: 150, blocked: 100, refused: 50, complained: 2 }
      : { accepted: 1000 },
  )
  assert.deepEqual(codes(all), [
    'bad arrival-blocked',
    'bad arrival-addresses',
    'warning arrival-deferred',
  ])
  assert.deepEqual(codes(found(() => ({ accepted: 100, complained: 1 }))), [
    'bad arrival-complained',
  ])
})

test('a list that is complained about more than the others is named', () => {
  const list = (listId: number, complained: number) => ({
    listId,
    name: `List ${listId}`,
    accepted: 10_000,
    complained,
  })
  const [finding, ...more] = found(() => ({}), [list(1, 40), list(2, 10), list(3, 10)])
  assert.deepEqual(more, [])
  assert.deepEqual(finding!.at, { kind: 'list', id: '1' })
  assert.match(finding!.seen.detail, /0\.4% of the emails of the list “List 1” .* 4 times/)
  assert.deepEqual(
    found(() => ({}), [list(1, 10), list(2, 10)]),
    [],
  )
  assert.deepEqual(
    found(() => ({}), [list(1, 2)]),
    [],
  )
})

test('what was like this on the same days of earlier weeks is waited for, by their name', () => {
  // Today is a Monday.
  const [finding] = found(ago => ({
    accepted: 900,
    deferred: [0, 14, 21].includes(ago) ? 900 : 20,
  }))
  assert.equal(finding!.todo.code, 'arrival-deferred-weekday')
  assert.match(finding!.todo.detail, /on 2 earlier Mondays/)
  const [other] = found(ago => ({ accepted: 900, deferred: [0, 9, 14].includes(ago) ? 900 : 20 }))
  assert.equal(other!.todo.code, 'arrival-deferred-wait')
})

test('the largest import of a list that complains is named', () => {
  const list = { listId: 1, name: 'Fair', accepted: 10_000, complained: 40 }
  const largestImport = { id: 12, day: '2026-03-03', people: 8_000 }
  const other = { ...list, listId: 2, complained: 10 }
  const [finding] = found(() => ({}), [{ ...list, largestImport }, other])
  assert.match(finding!.todo.detail, /largest import, 12 of 2026-03-03 with 8,000 people/)
})

test('a DMARC policy that nearly all emails pass may be stricter, step by step', () => {
  const facts = {
    domain: 'shop.example',
    policy: 'none',
    emails: 41_000,
    passed: 40_877,
    since: '2026-11-02',
    reportAddress: 'dmarc-reports@bounces.shop.example',
  }
  const of = (more: Partial<DmarcFacts>) =>
    found(() => ({}), [], 'Outlook', [], [{ ...facts, ...more }])
  const [finding, ...more] = of({})
  assert.deepEqual(more, [])
  assert.equal(finding!.harm, 'advice')
  assert.equal(finding!.since, '2026-11-02')
  assert.deepEqual(finding!.at, { kind: 'domain', id: 'shop.example' })
  assert.equal(
    finding!.seen.detail,
    'The DMARC policy of shop.example may be stricter than p=none: 99.7% of 41,000 emails in ' +
      'reports of receivers pass it.',
  )
  assert.match(finding!.todo.detail, /^Put p=quarantine in place of p=none in .* _dmarc\.shop\.ex/)
  assert.deepEqual(finding!.record, {
    name: '_dmarc.shop.example',
    type: 'TXT',
    value: 'v=DMARC1; p=quarantine; rua=mailto:dmarc-reports@bounces.shop.example',
  })
  // Reports in a mailbox: only its owner knows the address.
  const [second] = of({ policy: 'quarantine', reportAddress: undefined })
  assert.equal(second!.record!.value, 'v=DMARC1; p=reject')
  assert.deepEqual(of({ policy: 'reject' }), [])
  assert.deepEqual(of({ passed: 40_000 }), [])
  assert.deepEqual(of({ emails: 999, passed: 999 }), [])
})

test('what is only better comes after what is wrong', () => {
  const policy = { domain: 'a.example', policy: 'none', emails: 1e6, passed: 1e6, since: DAYS[0]! }
  const all = found(
    () => ({ accepted: 900, blocked: 40 }),
    [],
    'Outlook',
    [],
    [{ ...policy, reportAddress: undefined }],
  )
  assert.deepEqual(codes(all), ['warning arrival-blocked', 'advice arrival-dmarc'])
})
