/** A service that takes envelopes, and what its answers are compared with. */
import assert from 'node:assert/strict'
import { after, before, beforeEach } from 'node:test'
import type { Handlers } from '../../src/operations/handler.ts'
import {
  type Answer,
  envelope,
  http,
  operation,
  PATH,
  type Service,
  SOAP12,
  startService,
} from './service.ts'

const handlers: Partial<Handlers> = {
  InsertMailingList: async () => 17,
  InsertSubscriber: async () => 1,
  GetPagedSubscribers: async () => [],
  InsertCsvSubscribersFromFileCustom: async () => 1,
  GetNewsletterWebVersionUrlByFilters: async () => 'u',
  GetTriggerViews: async () => [],
  GetMailingLists: async () => [],
}

/** A service for the suite that calls this, and requests to it. */
export function envelopeSuite() {
  let service: Service
  before(async () => {
    service = await startService(handlers)
  })
  after(() => service.close())
  beforeEach(() => {
    service.inputs.length = 0
  })
  const last = () => service.inputs.at(-1) as Record<string, unknown>
  const send = (headers: Record<string, string>, body: string | Buffer): Promise<Answer> =>
    http(service, 'POST', PATH, headers, body)
  const xml = (extra: Record<string, string> = {}) => ({
    'Content-Type': 'text/xml; charset=utf-8',
    ...extra,
  })
  const called = (answer: Answer) => assert.match(answer.body, /<InsertMailingListResult>17</)
  const faulted = (answer: Answer, sentence: string | RegExp) => {
    assert.equal(answer.status, 500)
    const text = /<(?:faultstring|soap:Text xml:lang="en")>(.*?)<\//s
      .exec(answer.body)?.[1]
      ?.replaceAll('&gt;', '>')
    if (typeof sentence === 'string') assert.equal(text, sentence)
    else assert.match(text ?? answer.body, sentence)
    assert.equal(service.observed.at(-1)?.outcome, 'client-fault')
  }
  return {
    service: () => service,
    last,
    send,
    xml,
    called,
    faulted,
  }
}

export const body = envelope(operation('InsertMailingList'))
export const body12 = envelope(operation('InsertMailingList'), SOAP12)
