/** Reports of receivers as they are sent, and hostile ones. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { judgeMessage } from '../../../src/mail/bounces/judge.ts'
import { createJudging } from '../../../src/mail/bounces/judging.ts'
import { reportMessage, reportText } from '../../support/receiver-reports.ts'
import { zipped } from '../../support/spreadsheet.ts'

const NAME = 'receiver.example!example.com!1700000000!1700086399'
const judged = (message: string) => judgeMessage(Buffer.from(message))
const xml = (content: string | Buffer, type = 'text/xml', end = 'xml') =>
  judged(reportMessage({ type, name: `${NAME}.${end}`, content })).receiverReport
const trouble = (content: string | Buffer) => xml(content)?.trouble ?? ''
const meta =
  '<report_metadata><org_name>r</org_name><report_id>1</report_id><date_range>' +
  '<begin>1700000000</begin><end>1700086399</end></date_range></report_metadata>' +
  '<policy_published><domain>example.com</domain></policy_published>'
const record = (source: string, count = '1') =>
  `<record><row><source_ip>${source}</source_ip><count>${count}</count></row></record>`

describe('reports of receivers', () => {
  test('of six receivers, packed as they do', () => {
    const subject = 'Report Domain: example.com Submitter: r.example Report-ID: 1'
    const zip = (file: string) => zipped({ [file]: reportText(file) }, { streamed: true })
    const messages: [string, string][] = [
      [
        'google.com',
        reportMessage({ type: 'application/zip', name: `${NAME}.zip`, content: zip('google.xml') }),
      ],
      [
        'Enterprise Outlook',
        reportMessage(
          {
            type: 'application/gzip',
            name: `${NAME}.xml.gz`,
            content: gzipSync(reportText('microsoft.xml')),
          },
          'This is a DMARC aggregate report.',
        ),
      ],
      [
        'Yahoo',
        reportMessage(
          {
            type: 'application/octet-stream',
            name: 'report.xml.gz',
            content: gzipSync(reportText('yahoo.xml')),
            subject,
          },
          'This is an aggregate report.',
        ),
      ],
      [
        'Mail.Ru',
        reportMessage({
          type: 'application/x-gzip',
          name: `${NAME}.xml.gz`,
          content: gzipSync(reportText('mailru.xml')),
        }),
      ],
      [
        'Fastmail Pty Ltd',
        reportMessage({
          type: 'text/xml',
          name: `${NAME}!5.xml`,
          content: reportText('fastmail.xml'),
        }),
      ],
      [
        'Google Inc.',
        reportMessage(
          {
            type: 'application/tlsrpt+gzip',
            name: `${NAME}.json.gz`,
            content: gzipSync(reportText('google-tls.json')),
          },
          'This is a TLS report.',
        ),
      ],
    ]
    for (const [reporter, message] of messages) {
      const { recipients, receiverReport } = judged(message)
      assert.deepEqual(
        recipients.map(one => [one.kind, one.class]),
        [['none', receiverReport?.kind === 'tls' ? 'tls-report' : 'authentication-report']],
      )
      assert.deepEqual(
        [receiverReport?.reporter, receiverReport?.domain, receiverReport?.trouble],
        [reporter, 'example.com', null],
      )
      assert.ok(receiverReport!.results.length > 0, reporter)
    }
  })

  test('what a record says', () => {
    const report = xml(reportText('google.xml'))
    assert.deepEqual(report?.results[0], {
      source: '192.0.2.25',
      headerFrom: 'example.com',
      disposition: 'none',
      dkim: true,
      spf: false,
      checks: 'dkim example.com pass, dkim example.com pass, spf bounce.example.net pass',
      emails: 1000,
    })
    assert.partialDeepStrictEqual(xml(reportText('yahoo.xml'))?.results[0], {
      source: '2001:db8::25',
      emails: 7,
    })
    // RFC 9990: no disposition where nothing was done, and a root with a namespace.
    assert.partialDeepStrictEqual(xml(reportText('fastmail.xml'))?.results[0], {
      headerFrom: 'example.com',
      disposition: 'none',
    })
  })

  test('failed sessions that have no details are counted', () => {
    const content = reportText('google-tls.json')
    const message = reportMessage({ type: 'application/tlsrpt+json', name: 'x.json', content })
    assert.deepEqual(judged(message).receiverReport?.results, [
      { policy: 'sts', failure: '', mx: '', sessions: 90 },
      { policy: 'sts', failure: 'certificate-expired', mx: 'mx.example.com', sessions: 8 },
      { policy: 'sts', failure: 'not named', mx: '', sessions: 2 },
    ])
  })

  test('hostile and broken ones are refused, each with its reason', () => {
    const big = `<feedback>${meta}${' '.repeat(11 << 20)}</feedback>`
    assert.match(trouble(gzipSync(big)), /^it unpacks to more than 10 MB$/)
    assert.match(trouble(zipped({ 'a.xml': big })), /^it unpacks to more than 10 MB$/)
    assert.match(trouble(gzipSync(reportText('google.xml')).subarray(0, 200)), /truncated/)
    assert.match(trouble(zipped({ 'a.xml': reportText('google.xml') }).subarray(0, 200)), /trunc/)
    const dtd = '<!DOCTYPE f [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>'
    assert.match(trouble(`${dtd}<feedback>&b;</feedback>`), /DTDs are not read/)
    assert.match(trouble(`<feedback>${'<a>'.repeat(100_000)}`), /nested deeper than 64/)
    assert.match(trouble('<feedback></feedback>'), /does not name its domain/)
    assert.match(trouble(`<feedback>${meta.replace('1700000000', '17e9')}</feedback>`), /period/)
    assert.match(trouble(''), /empty/)
    const tls = (content: string) =>
      judged(reportMessage({ type: 'application/tlsrpt+json', name: 'x', content })).receiverReport
    assert.match(tls('['.repeat(100_000))!.trouble!, /nested deeper than 32/)
    assert.match(tls(`"${'x'.repeat(1 << 20)}"`)!.trouble!, /longer than 1 MB/)
    assert.match(tls('{"policies": 1')!.trouble!, /broken/)
  })

  test('of many sources 1,000 are kept, and the others added up', () => {
    const records = Array.from({ length: 20_000 }, (_, i) =>
      record(`10.0.${i >> 8}.${i & 255}`),
    ).join('')
    const report = xml(gzipSync(`<feedback>${meta}${records}</feedback>`))
    assert.ok(report?.kind === 'dmarc')
    assert.equal(report.results.length, 1_001)
    assert.deepEqual([report.results.at(-1)?.source, report.results.at(-1)?.emails], ['', 19_000])
    const [one] = [xml(`<feedback>${meta}${record('192.0.2.1', '-5')}</feedback>`)]
    assert.deepEqual(one?.results, [])
  })

  test('a million records, and a bomb, within the memory of the judging thread', async () => {
    const judging = createJudging()
    const read = async (content: string) => {
      const attached = { type: 'application/gzip', name: `${NAME}.gz`, content: gzipSync(content) }
      return (await judging.judge(Buffer.from(reportMessage(attached))))?.receiverReport
    }
    try {
      const empty = await read(`<feedback>${meta}${'<record/>'.repeat(1_000_000)}</feedback>`)
      assert.deepEqual([empty?.trouble, empty?.results], [null, []])
      const distinct = Array.from({ length: 100_000 }, (_, i) =>
        record(`10.${i >> 16}.${(i >> 8) & 255}.${i & 255}`),
      )
      const many = await read(`<feedback>${meta}${distinct.join('')}</feedback>`)
      assert.equal(many?.results.length, 1_001)
      assert.match((await read(' '.repeat(50 << 20)))?.trouble ?? '', /more than 10 MB/)
    } finally {
      await judging.close()
    }
  })

  test('other messages are none: attached files, and reports that were returned', () => {
    const content = 'PK'
    const invoice = { type: 'application/zip', name: 'invoice.zip', content }
    assert.equal(judged(reportMessage(invoice, 'Hello')).receiverReport, undefined)
    const returned =
      'From: mailer-daemon@x.example\r\nSubject: Undeliverable\r\n' +
      'Content-Type: multipart/report; report-type=delivery-status; boundary="r"\r\n\r\n' +
      '--r\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; x.example\r\n\r\n' +
      'Final-Recipient: rfc822; a@x.example\r\nAction: failed\r\nStatus: 5.1.1\r\n\r\n' +
      '--r\r\nContent-Type: message/rfc822\r\n\r\n' +
      `${reportMessage({ type: 'text/xml', name: `${NAME}.xml`, content: 'x' })}\r\n--r--\r\n`
    const { recipients, receiverReport } = judged(returned)
    assert.deepEqual([recipients[0]?.kind, receiverReport], ['hard', undefined])
  })
})
