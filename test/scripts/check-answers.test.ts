/** The check of answers by xmllint: that it finds what is wrong. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { messageOf, problemsOf } from '../../scripts/check-answers.ts'

const NS = 'http://pennypost.example/externalapi/v3/'
const result = (value: string) =>
  `<InsertSubscriberResponse xmlns="${NS}">${value}</InsertSubscriberResponse>`
const soap = (body: string) =>
  '<?xml version="1.0"?><soap:Envelope ' +
  'xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/" ' +
  `xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><soap:Body>${body}</soap:Body></soap:Envelope>`
const id = '<InsertSubscriberResult>1</InsertSubscriberResult>'

describe('answers held against the WSDL by xmllint', () => {
  test('that fit are found to, over SOAP and in the forms', t => {
    const problems = problemsOf({
      'a.xml': soap(result(id)),
      'b.xml': `<long xmlns="${NS}">1</long>`,
    })
    if (problems === undefined) return t.skip('xmllint is not here')
    assert.deepEqual(problems, [])
  })

  test('that do not are named', t => {
    const wrong = {
      'emails.xml': soap(result('<InsertSubscriberResult>one</InsertSubscriberResult>')),
      'missing.xml': soap(result('')),
      'more.xml': soap(result(`${id}<Other />`)),
      'unknown.xml': soap(`<NoSuchResponse xmlns="${NS}" />`),
      'form.xml': `<long xmlns="${NS}"></long>`,
      'broken.xml': soap('<InsertSubscriberResponse>'),
    }
    const problems = problemsOf(wrong)
    if (problems === undefined) return t.skip('xmllint is not here')
    for (const name of Object.keys(wrong))
      assert.ok(
        problems.some(line => line.startsWith(name)),
        `${name}: ${problems.join('\n')}`,
      )
  })

  test('are taken out of their envelope with its prefixes', () => {
    assert.match(
      messageOf(soap(result(id))),
      /^<InsertSubscriberResponse xmlns:soap="[^"]+" xmlns:xsi="[^"]+" xmlns="/,
    )
    assert.equal(messageOf('<int>1</int>'), '<int>1</int>')
  })
})
