/** Random people and conditions that meet often: from small worlds of values. */
import fc from 'fast-check'
import type { Condition, Test } from '../../../src/domain/filters/condition.ts'
import {
  ACTS,
  COLUMNS,
  MEASURES,
  ORDERS,
  TEXT_TESTS,
} from '../../../src/domain/filters/condition.ts'
import type { Person } from './evaluate.ts'

const WORDS = [
  '',
  'Lund',
  'lund',
  'LUND',
  'Malmö',
  'MALMÖ',
  'a%b',
  'a_b',
  "o'hara",
  'und',
  '46',
  'x"y\\z',
  '$1',
  "'; drop table filters; --",
]
const word = fc.constantFrom(...WORDS)
const numeric = fc.constantFrom(
  '',
  '0',
  '7',
  ' 7 ',
  '7,50',
  '7.5',
  '-3',
  '+12',
  '1e3',
  '12 000',
  'seven',
  '999999999999999',
  '٧',
)
const dated = fc.constantFrom(
  '',
  '2026-01-31',
  '2026-02-30',
  ' 2025-12-24 10:00',
  '24.12.2025',
  '2030-01-01',
  '1999-01-01',
)
/** Never at the edge of a day, so that a test that runs a moment does not cross it. */
const ago = fc.constantFrom(0.5, 10.5, 45.5, 120.5)
const sending = fc.constantFrom(1, 2)
/** Between two of those. */
const SINCE = new Date(Date.now() - 20 * 86_400_000).toISOString().slice(0, 10)

/** Of most people all is measured. */
const rarely = fc.nat(3).map(n => n === 0)
const agreed = fc.constantFrom(null, null, true, false)

export const person = (id: number): fc.Arbitrary<Person> =>
  fc.record({
    id: fc.constant(id),
    email: fc
      .constantFrom('example.test', 'shop.example.test', 'other.test')
      .map(domain => `p${id}@${domain}`),
    name: word,
    format: fc.constantFrom('html', 'text'),
    country: fc.constantFrom('', '46', '1'),
    phone: fc.constantFrom('', '0701234567'),
    // DD1 and DD2 are text, DD3 a number, DD4 a day.
    fields: fc
      .tuple(word, word, numeric, dated, fc.nat(4))
      .map(([a, b, c, d, kept]) => [a, b, c, d].slice(0, kept)),
    lists: fc.subarray([1, 2, 3]),
    joinedDaysAgo: fc.tuple(ago, ago, ago),
    imported: fc.subarray([1, 2, 3]),
    signedUp: fc.array(
      fc.record({
        form: fc.constantFrom(1, 2),
        lists: fc.subarray([1, 2, 3], { minLength: 1 }),
        daysAgo: ago,
      }),
      { maxLength: 2 },
    ),
    got: fc.uniqueArray(
      fc.record({
        kind: fc.constantFrom('sending', 'trigger'),
        source: sending,
        state: fc.constantFrom('planned', 'accepted', 'uncertain', 'bounced', 'failed'),
        daysAgo: ago,
        unmeasured: fc.record({ opens: rarely, clicks: rarely }),
      }),
      { selector: ({ kind, source }) => `${kind} ${source}`, maxLength: 3 },
    ),
    agreed: fc.record({ opens: agreed, clicks: agreed }),
    bounces: fc.array(
      fc.record({ kind: fc.constantFrom('hard', 'soft'), daysAgo: ago, counts: fc.boolean() }),
      { maxLength: 2 },
    ),
    engagements: fc.uniqueArray(
      fc.record({
        sending,
        openedDaysAgo: fc.oneof(ago, fc.constant(-1)),
        clickedDaysAgo: fc.oneof(ago, fc.constant(-1)),
      }),
      { selector: one => one.sending, maxLength: 2 },
    ),
    links: fc.uniqueArray(fc.record({ sending, link: fc.constantFrom(1, 2), daysAgo: ago }), {
      selector: ({ sending, link }) => `${sending} ${link}`,
      maxLength: 3,
    }),
  })

const days = fc.option(fc.constantFrom(5, 30, 90), { nil: undefined })
const order = fc.constantFrom(...ORDERS)
const textColumn = fc.oneof(
  fc.constantFrom(...COLUMNS.filter(column => column !== 'format')),
  fc.constantFrom(1, 2),
)
const anyColumn = fc.oneof(fc.constantFrom(...COLUMNS), fc.constantFrom(1, 2, 3, 4))
const domain = fc.constantFrom('example.test', 'other', 'EXAMPLE.test', 'p1@')

const test = fc.oneof(
  fc.record({
    column: textColumn,
    text: fc.constantFrom(...TEXT_TESTS),
    values: fc.tuple(fc.oneof(word, domain)),
  }),
  fc.record({
    column: textColumn,
    text: fc.constant('=' as const),
    values: fc.array(fc.oneof(word, domain), { minLength: 1, maxLength: 4 }),
  }),
  fc.record({
    column: fc.constant('format' as const),
    text: fc.constant('=' as const),
    values: fc.constantFrom(['html'], ['text']),
  }),
  fc.record({ column: anyColumn, empty: fc.constant(true as const) }),
  fc.record({
    column: fc.constant(3),
    number: order,
    value: fc.constantFrom('0', '7', '7.5', '-3', '12', '999999999999999'),
  }),
  fc.record({
    column: fc.constant(4),
    date: order,
    value: fc.oneof(
      fc.constantFrom('2026-01-31', '2025-12-24'),
      fc.integer({ min: -400, max: 400 }),
    ),
  }),
  fc.record({ list: fc.constantFrom(1, 2, 3) }),
  fc
    .record({
      joined: fc.constantFrom('any', 1, 2, 3),
      by: fc.constantFrom({}, {}, { import: 1 }, { import: 3 }, { form: 1 }, { form: 2 }),
      time: fc.constantFrom({}, { days: 30 }, { days: 90 }, { since: SINCE }),
    })
    .map(({ joined, by, time }) => ({ joined, ...by, ...time })),
  fc
    .record({
      what: fc.constantFrom(
        { got: 'any' },
        { got: 'newsletter', id: 1 },
        { got: 'newsletter', id: 2 },
        { got: 'sending', id: 1 },
      ),
      days,
    })
    .map(({ what, days }) => without({ ...what, days })),
  fc.record({ did: fc.constantFrom(...ACTS), newsletter: sending, days }).map(without),
  fc.record({ measured: fc.constantFrom(...MEASURES) }),
  fc.record({ bounced: fc.constantFrom('any', 'hard', 'soft'), days }).map(without),
  fc
    .record({
      did: fc.constantFrom(...ACTS),
      sending: fc.option(sending, { nil: undefined }),
      days,
    })
    .map(without),
  fc
    .record({ did: fc.constant('clicked' as const), sending, link: fc.constantFrom(1, 2), days })
    .map(without),
)

/** What is undefined is not there. */
function without<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as T
}

export const condition: fc.Arbitrary<Condition> = fc.letrec<{ condition: Condition }>(tie => ({
  condition: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    test as fc.Arbitrary<Test>,
    fc.array(tie('condition'), { minLength: 2, maxLength: 3 }).map(all => ({ all })),
    fc.array(tie('condition'), { minLength: 2, maxLength: 3 }).map(any => ({ any })),
    tie('condition').map(not => ({ not })),
  ),
})).condition
