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

const stepOn = (victim: Name) =>
  fc.record<Step>({
    verb: fc.constantFrom(...VERBS),
    account: fc.constantFrom(0, 0, 1, 2),
    name: fc.constantFrom(victim, victim, victim, victim, HOSTILE, ...HONEST),
    pick: fc.nat(7),
    flag: fc.boolean(),
    used: fc.boolean(),
  })

/** What takeovers are made of: something is prepared, the person comes in elsewhere, it is used. */
const partsOn = (victim: Name): fc.Arbitrary<Step>[] => {
  const part = (verb: Step['verb'], accounts: number[], more: Partial<Step> = {}) =>
    fc
      .record({
        account: fc.constantFrom(...accounts),
        pick: fc.nat(7),
        flag: fc.boolean(),
        used: fc.boolean(),
      })
      .map(drawn => ({ verb, name: victim, ...drawn, ...more }))
  return [
    part('invite', [0], { flag: false }),
    part('reset', [0], { flag: false }),
    part('invite', [1, 2]),
    part('provider', [0]),
    part('accept', [0]),
    part('use reset', [0]),
    part('remove', [0]),
    part('remove', [1, 2]),
    part('attack', [0]),
  ]
}

/** Most is done to one person, of whom nothing is known yet, so that what is done meets. */
const steps = fc.constantFrom<Name>('cleo', 'cleo', ...HONEST).chain(victim =>
  fc.array(fc.oneof({ weight: 3, arbitrary: stepOn(victim) }, ...partsOn(victim)), {
    minLength: 6,
    maxLength: 24,
    size: 'max',
  }),
)

const scene = (...parts: [Step['verb'], number, Name, Partial<Step>?][]): [Step[]] => [
  parts.map(([verb, account, name, more]) => ({
    verb,
    account,
    name,
    pick: 0,
    flag: false,
    used: true,
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

test('without the mailbox there is no session of an account that did not give it', async () => {
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
