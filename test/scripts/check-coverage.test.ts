/** The gaps that the coverage check finds in a log of calls. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { coverageOf } from '../../scripts/check-coverage.ts'
import type { LoggedCall } from '../support/client.ts'
import { bindings } from '../support/typed-client/request.ts'

const call = (
  outcome: LoggedCall['outcome'],
  binding: LoggedCall['binding'] = 'get',
  valid: true | string = true,
): LoggedCall => ({
  operation: 'Greet',
  binding,
  outcome,
  valid,
})
const everywhere = (outcome: LoggedCall['outcome']) =>
  bindings.map(binding => call(outcome, binding))
const problems = (...calls: LoggedCall[]) => coverageOf(calls, ['Greet'])

describe('coverage of the contract', () => {
  test('answered everywhere and refused once is enough', () => {
    assert.deepEqual(problems(...everywhere('ok'), call('refused')), [])
  })

  test('an operation without a call', () => {
    assert.deepEqual(problems(), [
      'Greet was not called successfully over soap11, soap12, get, post.',
      'Greet was never refused.',
    ])
  })

  test('a binding left out, faults do not count', () => {
    const calls = everywhere('ok').filter(({ binding }) => binding !== 'soap12')
    assert.deepEqual(problems(...calls, call('fault', 'soap12'), call('refused', 'soap12')), [
      'Greet was not called successfully over soap12.',
    ])
  })

  test('an answer that breaks the WSDL', () => {
    assert.deepEqual(
      problems(...everywhere('ok'), call('refused'), call('ok', 'get', 'is no int')),
      ['An answer breaks the WSDL: Greet over get: is no int.'],
    )
  })
})
