/**
 * What the service says as a code is put into words by commands in the language of the reader:
 * refusals, findings of a check, advice on DNS, rejects of an import, and why emails are not sent.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { type DnsServer, dnsServer } from '../support/dns-server.ts'
import { freePort } from '../support/free-port.ts'
import { type Sink, startSink } from '../support/smtp-sink.ts'
import { until } from '../support/until.ts'
import { sendingByCommand } from './sending-setup.ts'

const LANGUAGES = ['en', 'sv', 'de'] as const
type InLanguages = Record<(typeof LANGUAGES)[number], RegExp>

let setup: Awaited<ReturnType<typeof sendingByCommand>>
let dns: DnsServer
let sink: Sink
before(async () => {
  dns = await dnsServer({ 'example.test': {} })
  // Without SMTPUTF8 a person with another address fails.
  sink = await startSink({ offers: ['SIZE 33554432', '8BITMIME'] })
  setup = await sendingByCommand(1, { DNS_RESOLVER: dns.address })
})
after(async () => {
  await setup.drop()
  await sink.stop()
  await dns.close()
})

/** The output of a command in each language of the locale, on both channels. */
async function said(args: string[], wanted: InLanguages): Promise<void> {
  for (const language of LANGUAGES) {
    const { out, err } = await setup.run(args, { LANG: `${language}_XX.UTF-8` })
    assert.match(`${out}${err}`, wanted[language], `${language} ${args.join(' ')}`)
    assert.doesNotMatch(`${out}${err}`, /undefined|\[object/, language)
  }
}

describe('a command speaks', () => {
  test('the language of --language, else of LC_ALL, LC_MESSAGES and LANG; English of others', async () => {
    const speaks = async (args: string[], env: Record<string, string>) =>
      (await setup.run([...args, 'list', 'show', '99'], env)).err
    const [en, sv, de] = [/^There is no list 99\./, /^Listan finns inte\./, /^Diese Liste gibt/]
    assert.match(await speaks([], {}), en)
    assert.match(await speaks([], { LANG: 'sv_SE.UTF-8' }), sv)
    assert.match(await speaks([], { LANG: 'sv_SE', LC_MESSAGES: 'de_DE' }), de)
    assert.match(await speaks([], { LANG: 'de_DE', LC_MESSAGES: 'de_DE', LC_ALL: 'C' }), en)
    assert.match(await speaks(['--language', 'de'], { LC_ALL: 'sv_SE.UTF-8' }), de)
    assert.match(await speaks(['--language=en'], { LANG: 'de_DE' }), en)
    assert.match(await speaks([], { LANG: 'fr_FR.UTF-8' }), en)
    assert.match(await speaks([], { LANG: '../../x' }), en)
    assert.match(await speaks([], { LANG: 'd'.repeat(100_000) }), en)
    const { code, err } = await setup.run(['--language', 'xx', 'list', 'show', '99'])
    assert.equal(code, 2)
    assert.match(err, /Allowed choices are en, sv, de/)
  })

  test('in JSON as ever', async () => {
    const args = ['dns', 'check', 'example.test', '--json']
    const [plain, german] = [
      await setup.run(args),
      await setup.run(args, { LC_ALL: 'de_DE.UTF-8' }),
    ]
    assert.equal(german.out, plain.out)
  })
})

describe('in three languages are', () => {
  test('mistakes in a filter, with their place', () =>
    said(['filter', 'check', 'name ~ "x"'], {
      en: /^Column 6: "~" is not expected here\./,
      sv: /^Rad 1, kolumn 6: \S/,
      de: /^Zeile 1, Spalte 6: \S/,
    }))

  test('refusals, by code and by reason, with what to do', async () => {
    await said(['list', 'edit', setup.listId, '--from-email', 'nobody'], {
      en: /^The sender's address is not an address/,
      sv: /^Avsändaradressen är ingen adress som det går att skicka från\./,
      de: /^Die Absenderadresse ist keine Adresse, von der gesendet werden kann\./,
    })
    await said(['newsletter', 'show', '99'], {
      en: /^There is no newsletter 99\. To see them: pennypost newsletter list$/m,
      sv: /^Det finns inget nyhetsbrev 99\. För att se dem: pennypost newsletter list$/m,
      de: /^Es gibt keinen Newsletter 99\. Zum Anzeigen: pennypost newsletter list$/m,
    })
  })

  test('mistakes in a trigger, with their places', async () => {
    const file = setup.file('broken.yaml', 'name: Welcome\nlist: 77\nstart: joined\nsteps: []\n')
    for (const command of [
      ['trigger', 'check'],
      ['trigger', 'add'],
    ])
      await said([...command, '--file', file], {
        en: /Line 2, column 7: There is no list 77\./,
        sv: /Rad 2, kolumn 7: .*77/,
        de: /Zeile 2, Spalte 7: .*77/,
      })
  })

  test('what is wrong with a value, with its name', () =>
    said(['suppression', 'list', '--domain', 'x'], {
      en: /^domain: Write a domain as example\.com\.$/m,
      sv: /^domain: En domän skrivs example\.com\.$/m,
      de: /^domain: Eine Domain wird als example\.com geschrieben\.$/m,
    }))

  test('a value that is refused before the command runs', () =>
    said(['inbox', 'add', '--url', 'imaps://a:b@c', '--every', '1'], {
      en: /^everySeconds: It must be at least 10\.$/m,
      sv: /^everySeconds: Ett tal är för litet: minst 10\.$/m,
      de: /^everySeconds: Eine Zahl ist zu klein: mindestens 10\.$/m,
    }))

  test('the drawing of a trigger, and what its steps do', async () => {
    const id = await setup.newsletter()
    const text =
      `trigger: Welcome\nlist: ${setup.listId}\nstart: joined\nsteps:\n` +
      `  - step: hello\n    send: ${id}\n  - step: rest\n    wait: 3 days\n` +
      '  - step: read\n    wait for:\n      opened: hello\n    within: 1 day\n    then: rest\n    else: end\n'
    const file = setup.file('drawn.yaml', text)
    const drawing = {
      en: /hello +send newsletter \d+ "News.*[\s\S]*rest +wait 3 days[\s\S]*wait, 1 day at most, for who/,
      sv: /hello +skicka nyhetsbrev \d+ ”News.*[\s\S]*rest +vänta 3 dygn[\s\S]*vänta, högst 1 dygn, på/,
      de: /hello +Newsletter \d+ „News.* senden[\s\S]*rest +3 Tage warten[\s\S]*höchstens 1 Tag warten, bis/,
    }
    await said(['trigger', 'check', '--file', file], drawing)
    const { id: triggerId } = await setup.json(['trigger', 'add', '--file', file, '--paused'])
    await said(['trigger', 'show', String(triggerId)], drawing)
    await said(['trigger', 'test', String(triggerId), '--as', 'p1@example.test'], {
      en: /rest: wait 3 days/,
      sv: /rest: vänta 3 dygn/,
      de: /rest: 3 Tage warten/,
    })
  })

  test('counts, in the singular, too', async () => {
    const file = (name: string) => setup.file('one.txt', `${name}@example.test\n`)
    for (const [language, name, line] of [
      ['en', 'one', /^1 row: 1 added, 0 already there, 0 not valid\.$/m],
      ['sv', 'two', /^1 rad: 1 tillagda, 0 fanns redan, 0 ogiltiga\.$/m],
      ['de', 'three', /^1 Zeile: 1 hinzugefügt, 0 schon vorhanden, 0 ungültig\.$/m],
    ] as const) {
      const { out } = await setup.run(['--language', language, 'optout', 'import', file(name)])
      assert.match(out, line)
    }
  })

  test('the trouble of the SMS gateway', async () => {
    await setup.rows(
      "insert into sms_gateway (id, shown, trouble) values (0, 'smpp://a.test', " +
        "'The host a.test is unknown')",
    )
    await said(['sms', 'gateway', 'show'], {
      en: /^State: +takes none: The host a\.test is unknown$/m,
      sv: /^State: +takes none: Värden a\.test /m,
      de: /^State: +takes none: Den Host a\.test /m,
    })
    await setup.rows('delete from sms_gateway')
  })

  test('findings of the check of a newsletter', async () => {
    const id = await setup.newsletter()
    await said(['newsletter', 'check', id, '--list', setup.listId, '--no-links'], {
      en: /^look +sender +Emails are not signed for example\.test/m,
      sv: /^look +sender +Mejlen signeras inte för example\.test/m,
      de: /^look +sender +Die E-Mails sind nicht für example\.test signiert/m,
    })
  })

  test('the advice of the DNS check', async () => {
    await said(['dns', 'check', 'example.test'], {
      en: /means {4}There is no key for example\.test.*\n {9}do {7}Make keys for the domain/,
      sv: /means {4}Det finns ingen nyckel för example\.test.*\n {9}do {7}Skapa nycklar/,
      de: /means {4}Für example\.test gibt es keinen.*\n {9}do {7}Erzeugen Sie Schlüssel/,
    })
  })

  test('the rejects of an import, on the screen and in the file of them', async () => {
    const file = setup.file('people.csv', 'Email\nada@example.test\nno address\n')
    const { id } = await setup.json(['import', file, '--list', setup.listId])
    await said(['import', 'show', String(id)], {
      en: /1 {2}The email address is not an address/,
      sv: /1 {2}ingen giltig adress/,
      de: /1 {2}keine gültige Adresse/,
    })
    const args = ['import', 'show', String(id), '--rejects', 'rejects.csv']
    await setup.run(args, { LANG: 'de_DE.UTF-8' })
    const rejects = readFileSync(join(setup.folder, 'rejects.csv'), 'utf8')
    assert.match(rejects, /;"keine gültige Adresse";/)
    const addresses = setup.file('addresses.txt', 'ada@example.test\nno address\n')
    await said(['optout', 'import', addresses], {
      en: /line 2: not an address: "no address"/,
      sv: /line 2: ingen giltig adress: "no address"/,
      de: /line 2: keine gültige Adresse: "no address"/,
    })
  })

  test('why a relay takes no email', async () => {
    const port = await freePort()
    await setup.run(['route', 'add', 'closed', '--url', `smtp://127.0.0.1:${port}`])
    await said(['route', 'test', 'closed', '--to', 'me@example.test'], {
      en: /^Answer: +127\.0\.0\.1 refuses connections on that port/m,
      sv: /^Answer: +127\.0\.0\.1 tar inte emot förbindelser på den porten/m,
      de: /^Answer: +127\.0\.0\.1 nimmt auf diesem Port keine Verbindungen an/m,
    })
    await setup.run(['route', 'remove', 'closed', '--yes'])
  })

  test('why an email failed', async () => {
    await setup.run(['route', 'add', 'plain', '--url', `smtp://127.0.0.1:${sink.port}`])
    await setup.json(['subscriber', 'put', 'åsa@example.test', '--list-id', setup.listId])
    const id = await setup.newsletter()
    setup.worker()
    const order = ['send', '--newsletter', id, '--list', setup.listId, '--hold', '0']
    const sending = await setup.json([...order, '--local'])
    await until(async () => {
      const { state } = await setup.json(['sending', 'show', String(sending.id)])
      return state === 'finished'
    })
    await said(['sending', 'show', String(sending.id)], {
      en: /bounced +The recipient needs SMTPUTF8/,
      sv: /bounced +Mottagaren kräver SMTPUTF8/,
      de: /bounced +Der Empfänger braucht SMTPUTF8/,
    })
    // The file has the state and the code for programs, the reason in words.
    await said(['sending', 'recipients', String(sending.id), '--state', 'bounced'], {
      en: /;"?bounced"?;.*;"?smtp-\S+"?;"The recipient needs SMTPUTF8/,
      sv: /;"?bounced"?;.*;"?smtp-\S+"?;"Mottagaren kräver SMTPUTF8/,
      de: /;"?bounced"?;.*;"?smtp-\S+"?;"Der Empfänger braucht SMTPUTF8/,
    })
  })
})
