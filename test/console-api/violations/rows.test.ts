/** Each row of a batch tells all that it violates, as the route of one row does. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type ApiSetup, apiSetup } from '../api-setup.ts'
import { emailBodies } from './emails.ts'
import { peopleBodies } from './people.ts'
import type { BodiesOf } from './wrong-body.ts'

let setup: ApiSetup
before(async () => {
  setup = await apiSetup()
  const { status } = await setup.call('POST', '/dkim-keys', { domain: 'shop.test' })
  assert.equal(status, 201)
})
after(() => setup.running.close())

interface RowProblem {
  reason: string
  field: string
  code: string
  errors: { field: string; code: string; detail: string }[]
}

/** The bodies of the route of one, with the names of their wrong values as in a batch. */
const rowsOf = ({ wrong }: BodiesOf, one: string, path: string) =>
  wrong
    .filter(([route]) => route === one)
    .map(([, , body, errors], i) => ({
      body,
      errors: Object.fromEntries(
        Object.entries(errors).map(([field, code]) => [
          field.replace('body', `${path}.${i}`),
          code,
        ]),
      ),
    }))

const BATCHES = [
  {
    path: '/emails/batch',
    rows: 'emails',
    wrong: rowsOf(emailBodies, 'POST /emails', 'body.emails'),
    right: { from: 'orders@shop.test', to: 'ada@readers.test', subject: 'Hi', text: 'Hi' },
  },
  {
    path: '/subscribers/batch',
    rows: 'rows',
    wrong: rowsOf(peopleBodies, 'PUT /subscribers/by-address', 'body.rows'),
    right: { email: 'ada@readers.test' },
  },
]

describe('rows of a batch', () => {
  for (const { path, rows, wrong, right } of BATCHES)
    test(`POST ${path} tells all violations of each`, async () => {
      assert.ok(wrong.length > 1)
      const bodies = [...wrong.map(({ body }) => body), right]
      const { status, body: answer } = await setup.call('POST', path, { [rows]: bodies })
      assert.deepEqual([status, answer.refused], [200, wrong.length], JSON.stringify(answer))
      const problems: (RowProblem | null)[] = answer.items.map(
        (item: { problem: RowProblem | null }) => item.problem,
      )
      assert.equal(problems.pop(), null)
      for (const [i, problem] of problems.entries()) {
        const { reason, field, code, errors } = problem!
        assert.equal(reason, 'not-valid')
        const told = Object.fromEntries(errors.map(({ field, code }) => [field, code]))
        assert.deepEqual(told, wrong[i]!.errors)
        assert.ok(errors.every(({ detail }) => detail.length > 0))
        assert.deepEqual([field, code], [errors[0]!.field, errors[0]!.code])
      }
    })
})
