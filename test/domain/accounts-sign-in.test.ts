/**
 * Signing in: quick when verified before, slow for who fails often, and never closed to a right
 * password.
 */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { Store } from '../../src/db/db.ts'
import { addAccount } from '../../src/domain/accounts/add-account.ts'
import {
  changePassword,
  closeAccount,
  reopenAccount,
} from '../../src/domain/accounts/change-account.ts'
import {
  createFailures,
  FAILURE_RULES,
  peerOf,
} from '../../src/domain/accounts/guessing/failures.ts'
import { createSignIn, type SignIn } from '../../src/domain/accounts/sign-in.ts'
import { Refusal } from '../../src/domain/refusal.ts'
import { temporaryStore } from '../support/database.ts'
import { leastMillis } from '../support/processor-time.ts'

let store: Store
let drop: () => Promise<void>
before(async () => {
  ;({ store, drop } = await temporaryStore())
})
after(() => drop())

const newAccount = async () =>
  (await addAccount(store, {
    username: `shop-${randomBytes(5).toString('hex')}`,
    password: 'right',
  }))!
const HERE = '192.0.2.1'
const ELSEWHERE = '198.51.100.7'

const reasonOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'in',
    (error: unknown) => {
      if (error instanceof Refusal) return error.reason
      throw error
    },
  )
const millisOf = async (work: () => Promise<unknown>) => {
  const start = performance.now()
  await work()
  return performance.now() - start
}

/** Of the processor: the clock also counts what else a machine does, and how far the store is. */
const workOf = async (work: () => Promise<unknown>) => {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return user + system
}

describe('signing in', () => {
  test('answers the account, ignoring the case of the user name', async () => {
    const account = await newAccount()
    const signIn = createSignIn(store)
    assert.deepEqual(await signIn(account.username.toUpperCase(), 'right', HERE), account)
    assert.equal(await reasonOf(signIn(account.username, 'RIGHT', HERE)), 'unknown-credentials')
    assert.equal(await reasonOf(signIn(account.username, '', HERE)), 'unknown-credentials')
    for (const nobody of ['nobody', '', 'a\0b', 'x'.repeat(100_000)])
      assert.equal(await reasonOf(signIn(nobody, 'right', HERE)), 'unknown-credentials')
  })

  test('a warm call costs a fraction of one that verifies the password', async () => {
    const account = await newAccount()
    const signIn = createSignIn(store)
    const cold = await millisOf(() => signIn(account.username, 'right', HERE))
    const calls = 2_000
    const warm = await millisOf(async () => {
      for (let i = 0; i < calls; i++) await signIn(account.username, 'right', HERE)
    })
    assert.ok(warm / calls < cold / 20, `${warm / calls} ms a call, and ${cold} for the first`)
  })

  test('a program that starts with many calls at once is verified once', async () => {
    const account = await newAccount()
    const calls = (count: number) => {
      const signIn = createSignIn(store)
      const call = () => signIn(account.username, 'right', HERE)
      return Promise.all(Array.from({ length: count }, call))
    }
    const alone = await leastMillis(() => calls(1), 0)
    const together = await leastMillis(() => calls(200), alone * 20)
    assert.ok(together < alone * 100, `${together} ms for 200, ${alone} ms for one`)
  })

  test('a changed password: the new one at once, the old one not once its row is read again', async () => {
    const account = await newAccount()
    const signIn = createSignIn(store)
    await signIn(account.username, 'right', HERE)
    await changePassword(store, account.username, 'new')
    const changedAt = performance.now()
    assert.deepEqual(await signIn(account.username, 'new', HERE), account)
    while (
      (await reasonOf(signIn(account.username, 'right', HERE))) === 'in' &&
      performance.now() - changedAt < 60_000
    )
      await pause(100)
    assert.equal(await reasonOf(signIn(account.username, 'right', HERE)), 'unknown-credentials')
  })

  test('a closed account is out within the time a row is kept, and in again when opened', async () => {
    const account = await newAccount()
    const signIn = createSignIn(store, { rowsKeptMillis: 100 })
    await signIn(account.username, 'right', HERE)
    await closeAccount(store, account.username)
    await pause(110)
    assert.equal(await reasonOf(signIn(account.username, 'right', HERE)), 'unknown-credentials')
    await reopenAccount(store, account.username)
    assert.equal(await reasonOf(signIn(account.username, 'right', HERE)), 'in')
  })

  test('an account made a moment after it was asked for is found', async () => {
    const signIn = createSignIn(store)
    const username = `late-${randomBytes(5).toString('hex')}`
    assert.equal(await reasonOf(signIn(username, 'right', HERE)), 'unknown-credentials')
    await addAccount(store, { username, password: 'right' })
    assert.equal(await reasonOf(signIn(username, 'right', HERE)), 'in')
  })

  test('an unknown user takes as long as a wrong password', async () => {
    const { username } = await newAccount()
    const times = { unknown: [] as number[], wrong: [] as number[] }
    for (let i = 0; i < 15; i++) {
      const signIn = createSignIn(store)
      times.unknown.push(await workOf(() => reasonOf(signIn(`nobody-${i}`, 'wrong', HERE))))
      times.wrong.push(await workOf(() => reasonOf(signIn(username, `wrong-${i}`, HERE))))
    }
    const median = (values: number[]) =>
      values.sort((a, b) => a - b)[Math.floor(values.length / 2)]!
    const ratio = median(times.unknown) / median(times.wrong)
    assert.ok(ratio > 0.6 && ratio < 1.67, `ratio ${ratio}`)
  })
})

describe('failed log-ins', () => {
  const fail = async (signIn: SignIn, username: string, times: number) => {
    const reasons: string[] = []
    for (let i = 0; i < times; i++)
      reasons.push(await reasonOf(signIn(username, `wrong-${i}`, HERE)))
    return reasons
  }

  /** Wrong passwords, all at once. Those that were checked are not those that found no room. */
  const guess = (signIn: SignIn, username: string, count: number) => {
    const reasons: string[] = []
    const all = Array.from({ length: count }, async (_, i) => {
      reasons.push(await reasonOf(signIn(username, `wrong-${i}`, HERE)))
    })
    const checked = () => reasons.filter(reason => reason === 'unknown-credentials').length
    return { all, answered: () => reasons.length, checked }
  }

  test('beyond a bound they are told so and slowed, and a right password still passes, from the same address too', async () => {
    const { username } = await newAccount()
    const signIn = createSignIn(store)
    const reasons = await fail(signIn, username, 20)
    assert.deepEqual(new Set(reasons), new Set(['unknown-credentials']))
    const slow = await millisOf(async () => {
      assert.deepEqual(await fail(signIn, username, 4), Array(4).fill('too-many-failures'))
    })
    assert.ok(slow > 700, `${slow} ms`)
    assert.equal(await reasonOf(signIn(username, 'right', HERE)), 'in')
    // It clears the count, so that a person who mistyped is not slowed any more.
    assert.deepEqual(await fail(signIn, username, 1), ['unknown-credentials'])
  })

  test('a verified program notices nothing of a guesser beside it', async () => {
    const { username } = await newAccount()
    const signIn = createSignIn(store)
    await signIn(username, 'right', HERE)
    const guesses = guess(signIn, username, 40)
    await signIn(username, 'right', HERE)
    assert.ok(guesses.answered() < 5, `${guesses.answered()} guesses were answered before it`)
    await closeAndForget(guesses.all)
  })

  test('a right password from another address does not wait for the guesses at the same account', async () => {
    const { username } = await newAccount()
    const signIn = createSignIn(store)
    const guesses = guess(signIn, username, 300)
    await signIn(username, 'right', ELSEWHERE)
    assert.ok(guesses.checked() < 15, `${guesses.checked()} guesses were checked before it`)
    await closeAndForget(guesses.all)
  })

  test('a right password from the guessing address passes between 16 guessers', async () => {
    const { username } = await newAccount()
    const signIn = createSignIn(store)
    let guessing = true
    const guessers = Array.from({ length: 16 }, async (_, guesser) => {
      for (let i = 0; guessing; i++) await reasonOf(signIn(username, `${guesser}-${i}`, HERE))
    })
    await pause(500)
    assert.equal(await reasonOf(signIn(username, 'right', HERE)), 'in')
    guessing = false
    await Promise.all(guessers)
  })

  test('a flood is bounded: what does not fit is refused at once', async () => {
    const { username } = await newAccount()
    const signIn = createSignIn(store)
    let refused = 0
    const flood = Array.from({ length: 2000 }, (_, i) =>
      reasonOf(signIn(username, `wrong-${i}`, HERE)).then(reason => {
        if (reason === 'too-many-failures') refused++
      }),
    )
    await pause(100)
    assert.ok(refused > 1900, `${refused} refused`)
    await closeAndForget(flood)
  })

  test('a persistent guesser is slowed more and more, up to a bound', () => {
    const failures = createFailures()
    const pauses: number[] = []
    for (let i = 0; i < 400; i++) {
      failures.add(HERE, 'shop')
      pauses.push(failures.pause(HERE, 'shop'))
    }
    assert.deepEqual([...new Set(pauses)], [0, 250, 500, 1000, 2000, 4000])
    assert.equal(failures.pause(ELSEWHERE, 'shop'), 0)
    failures.clear(HERE, 'shop')
    assert.equal(failures.pause(HERE, 'shop'), 0)
  })

  test('the page for operators says what the limits are', () => {
    const page = readFileSync(new URL('../../docs/operating.md', import.meta.url), 'utf8')
    for (const { most, pauseMillis, doubling, longestPauseMillis, leakMillis } of Object.values(
      FAILURE_RULES,
    )) {
      const seconds = (millis: number) => `${millis / 1000} s`
      const growing = `, doubled by each ${doubling} more, up to ${seconds(longestPauseMillis)}`
      const pause = `${seconds(pauseMillis)}${longestPauseMillis > pauseMillis ? growing : ''}`
      assert.ok(
        page.includes(`| ${most} | ${pause} | ${seconds(leakMillis)} |`),
        `${most} | ${pause}`,
      )
    }
  })

  test('a user name full of combining marks costs what letters cost', async () => {
    const signIn = createSignIn(store)
    const cost = (username: string, enough: number) =>
      leastMillis(
        async () =>
          assert.equal(await reasonOf(signIn(username, 'right', HERE)), 'unknown-credentials'),
        enough,
      )
    const usual = await cost('a'.repeat(60_000), 20)
    const enough = 100 + 4 * usual
    const marks = await cost(`a${'\u0301'.repeat(30_000)}${'\u0316'.repeat(30_000)}`, enough)
    assert.ok(marks <= enough, `${marks} ms for marks, ${usual} ms for letters`)
  })

  test('who has gone away is not looked at any more, and makes room', async () => {
    const { username } = await newAccount()
    let looked = 0
    const signIn = createSignIn(store, { onFailure: () => looked++ })
    await fail(signIn, username, 20)
    looked = 0
    const callers = Array.from({ length: 30 }, () => new AbortController())
    const waiting = callers.map(({ signal }, i) =>
      reasonOf(signIn(username, `other-${i}`, HERE, () => signal)),
    )
    // Two who gave the same: it is looked at while one of them is there.
    const shared = [new AbortController(), new AbortController()]
    const both = shared.map(({ signal }) =>
      reasonOf(signIn(username, 'the same', HERE, () => signal)),
    )
    for (const caller of [...callers.slice(1), shared[0]!]) caller.abort()
    assert.equal(await reasonOf(signIn(username, 'right', HERE)), 'in')
    assert.equal(looked, 2)
    assert.equal((await Promise.all(waiting)).length, 30)
    assert.deepEqual(await Promise.all(both), ['too-many-failures', 'too-many-failures'])
  })

  test('addresses of IPv6 count by their network', () => {
    assert.equal(peerOf('2001:db8:1:2:3:4:5:6'), peerOf('2001:db8:1:2::9'))
    assert.notEqual(peerOf('2001:db8:1:2::9'), peerOf('2001:db8:1:3::9'))
    assert.equal(peerOf('::1'), '0:0:0:0::/64')
    assert.equal(peerOf('::ffff:192.0.2.1'), '192.0.2.1')
  })

  /** What is left in the lanes ends by itself, after the test. */
  async function closeAndForget(attempts: Promise<unknown>[]) {
    for (const attempt of attempts) attempt.catch(() => {})
  }
})
