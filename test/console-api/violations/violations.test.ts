/**
 * One answer tells all that a body violates: types and lengths, which its schema finds, beside
 * addresses, names and the like, which the domain judges. Every route with a body is looked at.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { z } from 'zod'
import { checked } from '../../../src/actions/action.ts'
import { ApiProblem } from '../../../src/actions/problem.ts'
import { actions } from '../../../src/actions/table.ts'
import { type ApiSetup, apiSetup } from '../api-setup.ts'
import { accountBodies } from './account.ts'
import { emailBodies } from './emails.ts'
import { installationBodies } from './installation.ts'
import { peopleBodies } from './people.ts'
import { programBodies } from './programs.ts'
import { sendingBodies } from './sendings.ts'
import type { WrongBody } from './wrong-body.ts'

const BODIES = [
  emailBodies,
  peopleBodies,
  programBodies,
  accountBodies,
  installationBodies,
  sendingBodies,
]
const WRONG: WrongBody[] = BODIES.flatMap(({ wrong }) => wrong)
const WITHOUT_RULES = Object.assign({}, ...BODIES.map(({ withoutRules }) => withoutRules))

let setup: ApiSetup
before(async () => {
  setup = await apiSetup()
  // The only account operates the installation.
  const text = "update accounts set closed_at = now() where username = 'other'"
  await setup.running.store.run({ name: '', text, again: false }, [])
})
after(() => setup.running.close())

describe('all that is wrong is told at once', () => {
  for (const [i, [route, path, body, wrong]] of WRONG.entries())
    test(`${route}, ${i}`, async () => {
      const { status, body: answer } = await setup.call(route.split(' ')[0]!, path, body)
      assert.deepEqual([status, answer.reason], [400, 'not-valid'], JSON.stringify(answer))
      const errors = answer.errors as { field: string; code: string; detail: string }[]
      assert.deepEqual(Object.fromEntries(errors.map(({ field, code }) => [field, code])), wrong)
      assert.equal(errors.length, Object.keys(wrong).length)
      assert.ok(errors.every(({ detail }) => detail.length > 0))
      assert.deepEqual([answer.field, answer.code], [errors[0]!.field, errors[0]!.code])
    })
})

test('of very many, the first fifty are told', async () => {
  const names = Array.from({ length: 100_000 }, (_, i) => `X-${i}`)
  const headers = Object.fromEntries(names.map((name, i) => [name, i % 2 === 0 ? 5 : 'a\u0001']))
  const email = { to: 'ada@readers.test', subject: 'Hi', text: 'Hi', headers }
  const { status, body } = await setup.call('POST', '/emails', email)
  assert.deepEqual([status, body.errors.length, body.field], [400, 50, 'body.headers.X-0'])
})

type Shaped = z.ZodType & { shape?: Record<string, z.ZodType> }

const withBody = actions.flatMap(({ route, ...rest }) => {
  const { shape = {} } = ('body' in rest ? rest.body : {}) as Shaped
  return Object.keys(shape).length > 0
    ? [{ route, body: (rest as { body: Shaped }).body, shape }]
    : []
})

describe('every route with a body', () => {
  test('has a wrong body above, or values that no rule of the domain judges', () => {
    const shown = new Set<string>(WRONG.map(([route]) => route))
    const unseen = withBody.filter(({ route }) => !shown.has(route) && !(route in WITHOUT_RULES))
    assert.deepEqual(
      unseen.map(({ route }) => route),
      [],
    )
    const routes = new Set<string>(withBody.map(({ route }) => route))
    assert.deepEqual(
      Object.keys(WITHOUT_RULES).filter(name => !routes.has(name) || shown.has(name)),
      [],
    )
    assert.ok(Object.values(WITHOUT_RULES).every(reason => String(reason).length > 0))
  })

  for (const { route, body, shape } of withBody)
    test(`${route} names each value of a wrong type`, () => {
      const given = Object.entries(shape).flatMap(([name, schema]) => {
        const wrong = [{ '': [0] }, 0.5, true, [[{}]]].find(
          value => !schema.safeParse(value).success,
        )
        return wrong === undefined ? [] : [[name, wrong] as const]
      })
      const told = new Set(fieldsOf(body, Object.fromEntries(given)))
      assert.deepEqual(
        given.map(([name]) => name).filter(name => !told.has(name)),
        [],
      )
    })
})

/** The first names of the fields that the refusal of a body names. */
function fieldsOf(body: z.ZodType, given: unknown): string[] {
  try {
    checked(body, given, 'body')
  } catch (error) {
    if (error instanceof ApiProblem)
      return (error.facts.errors ?? []).map(({ field = '' }) => field.split('.')[1] ?? '')
    throw error
  }
  return []
}
