/** Guessing from many networks: counted per name in the store, over all processes. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { addAccount } from '../../src/domain/accounts/add-account.ts'
import { createAttempts } from '../../src/domain/accounts/guessing/attempts.ts'
import {
  countGuess,
  GUESS_RULE,
  mayGuess,
  rememberNetwork,
  subjectOf,
  trimSignIns,
} from '../../src/domain/accounts/guessing/guesses.ts'
import { createSignIn } from '../../src/domain/accounts/sign-in.ts'
import { Refusal } from '../../src/domain/refusal.ts'
import { temporaryStore } from '../support/database.ts'
import { LOW_COST } from '../support/password-cost.ts'

let opened: Awaited<ReturnType<typeof temporaryStore>>
before(async () => {
  opened = await temporaryStore()
})
after(() => opened.drop())

const ask = (text: string, values: unknown[] = []) =>
  opened.store.run({ name: '', text, again: false }, values)

/** An address of a network that nobody else has. */
let networks = 0
const newNetwork = () => `2001:db8:${(++networks).toString(16)}:1::1`

const reasonOf = (work: Promise<unknown>) =>
  work.then(
    () => 'right',
    error => (error instanceof Refusal ? error.reason : Promise.reject(error)),
  )

/** Guesses until one is not looked at; as a process of its own each time. */
async function attack(name: string) {
  for (let n = 0; n <= GUESS_RULE.most; n++)
    await countGuess(opened.store, subjectOf('account', name))
}

test('after many wrong passwords of a name all other networks share one attempt in some seconds', async () => {
  const { store } = opened
  let looked = 0
  // Two processes on one store.
  const takes = [1, 2].map(() =>
    createAttempts(store, { kind: 'account', atOnce: 1, onFailure: () => {} }),
  )
  const guess = (n: number, peer: string) =>
    takes[n % 2]!({
      peer,
      key: 'shop',
      possible: true,
      look: async () => ({ accountId: ++looked }),
    })
  const answers: string[] = []
  for (let n = 0; n < 3 * GUESS_RULE.most; n++) answers.push(await reasonOf(guess(n, `peer ${n}`)))
  // One more is the first turn of the slow ones; more, where the machine is slow.
  const passed = looked - GUESS_RULE.most
  assert.ok(passed >= 1 && passed < GUESS_RULE.most, `${looked} were looked at`)
  assert.equal(answers.filter(one => one === 'unknown-credentials').length, GUESS_RULE.most)
  await ask(`update sign_in_failures set next_at = now() + interval '1 hour'`)
  const before = looked
  assert.equal(await reasonOf(guess(0, 'another')), 'too-many-failures')
  assert.equal(looked, before)
  // Another name is not concerned.
  assert.equal(await mayGuess(store, subjectOf('account', 'other'), 'another'), true)
  // Half an hour later fifty have leaked away.
  await ask(`update sign_in_failures set at = at - interval '30 minutes'`)
  assert.equal(await reasonOf(guess(0, 'another')), 'unknown-credentials')
})

test('a network that has signed in before is not limited by guesses from elsewhere', async () => {
  const { store } = opened
  await addAccount(store, { username: 'known', password: 'right', cost: LOW_COST })
  const home = newNetwork()
  assert.equal(await reasonOf(createSignIn(store)('known', 'right', home)), 'right')
  await attack('known')
  await ask(`update sign_in_failures set next_at = now() + interval '1 hour'`)
  // Each a process that was started just now, which has verified nothing.
  const fresh = (peer: string, password = 'right') =>
    reasonOf(createSignIn(store)('known', password, peer))
  assert.equal(await fresh(newNetwork()), 'too-many-failures')
  assert.equal(await fresh(home), 'right')
  // Another machine of the same network.
  assert.equal(await fresh(home.replace(/::1$/, '::2')), 'right')
  assert.equal(await fresh(home, 'wrong'), 'too-many-failures')
  await ask(`update sign_in_failures set next_at = now()`)
  const moved = newNetwork()
  assert.equal(await fresh(moved), 'right', 'the next turn')
  await ask(`update sign_in_failures set next_at = now() + interval '1 hour'`)
  assert.equal(await fresh(moved), 'right', 'known from now on')
})

test('an unknown name is answered as a known one (no user enumeration)', async () => {
  const { store } = opened
  await attack('nobody at all')
  await ask(`update sign_in_failures set next_at = now() + interval '1 hour'`)
  const signIn = createSignIn(store)
  assert.equal(await reasonOf(signIn('nobody at all', 'x', newNetwork())), 'too-many-failures')
})

test('the store keeps no name, few networks of each, and nothing for long', async () => {
  const { store } = opened
  const subject = subjectOf('person', 'ada@example.com')
  assert.match(subject, /^[\w-]{43}$/)
  assert.notEqual(subject, subjectOf('account', 'ada@example.com'))
  for (let n = 0; n < 210; n++) await rememberNetwork(store, subject, `network ${n}`)
  const kept = async (table: string, of: string) =>
    Number((await ask(`select count(*) from ${table} where subject = $1`, [of])).rows[0]![0])
  assert.equal(await kept('sign_in_networks', subject), 200)
  await countGuess(store, subject)
  await trimSignIns(store)
  assert.deepEqual(
    [await kept('sign_in_networks', subject), await kept('sign_in_failures', subject)],
    [200, 1],
  )
  await ask(`update sign_in_networks set seen_on = seen_on - 90 where subject = $1`, [subject])
  await ask(
    `update sign_in_failures set at = at - interval '1 minute', next_at = at where subject = $1`,
    [subject],
  )
  await trimSignIns(store)
  assert.deepEqual(
    [await kept('sign_in_networks', subject), await kept('sign_in_failures', subject)],
    [0, 0],
  )
})

test('the page for operators says what the limits are', () => {
  const page = readFileSync(new URL('../../docs/operating.md', import.meta.url), 'utf8')
  const { most, leakSeconds, pauseSeconds, networkDays } = GUESS_RULE
  assert.ok(page.includes(`| ${most} | one in ${pauseSeconds} s | ${leakSeconds} s |`))
  assert.ok(page.includes(`within ${networkDays} days`))
})
