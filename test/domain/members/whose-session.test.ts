/**
 * Whoever does not hold the mailbox of a person has no session of an account that did not give it
 * to them, whatever people do in which order: four people in three accounts, of which one person is
 * hostile, and owns an account. The hostile one uses whatever link they were shown, and tries the
 * password that they have set wherever they could. Everybody else gets in again by their mailbox.
 */
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { closeAccounts, HONEST, HOSTILE, type Name, openAccounts } from './session-accounts.ts'
import { attack, begin, getsInAgain, holds, type Step, take, VERBS } from './session-world.ts'

const RUNS = Number(process.env.SESSION_RUNS ?? 12)

before(openAccounts)
after(closeAccounts)

/** Most is done to one person, so that what is done meets. */
const steps = fc.constantFrom(...HONEST).chain(victim =>
  fc.array(
    fc.record<Step>({
      verb: fc.constantFrom(...VERBS),
      account: fc.constantFrom(0, 0, 1, 2),
      name: fc.constantFrom(victim, victim, victim, HOSTILE, ...HONEST),
      pick: fc.nat(7),
      flag: fc.boolean(),
      used: fc.boolean(),
    }),
    { minLength: 6, maxLength: 30, size: 'max' },
  ),
)

const scene = (...parts: [Step['verb'], number, Name, Partial<Step>?][]): [Step[]] => [
  parts.map(([verb, account, name, more]) => ({
    ...{ verb, account, name, pick: 0, flag: false, used: true },
    ...more,
  })),
]

/** How accounts were taken over before there were proofs; each is tried first. */
const TAKEOVERS: [Step[]][] = [
  // Made by the hostile one beforehand, invited elsewhere, and brought in by the provider.
  scene(['invite', 0, 'cleo'], ['invite', 1, 'cleo', { used: false }], ['provider', 1, 'cleo']),
  // The same, with the link of the other account handed over, or mailed.
  scene(['invite', 0, 'cleo'], ['invite', 1, 'cleo'], ['attack', 1, 'cleo']),
  scene(['invite', 0, 'cleo'], ['invite', 1, 'cleo', { flag: true }], ['attack', 1, 'cleo']),
  // A link that was shown before somebody joined another account.
  scene(
    ['invite', 0, 'cleo', { flag: true }],
    ['reset', 0, 'cleo', { used: false }],
    ['invite', 1, 'cleo'],
  ),
  // One that was used before.
  scene(['invite', 0, 'cleo', { flag: true }], ['reset', 0, 'cleo'], ['invite', 1, 'cleo']),
]

test('nobody without the mailbox gets a session of an account that did not give it', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async taken => {
      const world = await begin()
      for (const one of taken) {
        await take(world, one)
        await holds(world)
      }
      await attack(world)
      for (const name of HONEST) await getsInAgain(name)
      await attack(world)
    }),
    {
      numRuns: RUNS,
      examples: TAKEOVERS,
      ...(process.env.SESSION_SEED && { seed: Number(process.env.SESSION_SEED) }),
    },
  )
})
