/** Reports of receivers: from the listener to `pennypost dns reports`. */
import assert from 'node:assert/strict'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { keepInbox } from '../../src/domain/bounces/messages/keep-inbox.ts'
import { NO_ACCOUNT } from '../../src/domain/bounces/messages/store-message.ts'
import { keepReceiverReport, trimReports } from '../../src/domain/receiver-reports/keep-report.ts'
import { newFolder, pennypost } from '../cli/setup.ts'
import { DOMAIN, type Inbound, inboundSetup } from '../support/inbound.ts'
import { reportMessage, reportText } from '../support/receiver-reports.ts'
import { zipped } from '../support/spreadsheet.ts'

const NAME = 'receiver.example!example.com!1700000000!1700086399'
const google = () =>
  reportMessage({
    type: 'application/zip',
    name: `${NAME}.zip`,
    content: zipped({ 'a.xml': reportText('google.xml') }),
  })
const gzip = (file: string) =>
  reportMessage({
    type: 'application/gzip',
    name: `${NAME}.xml.gz`,
    content: gzipSync(reportText(file)),
  })

describe('reports of receivers that arrive', () => {
  let inbound: Inbound
  before(async () => {
    inbound = await inboundSetup()
  })
  after(() => inbound.close())

  const reports = async (...args: string[]) => {
    const { host, port, user, password, database } = inbound.connection
    const env = {
      DATABASE_URL: `postgres://${user}:${password ?? ''}@${encodeURIComponent(String(host))}:${port}/${database}`,
      DATA_DIR: join(newFolder(), 'data'),
      BOUNCE_DOMAIN: DOMAIN,
    }
    const { code, out, err } = await pennypost(['dns', 'reports', ...args], { env })
    assert.equal(code, 0, err)
    return out
  }
  const to = `dmarc-reports@${DOMAIN}`

  test('before the first one, what to publish is shown', async () => {
    assert.match(
      await reports('example.com'),
      /^No reports on example\.com .*\n.*\n +_dmarc\.example\.com +TXT .*rua=mailto:dmarc-reports@bounces\.example\.test\n/,
    )
  })

  test('are added up, each once; no address is suppressed', async () => {
    const sendingId = await inbound.accepted()
    for (const message of [google(), google(), gzip('mailru.xml')])
      assert.match(await inbound.deliver(message, to), /^250 /)
    // At the return path of an email, and at abuse@.
    await inbound.deliver(gzip('microsoft.xml'), inbound.returnPath(sendingId, 1))
    await inbound.deliver(gzip('yahoo.xml'), `abuse@${DOMAIN}`)
    const tls = {
      type: 'application/tlsrpt+gzip',
      name: 'x.json.gz',
      content: gzipSync(reportText('google-tls.json')),
    }
    await inbound.deliver(reportMessage(tls), `tls-reports@${DOMAIN}`)
    const broken = { type: 'text/xml', name: `${NAME}.xml`, content: '<!DOCTYPE x><feedback/>' }
    await inbound.deliver(reportMessage(broken), to)
    await inbound.judged()
    assert.equal((await inbound.person(1)).undeliverable, false)
    assert.deepEqual(await inbound.ask('select count(*) from bounces'), [['0']])
    const shown = await reports()
    assert.match(shown, /DMARC: 1,047 of 2,254 emails passed \(46\.4 %\), by 4 reports/)
    assert.match(
      shown,
      /failed: 203\.0\.113\.9 sent 1,204 emails as news\.example\.com that failed both SPF and DKIM/,
    )
    assert.match(
      shown,
      /do: if it is yours, have it sign as news\.example\.com: .* esp\.example\.org/,
    )
    assert.match(shown, /failed: 198\.51\.100\.77 .* rejected by Mail\.Ru/)
    assert.match(shown, /TLS: 90 of 100 sessions succeeded \(90\.0 %\), by one report\n/)
    assert.match(shown, /certificate-expired: 8 sessions to mx\.example\.com/)
    assert.match(shown, /not readable: .*DTDs are not read/)
    const { domains, unreadable } = JSON.parse(await reports('example.com', '--json'))
    assert.deepEqual(
      [domains.length, domains[0].dmarc.emails, domains[0].tls.failed, unreadable.length],
      [1, 2_254, 10, 0],
    )
    assert.match(await reports('other.example'), /^No reports on other\.example/)
  })

  test('are fetched from a mailbox for all accounts, also large ones', async () => {
    await inbound.ask('delete from receiver_reports')
    const record = (source: string) =>
      `<record><row><source_ip>${source}</source_ip><count>1</count></row><identifiers>` +
      '<header_from>example.com</header_from></identifiers></record>'
    const records = Array.from({ length: 900 }, (_, i) => record(`10.1.${i >> 8}.${i & 255}`))
    const content = reportText('yahoo.xml').replace('</feedback>', `${records.join('')}</feedback>`)
    const message = reportMessage({ type: 'text/xml', name: `${NAME}.xml`, content })
    // Of a message without an account only 64 kB are stored.
    assert.ok(message.length > 100_000)
    const server = createServer(socket => {
      socket.on('error', () => {})
      socket.write('+OK ready\r\n')
      socket.on('data', chunk => {
        const line = chunk.toString()
        if (line.startsWith('LIST')) socket.write(`+OK\r\n1 ${message.length}\r\n.\r\n`)
        else if (/^(?:RETR|TOP)/.test(line)) socket.write(`+OK\r\n${message}.\r\n`)
        else socket.write('+OK\r\n')
      })
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    await keepInbox(inbound.store, inbound.sealer, NO_ACCOUNT, {
      url: `pop3://user:password@127.0.0.1:${port}?tls=no`,
      shown: 'reports',
      everySeconds: 86_400,
    })
    const results = () =>
      inbound.ask('select jsonb_array_length(results) from receiver_reports where trouble is null')
    while ((await results()).length === 0) await pause(50)
    server.close()
    assert.deepEqual(await results(), [['901']])
  })

  test('are kept for 90 days, and never more than fits', async () => {
    const count = async () =>
      Number((await inbound.ask('select count(*) from receiver_reports'))[0]![0])
    const report = (reportId: string) => ({
      kind: 'tls' as const,
      reporter: 'r',
      reportId,
      domain: 'trim.example',
      beginAt: new Date(),
      endAt: new Date(),
      results: [],
      trouble: null,
    })
    await inbound.ask('delete from receiver_reports')
    assert.equal(await keepReceiverReport(inbound.store, report('1')), true)
    assert.equal(await keepReceiverReport(inbound.store, report('1')), false)
    await inbound.ask("update receiver_reports set received_at = now() - interval '91 days'")
    await keepReceiverReport(inbound.store, report('2'))
    assert.equal(await trimReports(inbound.store), 1)
    await keepReceiverReport(inbound.store, report('3'))
    assert.equal(await trimReports(inbound.store, 600), 1)
    assert.equal(await count(), 1)
  })
})
