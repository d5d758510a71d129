/**
 * The length of a text is checked before anything else is done with it: no parameter costs more
 * for what stands in it.
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { contract, credentials, operationNames } from '../../src/contract/index.ts'
import type { Params } from '../../src/contract/types.ts'
import { newAccount, type TestAccount } from '../support/account.ts'
import { leastMillis } from '../support/processor-time.ts'

/**
 * Combining marks of two classes: NFC sorts them, in a time that grows by the square of their
 * number.
 */
const MARKS = 20_000
const marks = `a${'\u0301'.repeat(MARKS)}${'\u0316'.repeat(MARKS)}`
const letters = `a${'å'.repeat(2 * MARKS)}`

/** Calls the operation with the text in one of its parameters. */
async function call(
  { service, account }: TestAccount,
  operation: string,
  wire: string,
  text: string,
): Promise<void> {
  const form = new URLSearchParams()
  const params: Params = { ...credentials, ...contract[operation as keyof typeof contract].params }
  for (const param of Object.values(params)) {
    // Values that let the call come as far as to the one in question.
    if (param.xsd === 'ints') form.append(param.wire, '1')
    else if (param.xsd === 'boolean') form.append(param.wire, 'true')
    else if (param.xsd === 'char') form.append(param.wire, ';')
    else if (param.xsd === 'dateTime') form.append(param.wire, '2026-01-01')
    else form.append(param.wire, /id$/i.test(param.wire) || param.xsd !== 'string' ? '1' : '')
  }
  form.set(credentials.username.wire, account.username)
  form.set(credentials.password.wire, account.password)
  form.set(wire, text)
  await (await fetch(`${service.url}/${operation}`, { method: 'POST', body: form })).text()
}

describe('a parameter full of combining marks', () => {
  test('costs what letters cost, in every parameter of every operation', async () => {
    const account = await newAccount()
    for (const operation of operationNames) {
      // Failed log-ins are slowed: they are looked at in one operation, and are read in the same
      // way in all.
      const own = operation === 'GetMailingLists' ? credentials : {}
      for (const { wire } of Object.values<{ wire: string }>({
        ...own,
        ...contract[operation].params,
      })) {
        const usual = await leastMillis(() => call(account, operation, wire, letters), 20)
        const enough = 100 + 4 * usual
        const spent = await leastMillis(() => call(account, operation, wire, marks), enough)
        assert.ok(
          spent <= enough,
          `${operation} ${wire}: ${spent} ms for marks, ${usual} ms for letters`,
        )
      }
    }
  })
})
