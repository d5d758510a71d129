/** Operations of later versions: in every binding one clear fault, also where the result is a number that could pass as an answer. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ServiceFault } from '../../src/client/fault.ts'
import { type Binding, bindings, type Texts, textsOf } from '../../src/client/request.ts'
import { entryOf, type OperationName, operationNames } from '../../src/contract/index.ts'
import type { Param } from '../../src/contract/types.ts'
import { isAvailable } from '../../src/operations/index.ts'
import { newAccount } from '../support/account.ts'
import { refusal } from '../support/client.ts'

const MOMENT = new Date('2026-01-31T13:00:00Z')

/** Values that can be read, whatever the operation would say to them. */
function inputOf(name: OperationName): Record<string, unknown> {
  const sample = ({ xsd, form }: Param<unknown>): unknown => {
    if (xsd === 'ints') return [1]
    if (xsd === 'boolean') return true
    if (xsd === 'char') return ';'
    if (xsd === 'dateTime' || form.startsWith('yyyy')) return MOMENT
    if (xsd === 'int' || form.startsWith('decimal digits')) return 1
    return form.startsWith('a guid') ? '8f2b1a52-6d6e-4a3f-9f3e-0c9a7c1d2e3f' : 'text'
  }
  return Object.fromEntries(Object.entries(entryOf(name)!.params).map(([key, param]) => [key, sample(param)]))
}

/** A request's texts without credentials: the caller adds its own. */
function textsFor(name: OperationName, binding: Binding): Texts {
  const { strUsername: _, strPassword: __, ...texts } = textsOf(entryOf(name)!, inputOf(name), binding)
  return texts
}

for (const name of operationNames.filter(name => !isAvailable(name))) {
  describe(name, () => {
    test('answers that it is not available, a fault in every binding', async () => {
      const { send } = await newAccount()
      for (const binding of bindings) {
        await assert.rejects(send(name, textsFor(name, binding), binding), (error: unknown) => {
          refusal('not-available')(error)
          assert.ok(error instanceof ServiceFault)
          assert.equal(error.status, 500)
          assert.equal(error.refusal?.code, -9)
          assert.equal(error.text, 'This operation is not available in this version.')
          return true
        })
      }
    })

    test('tells it to the account only', async () => {
      const entry = entryOf(name)!
      const number = entry.result.kind === 'value' && (entry.result.xsd === 'int' || entry.result.xsd === 'long')
      const stranger = (await newAccount()).as({ password: 'wrong' })
      for (const binding of bindings) {
        const texts = textsFor(name, binding)
        if (number) assert.equal(await stranger.send(name, texts, binding), -1000)
        else await assert.rejects(stranger.send(name, texts, binding), refusal('unknown-credentials'))
      }
    })
  })
}
