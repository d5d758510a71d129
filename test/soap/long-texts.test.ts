/**
 * The length of a text is looked at before anything else is done with it: no parameter costs more
 * for what stands in it.
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { contract, credentials, operationNames } from '../../src/contract/index.ts'
import type { Params } from '../../src/contract/types.ts'
import { newAccount, type TestAccount } from '../support/account.ts'

/**
 * Combining marks of two classes: NFC sorts them, in a time that grows by the square of their
 * number.
 */
const MARKS = 20_000
const marks = `a${'\u0301'.repeat(MARKS)}${'\u0316'.repeat(MARKS)}`
const letters = `a${'å'.repeat(2 * MARKS)}`

/** Milliseconds of the processor for one call, service and caller together. */
async function cost(
  { service, account }: TestAccount,
  operation: string,
  wire: string,
  text: string,
): Promise<number> {
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
  const before = process.cpuUsage()
  await (await fetch(`${service.url}/${operation}`, { method: 'POST', body: form })).text()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

describe('a parameter full of combining marks', () => {
  test('costs what letters cost, in every parameter of every operation', {
    timeout: 300_000,
  }, async () => {
    const account = await newAccount()
    for (const operation of operationNames) {
      // Failed log-ins are slowed: they are looked at in one operation, and are read in the same
      // way in all.
      const own = operation === 'GetMailingLists' ? credentials : {}
      for (const { wire } of Object.values<{ wire: string }>({
        ...own,
        ...contract[operation].params,
      })) {
        const usual = await cost(account, operation, wire, letters)
        let spent = await cost(account, operation, wire, marks)
        // Another look where something else came between: what grows by the square is slow each
        // time.
        if (spent > 100 + 4 * usual) spent = await cost(account, operation, wire, marks)
        assert.ok(
          spent <= 100 + 4 * usual,
          `${operation} ${wire}: ${spent} ms for marks, ${usual} ms for letters`,
        )
      }
    }
  })
})
