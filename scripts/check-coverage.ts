/**
 * Reads the log of the test client (test/support/client.ts) and fails when a part of the contract
 * was not tested: an operation without a good response in some binding, one that was never refused,
 * a response that violates the WSDL. Usage: node scripts/check-coverage.ts [LOG], default: the file
 * CONTRACT_LOG.
 */
import { readFileSync } from 'node:fs'
import { operationNames } from '../src/contract/index.ts'
import type { LoggedCall } from '../test/support/client.ts'
import { type Binding, bindings } from '../test/support/typed-client/request.ts'

/**
 * The gaps and errors, a sentence each. Every operation takes credentials, so each can be refused.
 */
export function coverageOf(
  calls: LoggedCall[],
  names: readonly string[] = operationNames,
): string[] {
  const problems: string[] = []
  for (const name of names) {
    const own = calls.filter(({ operation }) => operation === name)
    const within = (outcome: LoggedCall['outcome']): Set<Binding> =>
      new Set(own.filter(call => call.outcome === outcome).map(({ binding }) => binding))
    const answered = within('ok')
    const left = bindings.filter(binding => !answered.has(binding))
    if (left.length > 0)
      problems.push(`${name} was not called successfully over ${left.join(', ')}.`)
    if (within('refused').size === 0) problems.push(`${name} was never refused.`)
  }
  const invalid = calls.filter(({ valid }) => valid !== true)
  for (const line of new Set(
    invalid.map(({ operation, binding, valid }) => `${operation} over ${binding}: ${valid}.`),
  )) {
    problems.push(`An answer breaks the WSDL: ${line}`)
  }
  return problems
}

function main(file: string | undefined): void {
  if (!file) throw new Error('Name the log of the tests, or set CONTRACT_LOG.')
  const calls = readFileSync(file, 'utf8')
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line) as LoggedCall)
  const problems = coverageOf(calls)
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) process.exitCode = 1
  else
    console.log(
      `The contract is covered: ${operationNames.length} operations in ${bindings.length} ` +
        `bindings, ${calls.length} calls.`,
    )
}

if (import.meta.main) main(process.argv[2] ?? process.env.CONTRACT_LOG)
