/**
 * The answer for a refusal, by the kind of result and by binding; and faults of unreadable values,
 * of SOAP.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { OperationName } from '../../src/contract/index.ts'
import { type Reason, Refusal, reasons } from '../../src/domain/refusal.ts'
import type { Handlers } from '../../src/operations/handler.ts'
import { refusals } from '../../src/soap/refusals.ts'
import {
  type Answer,
  get,
  http,
  NS,
  PATH,
  post,
  type Service,
  soap11,
  soap12,
  startService,
} from './service.ts'

/** One operation of each kind of result, with what it needs to be called. */
const kinds = {
  InsertMailingList: 'number',
  GetMailingLists: 'dataset',
  GetTriggerIdForAccount: 'records',
  InsertTransactionFromFile: 'guid',
  GetLoginLink: 'string',
  SendSmsToMailingList: 'record',
} as const satisfies Partial<Record<OperationName, string>>

const PARAMS: Partial<Record<string, [xml: string, form: string]>> = {
  SendSmsToMailingList: ['<strMailingListId>1</strMailingListId>', 'strMailingListId=1'],
}

const FAULTS: readonly Reason[] = ['page-below-one']
const NOTHING_THERE: readonly Reason[] = [
  'not-an-id',
  'not-the-same',
  'no-such-list',
  'no-such-import',
  'no-such-subscriber',
  'no-such-newsletter',
  'no-such-template',
  'no-such-sending',
  'no-such-project',
  'no-such-batch',
  'no-such-transaction',
  'no-such-trigger',
  'no-such-message',
]
const CREDENTIALS: readonly Reason[] = ['unknown-credentials', 'too-many-failures', 'not-permitted']

function expected(
  reason: Reason,
  kind: (typeof kinds)[keyof typeof kinds],
): 'number' | 'empty' | 'nil' | 'fault' {
  if (FAULTS.includes(reason)) return 'fault'
  if (kind === 'number') return 'number'
  if (kind === 'guid') return CREDENTIALS.includes(reason) ? 'fault' : 'nil'
  return (kind === 'dataset' || kind === 'records') && NOTHING_THERE.includes(reason)
    ? 'empty'
    : 'fault'
}

describe('refusals', () => {
  let service: Service
  let refusal: Refusal
  /** What the handlers throw instead. */
  let failure: Error | undefined
  before(async () => {
    const refuse = async () => {
      throw failure ?? refusal
    }
    const late = async () => ({
      rows: (async function* () {
        yield* [] as never[]
        throw failure ?? refusal
      })(),
    })
    service = await startService({
      ...(Object.fromEntries(Object.keys(kinds).map(name => [name, refuse])) as Partial<Handlers>),
      GetOptOutAll: late,
    })
  })
  after(() => service.close())

  const bindings = {
    soap11: (name: string) => soap11(service, name, PARAMS[name]?.[0]),
    soap12: (name: string) => soap12(service, name, PARAMS[name]?.[0]),
    get: (name: string) => get(service, name, PARAMS[name]?.[1]),
    post: (name: string) => post(service, name, PARAMS[name]?.[1]),
  }

  function check(answer: Answer, binding: string, as: string, reason: Reason): void {
    const { code } = refusals[reason]
    const soap = binding.startsWith('soap')
    if (as !== 'fault') assert.equal(answer.status, 200)
    if (as === 'number') assert.match(answer.body, new RegExp(`>${code}</`))
    if (as === 'nil') assert.match(answer.body, /xsi:nil="true"/)
    if (as === 'empty')
      assert.match(answer.body, /<diffgr:diffgram [^>]* \/>|<ArrayOf[^>]* \/>|Result \/>/)
    if (as !== 'fault') return
    assert.equal(answer.status, 500)
    if (!soap) assert.equal(answer.body, `${refusal.message} (${reason}, ${code})\r\n`)
    else {
      assert.match(
        answer.body,
        binding === 'soap11' ? /<faultcode>soap:Client</ : /<soap:Value>soap:Sender</,
      )
      assert.ok(
        answer.body.includes(
          `<Refusal xmlns="${NS}"><Code>${code}</Code><Reason>${reason}</Reason></Refusal>`,
        ),
      )
      assert.ok(answer.body.includes(refusal.message))
    }
  }

  for (const reason of Object.keys(reasons) as Reason[]) {
    test(reason, async () => {
      refusal = new Refusal(reason, 'strName is too long.')
      for (const [name, kind] of Object.entries(kinds)) {
        for (const [binding, call] of Object.entries(bindings)) {
          check(await call(name), binding, expected(reason, kind), reason)
          const { outcome, reason: told, operation } = service.observed.at(-1)!
          assert.deepEqual([outcome, told, operation], ['refused', reason, name])
        }
      }
    })
  }

  test('a refusal that comes with the first rows is one all the same', async () => {
    refusal = new Refusal('no-such-list')
    check(await bindings.soap11('GetOptOutAll'), 'soap11', 'empty', 'no-such-list')
    refusal = new Refusal('out-of-room')
    check(await bindings.get('GetOptOutAll'), 'get', 'fault', 'out-of-room')
  })

  test('a store without room is a refusal like any other', async () => {
    refusal = new Refusal('out-of-room')
    failure = Object.assign(new Error('could not extend file'), { code: '53100' })
    try {
      check(await bindings.soap11('InsertMailingList'), 'soap11', 'number', 'out-of-room')
      check(await bindings.soap12('GetMailingLists'), 'soap12', 'fault', 'out-of-room')
      check(await bindings.get('GetOptOutAll'), 'get', 'fault', 'out-of-room')
    } finally {
      failure = undefined
    }
  })

  test('an unknown account, and one that failed too often', async () => {
    const query = (name: string, username: string) =>
      http(
        service,
        'GET',
        `${PATH}/${name}?strUsername=${username}&strPassword=x&strMailingListId=1&pageIndex=1&pageSize=1`,
      )
    assert.match((await query('InsertMailingList', 'nobody')).body, />-1000</)
    assert.match((await query('InsertMailingList', 'locked')).body, />-5</)
    assert.match(
      (await query('GetPagedSubscribers', 'nobody')).body,
      /\(unknown-credentials, -1000\)/,
    )
    assert.match(
      (await query('InsertTransactionFromFile', 'locked')).body,
      /\(too-many-failures, -5\)/,
    )
  })

  test('what can be no id is nothing found, for those who may ask', async () => {
    const page = '<pageIndex>1</pageIndex><pageSize>1</pageSize>'
    const answer = await soap11(
      service,
      'GetPagedSubscribers',
      `<strMailingListId>one</strMailingListId>${page}`,
    )
    check(answer, 'soap11', 'empty', 'not-an-id')
    assert.match(answer.body, /<xs:element name="dd25" [^>]*\/><\/xs:sequence>/)
    const named = await get(service, 'GetReportViewsByDateInterval', 'strSendQueueId=&ddField=City')
    assert.match(named.body, /<xs:element name="City" /)
    const stranger = await http(
      service,
      'GET',
      `${PATH}/GetReportViews?strUsername=a&strPassword=b&strSendQueueId=x`,
    )
    assert.equal(stranger.status, 500)
    assert.match(stranger.body, /\(unknown-credentials, -1000\)/)
    assert.equal(
      service.inputs.some(input => 'sendingId' in input),
      false,
    )
  })

  test('a value that breaks its rule is named', async () => {
    const answer = await get(service, 'GetOptOutAllInPeriod', 'strFrom=soon&strTo=')
    assert.equal(
      answer.body,
      'A value is not valid. strFrom must be a date such as 2026-01-31 or ' +
        '2026-01-31T14:00:00. (not-valid, -2)\r\n',
    )
    assert.match(
      (await post(service, 'InsertSubscriber', 'strFormat=PDF&strMailingListID=1')).body,
      />-2</,
    )
  })
})

describe('failures inside', () => {
  test('are told by a reference number and nothing else', async () => {
    const service = await startService({
      InsertMailingList: async () => {
        throw new Error('the secret inside')
      },
    })
    try {
      const sentence = /The service failed\. Reference number: call-\d+\./
      for (const call of [soap11, soap12, get, post]) {
        const answer = await call(service, 'InsertMailingList')
        assert.equal(answer.status, 500)
        assert.match(answer.body, sentence)
        assert.doesNotMatch(answer.body, /secret/)
        assert.doesNotMatch(answer.body, /Refusal/)
        assert.equal(service.observed.at(-1)?.outcome, 'server-fault')
      }
      assert.match(
        (await soap11(service, 'InsertMailingList')).body,
        /<faultcode>soap:Server<.*Server was unable to process request\. ---&gt; /,
      )
      assert.match((await soap12(service, 'InsertMailingList')).body, /<soap:Value>soap:Receiver</)
      assert.equal(service.reported.length, 6)
      assert.equal((service.reported[0] as Error).message, 'the secret inside')
    } finally {
      await service.close()
    }
  })
})
