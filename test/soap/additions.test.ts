/**
 * Operations beyond the specification: served or not by API_OPERATIONS; and what a program learns
 * that calls one that is not there.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { contract, operationNames, operationsServed } from '../../src/contract/index.ts'
import type { Operation } from '../../src/contract/types.ts'
import { paramsOf } from '../../src/soap/wsdl-types.ts'
import { get } from '../raw-get.ts'
import { type RunningApp, startApp } from '../support/app.ts'
import { defaultNamespace as NS } from '../support/client.ts'

const beyond = operationNames.filter(name => (contract[name] as Operation).addition)

const SIGNATURES: Record<string, string> = {
  GetSubscriberDetails: 'strSubscriberId strEmail',
  GetSubscribers: 'strMailingListId',
  UpdateSubscriber: 'strSubscriberId strEmail strName strFormat strCountryCode strPhoneNumber',
  UpdateSubscriberData: 'strSubscriberId strEmail strDataField strDataValue',
  DeleteSubscriber: 'strSubscriberId strEmail strMailingListID',
  DeleteOptOutAll: 'strSubscriberId strEmail',
  DeleteOptOutList: 'strSubscriberId strEmail strMailingListID',
  InsertCsvSubscribersWithDemData: 'strMailingListID strCSVData',
  SendSmsWithSenderName: 'strSenderName strCountryCode strPhoneNumber strMessage',
  GetFilters: '',
  GetDetailedNewsletters: 'strIntervalFrom strIntervalTo',
  GetBounces: '',
  DeleteNewsletter: 'strNewsletterId',
  DeleteSendqueueItem: 'strSendQueueId',
  EmptyMailingListById: 'strMailingListId',
}

interface Sent {
  status: number
  text: string
}

async function post(origin: string, body: string, headers: Record<string, string>): Promise<Sent> {
  const url = `${origin}/externalapiservice.asmx`
  const answer = await fetch(url, { method: 'POST', body, headers })
  return { status: answer.status, text: await answer.text() }
}

/** The same unknown call in every way that a program can send it. */
function callsOf(origin: string, name: string): Promise<Sent>[] {
  const envelope = (uri: string) =>
    `<e:Envelope xmlns:e="${uri}"><e:Body><n:${name} xmlns:n="${NS}"/></e:Body></e:Envelope>`
  const soap11 = envelope('http://schemas.xmlsoap.org/soap/envelope/')
  const soap12 = envelope('http://www.w3.org/2003/05/soap-envelope')
  const type12 = 'application/soap+xml; charset=utf-8'
  const path = `${origin}/externalapiservice.asmx/${name}`
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  return [
    post(origin, soap11, { 'content-type': 'text/xml', soapaction: `"${NS}${name}"` }),
    post(origin, soap11, { 'content-type': 'text/xml' }),
    post(origin, soap12, { 'content-type': type12 }),
    post(origin, soap12, { 'content-type': `${type12}; action="${NS}${name}"` }),
    fetch(path).then(async answer => ({ status: answer.status, text: await answer.text() })),
    fetch(path, { method: 'POST', body: 'a=b', headers: form }).then(async answer => ({
      status: answer.status,
      text: await answer.text(),
    })),
  ]
}

describe('operations beyond the specification', () => {
  let running: RunningApp
  before(async () => {
    running = await startApp({ API_OPERATIONS: '38' })
  })
  after(() => running.close())

  test('have the names, and parameters in the order, that programs send', () => {
    const signatures = beyond.map(name => {
      const [, , ...params] = paramsOf(contract[name])
      return [name, params.map(({ wire }) => wire).join(' ')]
    })
    assert.deepEqual(Object.fromEntries(signatures), SIGNATURES)
    assert.equal(Object.keys(operationsServed('38')).length, 38)
  })

  test('with API_OPERATIONS=38 are in no document', async () => {
    for (const query of ['?wsdl', '']) {
      const { text } = await get(`${running.origin}/externalapiservice.asmx${query}`)
      assert.match(text, /InsertSubscriberSid/)
      for (const name of beyond) assert.ok(!text.includes(`"${name}"`), `${query} ${name}`)
    }
    const page = await get(`${running.origin}/externalapiservice.asmx?op=GetBounces`)
    assert.match(page.text, /Method Not Found/)
  })

  test('with API_OPERATIONS=38 are answered as unknown, by name, and counted by name', async () => {
    for (const name of ['GetBounces', 'GetNothing']) {
      for (const answer of await Promise.all(callsOf(running.origin, name))) {
        assert.equal(answer.status, 500)
        assert.match(answer.text, new RegExp(name))
        assert.doesNotMatch(answer.text, /unknown-credentials/)
      }
      const { text } = await get(`${running.origin}/metrics`)
      assert.match(text, new RegExp(`unknown_operations_total\\{operation="${name}"\\} 6`))
    }
  })

  test('names are counted up to a number and a length', async () => {
    const path = (name: string) => `${running.origin}/externalapiservice.asmx/${name}`
    for (const name of ['x'.repeat(3_000), '%22%7D', 'a%20b', 'å'.repeat(40)]) await get(path(name))
    const letters = (at: number) => String.fromCharCode(65 + Math.floor(at / 26), 65 + (at % 26))
    for (let at = 0; at < 110; at++) await get(path(`GetMade${letters(at)}`))
    const { text } = await get(`${running.origin}/metrics`)
    const counted = [...text.matchAll(/unknown_operations_total\{operation="(.*?)"\}/g)]
    const names = counted.map(([, name]) => name!)
    assert.equal(names.length, 101, 'a hundred and "other"')
    assert.ok(names.includes('other'))
    assert.ok(names.every(name => /^\w{1,64}$/.test(name)))
  })
})

describe('a call of an operation beyond the specification', () => {
  let running: RunningApp
  before(async () => {
    running = await startApp({ ACCOUNT_USERNAME: 'shop' })
  })
  after(() => running.close())

  test('takes missing elements as not given, in any order and with any prefix', async () => {
    const { origin } = running
    const uri = 'http://schemas.xmlsoap.org/soap/envelope/'
    for (const inside of [
      '<q:strEmail>a@b.test</q:strEmail><q:strPassword>x</q:strPassword>',
      '<strName xmlns="">x</strName><q:strUsername>y</q:strUsername>',
      '<q:strNothing/><q:strFormat>html</q:strFormat>',
    ]) {
      const body =
        `<s:Envelope xmlns:s="${uri}"><s:Body><q:UpdateSubscriber xmlns:q="${NS}">` +
        `${inside}</q:UpdateSubscriber></s:Body></s:Envelope>`
      const { status, text } = await post(origin, body, { 'content-type': 'text/xml' })
      assert.deepEqual([status, /<UpdateSubscriberResult>(.*?)</.exec(text)?.[1]], [200, '-1000'])
    }
  })
})
