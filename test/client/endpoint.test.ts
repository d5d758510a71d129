/**
 * Client and endpoint face to face, with made-up handlers: what one says the other understands, in
 * all four bindings, for every operation.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { coverageOf } from '../../scripts/check-coverage.ts'
import { contract, entryOf, type OperationName, operationNames } from '../../src/contract/index.ts'
import type { Param } from '../../src/contract/params.ts'
import type { Field, Operation } from '../../src/contract/types.ts'
import { Refusal } from '../../src/domain/refusal.ts'
import { FIELD_SEPARATOR } from '../../src/lib/field-separator.ts'
import type { Handlers } from '../../src/operations/handler.ts'
import { http, NS, PATH, type Service, startService } from '../soap/service.ts'
import { type Caller, createCaller, type LoggedCall, refusal } from '../support/client.ts'
import { filledSamples } from '../support/samples.ts'
import type { Client } from '../support/typed-client/client.ts'
import { columnsOf } from '../support/typed-client/dataset.ts'

const texts = ['plain', '', ' ', 'Åsa <Öberg> & "€"\n\u{1F600}', null]
const moment = new Date('2026-01-31T13:00:00.5Z')
const guid = '8f2b1a52-6d6e-4a3f-9f3e-0c9a7c1d2e3f'

/** A value of a cell, the index-th of its kind. */
function cellValue({ xsd, form, spread }: Field<unknown>, index: number): unknown {
  if (spread === 'numbered') return ['', 'two', ''].join(FIELD_SEPARATOR)
  if (form === 'HTML or Text') return index % 2 ? 'html' : 'text'
  const values = {
    int: -7,
    long: 5000000001,
    boolean: index % 2 === 0,
    dateTime: moment,
    guid,
    decimal: '12.50',
    double: 1e-7,
  }
  return xsd in values ? values[xsd as keyof typeof values] : texts[index % texts.length]
}

function outputOf({ result }: Operation): unknown {
  if (result.kind === 'value')
    return result.xsd === 'string' ? texts[3] : result.xsd === 'guid' ? guid : 5
  const fields = Object.entries(result.fields) as [string, Field<unknown>][]
  const row = (shift: number) =>
    Object.fromEntries(fields.map(([key, field], index) => [key, cellValue(field, index + shift)]))
  return result.kind === 'record' ? row(0) : [0, 1, 2, 3, 4].map(row)
}

/** The same as a client reads it: numbered columns are a list, captioned ones have names. */
function expectedOf(operation: Operation): unknown {
  const { result } = operation
  const fields = result.kind === 'value' ? {} : (result.fields as Record<string, Field<unknown>>)
  const asRead = (key: string, value: unknown) => {
    const spread = fields[key]?.spread
    if (spread === 'captioned') return value === null || value === '' ? {} : { dd1: value }
    return spread === 'numbered' ? ['', 'two'] : value
  }
  const numbered = (row: object) =>
    Object.fromEntries(Object.entries(row).map(([key, value]) => [key, asRead(key, value)]))
  const output = outputOf(operation)
  return Array.isArray(output) ? output.map(numbered) : output
}

function inputOf({ params }: Operation): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(params).map(([key, param]: [string, Param<unknown>]) => {
      if (param.xsd === 'ints') return [key, [1, 2]]
      if (param.xsd === 'boolean') return [key, true]
      if (param.xsd === 'char') return [key, '|']
      if (param.xsd === 'int' || param.form.startsWith('decimal digits')) return [key, 7]
      if (param.xsd === 'dateTime' || param.form.startsWith('yyyy')) return [key, moment]
      if (param.form.startsWith('a guid')) return [key, guid]
      return [key, param.form === 'HTML or Text' ? 'text' : texts[3]]
    }),
  )
}

/** A sample with the credentials that the made-up service knows. */
const signed = (message: string): string =>
  message.replace(/(strUsername[=>])text/, '$1account').replace(/(strPassword[=>])text/, '$1secret')

type AnyClient = Record<string, (input?: Record<string, unknown>) => Promise<unknown>>
const untyped = (client: Client): AnyClient => client as unknown as AnyClient

/** The handler gets the end of an interval as the first moment behind what was named. */
function readOf(input: Record<string, unknown>): Record<string, unknown> {
  const { until } = input
  return until instanceof Date ? { ...input, until: new Date(until.getTime() + 1) } : input
}

let service: Service
let caller: Caller
let answers: (name: OperationName) => unknown = name => outputOf(contract[name])
const calls: LoggedCall[] = []

before(async () => {
  const handlers = Object.fromEntries(operationNames.map(name => [name, async () => answers(name)]))
  service = await startService(handlers as unknown as Handlers)
  caller = createCaller({
    url: `http://127.0.0.1:${service.port}${PATH}`,
    namespace: NS,
    username: 'account',
    password: 'secret',
    record: call => calls.push(call),
  })
})
after(() => service.close())

describe('client and endpoint', () => {
  for (const name of operationNames) {
    test(`${name}: input and answer arrive as they were given`, async () => {
      const input = inputOf(contract[name])
      await caller.inEveryBinding(async (call, binding) => {
        assert.deepEqual(await untyped(call)[name]!(input), expectedOf(contract[name]), binding)
        assert.deepEqual(service.inputs.at(-1), readOf(input), binding)
      })
    })

    test(`${name}: refuses wrong credentials`, async () => {
      const wrong = caller.as({ password: 'wrong' })
      await wrong.inEveryBinding(async call => {
        const answered = untyped(call)[name]!(inputOf(contract[name]))
        const { result } = entryOf(name)!
        if (result.kind === 'value' && ['int', 'long'].includes(result.xsd))
          assert.equal(await answered, -1000)
        else await assert.rejects(answered, refusal('unknown-credentials'))
      })
    })

    test(`${name}: the samples of its help page are calls`, async () => {
      for (const { request } of filledSamples(name, {
        namespace: NS,
        url: `http://127.0.0.1:${service.port}${PATH}`,
      })) {
        const [, method = '', path = ''] = /^(\S+) (\S+) HTTP/.exec(request.start) ?? []
        const { host: _host, 'content-length': _length, ...headers } = request.headers
        const answer = await http(service, method, signed(path), headers, signed(request.body))
        assert.equal(answer.status, 200, answer.body)
        assert.deepEqual(Object.keys(service.inputs.at(-1)!), Object.keys(contract[name].params))
      }
    })
  }

  test('nothing and nil', async () => {
    answers = name => (contract[name].result.kind === 'value' ? null : [])
    try {
      await caller.inEveryBinding(async call => {
        assert.equal(await call.InsertTransactionFromFile(), null)
        assert.equal(await call.GetLoginLink(), null)
        assert.deepEqual(await call.GetTriggerIdForAccount(), [])
        const rows = await call.GetReportViewsByDateInterval({ sendingId: 1, field: 'Odd name' })
        assert.deepEqual(rows, [])
        assert.deepEqual(
          columnsOf(rows).map(({ name }) => name),
          ['SubscriberId', 'Email', 'Name', 'ViewTime', 'Odd name'],
        )
      })
    } finally {
      answers = name => outputOf(contract[name])
    }
  })

  test('the whole contract is covered by this, and every answer is what the WSDL says', () => {
    assert.deepEqual(coverageOf(calls), [])
  })
})

describe('the caller of tests', () => {
  test('asks in all four bindings when nothing is changed by it, in turn otherwise', async () => {
    const before = calls.length
    await caller.call.GetMailingLists()
    for (let time = 0; time < 4; time++) await caller.call.DeleteMailingList({ listId: 1 })
    const bindingsOf = (from: number, to?: number) =>
      new Set(calls.slice(from, to).map(({ binding }) => binding)).size
    assert.equal(bindingsOf(before, before + 4), 4)
    assert.equal(bindingsOf(before + 4), 4)
    assert.equal(calls.length, before + 8)
  })

  test('throws the refusal on which all four agree', async () => {
    answers = () => {
      throw new Refusal('page-below-one')
    }
    try {
      const page = caller.call.GetPagedSubscribers({ listId: 1, page: 0, size: 1 })
      await assert.rejects(page, refusal('page-below-one'))
    } finally {
      answers = name => outputOf(contract[name])
    }
  })

  test('does not put up with answers that differ', async () => {
    let turn = 0
    answers = () => [{ number: ++turn }]
    try {
      await assert.rejects(caller.call.GetDemographicData(), /answers unlike soap11/)
    } finally {
      answers = name => outputOf(contract[name])
    }
  })

  test('sends what the typed client would not', async () => {
    assert.equal(await caller.send('DeleteMailingList', { strMailingListId: 'x' }, 'get'), -2)
    assert.equal(
      await caller.send(
        'DeleteMailingList',
        { strUsername: 'nobody', strMailingListId: '1' },
        'soap12',
      ),
      -1000,
    )
    await assert.rejects(
      caller.send('GetPagedSubscribers', { strMailingListId: '1', pageSize: 'abc' }, 'soap11'),
      {
        faultcode: 'Client',
        refusal: undefined,
      },
    )
  })
})
