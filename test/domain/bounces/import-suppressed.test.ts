/** Imports into the suppression list: of which addresses, with which effect, and once. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { holdSuspectBounces } from '../../../src/domain/bounces/holds/hold-bounces.ts'
import { releasePerson } from '../../../src/domain/bounces/suppression/release-person.ts'
import { endSoftSuppression } from '../../../src/domain/bounces/trim.ts'
import { optOut } from '../../../src/domain/opt-outs/opt-out.ts'
import { erase } from '../../../src/domain/privacy/erase.ts'
import { planSending } from '../../../src/domain/sendings/plan-sending.ts'
import { subscribe } from '../../../src/domain/subscribers/subscribe.ts'
import { formatInstant } from '../../../src/lib/instant.ts'
import { PEOPLE, RULES, suppressionSetup } from '../../support/suppression.ts'

const DAY = 86_400_000

let setup: Awaited<ReturnType<typeof suppressionSetup>>
// In a suite: a hook of the root would run for the tests of all files of its process.
describe('imported suppression', () => {
  before(async () => {
    setup = await suppressionSetup()
  })
  after(() => setup.close())
  beforeEach(() => setup.reset())

  describe('an import into the suppression list', () => {
    test('suppresses known and unknown addresses, once, with their reasons and times', async () => {
      const file =
        'email,created,reason\np1@example.test,1600000000,550 5.1.1 unknown\n' +
        'New@Bücher.example,"Fri, 21 Oct 2011 11:02:55 GMT",\n' +
        'P1@EXAMPLE.test,,\nthird@example.test,03/04/2021,bad-domain: no MX\nwrong,,\n'
      const { rejects, ...counts } = await setup.imported(file, { reason: 'old system' })
      assert.deepEqual(counts, {
        read: 5,
        added: 3,
        alreadyThere: 1,
        notValid: 1,
        optedOut: 0,
        undated: 1,
      })
      assert.deepEqual(rejects, [
        { line: 6, raw: 'wrong,,', code: 'address', reason: 'not an address' },
      ])
      const rows = await setup.listed()
      assert.deepEqual(
        rows.map(({ email, until, reason }) => [email, until, reason]),
        [
          ['third@example.test', null, 'bad-domain: no MX'],
          ['p1@example.test', null, 'imported: 550 5.1.1 unknown'],
          ['New@Bücher.example', null, 'imported: old system'],
        ],
      )
      assert.deepEqual(
        rows.slice(1).map(({ since }) => formatInstant(since)),
        ['2020-09-13T13:26:40+01:00', '2011-10-21T12:02:55+01:00'],
      )
      const stored = () => setup.ask('select * from bounces order by id')
      const first = await stored()
      const again = await setup.imported(file, { reason: 'old system' })
      assert.deepEqual([again.added, again.alreadyThere], [0, 4])
      assert.deepEqual(await stored(), first)
      // A sending leaves out people who were on the list, and those who are put on it later.
      await subscribe(setup.store, setup.accountId, setup.listId, {
        email: 'THIRD@example.test',
        name: '',
        format: undefined,
        countryCode: '',
        phone: '',
      })
      const sendingId = await setup.send()
      await planSending(setup.store, setup.accountId, sendingId, 1e9)
      assert.deepEqual(
        await setup.ask('select left_out from sendings where id = $1', [sendingId]),
        [['{"undeliverable": 2}']],
      )
      assert.equal(
        await releasePerson(setup.store, setup.accountId, 'third@example.test'),
        'released',
      )
      assert.equal((await setup.imported(file)).added, 1)
    })

    test('finds its columns by the headings of mailing services', async () => {
      const files: [string, string][] = [
        ['SendGrid', 'status,reason,email,created\n5.1.1,550 no,a@x.example,1600000000\n'],
        [
          'Mailgun',
          'address,code,error,created_at\na@x.example,550,550 no,"Fri, 21 Oct 2011 11:02:55 +0000"\n',
        ],
        ['SES', 'a@x.example,550 no\n'],
        [
          'Postmark',
          'EmailAddress,SuppressionReason,Origin,CreatedAt\na@x.example,550 no,Recipient,2019-12-10T08:58:33-05:00\n',
        ],
        [
          'Brevo',
          'senderEmail,email,reason,blockedAt\ns@y.example,a@x.example,550 no,2017-05-01T12:30:00Z\n',
        ],
        [
          'Mailchimp',
          'Email Address;First Name;CLEAN_TIME;Reason\na@x.example;Ada;2021-03-04 12:34:56;550 no\n',
        ],
      ]
      for (const [service, file] of files) {
        await setup.reset()
        const { added, undated } = await setup.imported(file)
        assert.deepEqual([added, undated], [1, 0], service)
        const rows = await setup.listed()
        assert.deepEqual(
          rows.map(row => [row.email, row.reason]),
          [['a@x.example', 'imported: 550 no']],
          service,
        )
      }
    })

    test('opts out who complained or unsubscribed, and takes no temporary bounces', async () => {
      const file =
        'EmailAddress,SuppressionReason\na@x.example,SpamComplaint\nb@x.example,HardBounce\n' +
        'c@x.example,unsubscribedViaEmail\nd@x.example,SoftBounce\n' +
        'e@x.example,550 blocked for spam complaint\n'
      const { added, optedOut, rejects } = await setup.imported(file)
      assert.deepEqual([added, optedOut], [4, 2])
      assert.deepEqual(
        rejects.map(({ line, reason }) => [line, reason]),
        [[5, 'a temporary bounce, which suppresses nobody']],
      )
      assert.deepEqual((await setup.emails()).sort(), ['b@x.example', 'e@x.example'])
      assert.deepEqual(await setup.ask('select email, reason from opt_outs order by 1'), [
        ['a@x.example', 'imported: complaint'],
        ['c@x.example', 'imported: unsubscribed'],
      ])
      assert.deepEqual([(await setup.imported(file)).added], [0])
      // Who bounced and complained is on both lists, so a transactional email is held back, too.
      const both = await setup.imported(
        'f@x.example,BOUNCE\nF@x.example,COMPLAINT\nf@x.example,spam\n',
      )
      assert.deepEqual([both.added, both.alreadyThere, both.optedOut], [2, 1, 1])
      assert.ok((await setup.emails()).includes('f@x.example'))
    })

    test('is never held, and stays when the held bounce of the same person is released', async () => {
      const many = Array.from({ length: PEOPLE }, (_, i) => `p${i + 1}@example.test`)
      await setup.imported(many.join('\n'))
      assert.deepEqual(await holdSuspectBounces(setup.store, RULES), [])
      assert.equal((await setup.listed()).length, PEOPLE)
      await setup.ask('update bounces set hold_id = 1 where subscriber_id = 1')
      const { added, alreadyThere } = await setup.imported(many.join('\n'))
      assert.deepEqual([added, alreadyThere], [1, PEOPLE - 1])
    })

    test('leaves erased people who opted out', async () => {
      const { store, accountId, imported, ask } = setup
      const email = 'gone@x.example'
      await optOut(store, accountId, { email, reason: '', listText: '', sendingText: '' })
      await erase(store, accountId, email)
      const { added, alreadyThere } = await imported(`${email}\nb@x.example`)
      assert.deepEqual([added, alreadyThere], [1, 1])
      assert.deepEqual(await ask('select email from subscribers where email = $1', [email]), [])
    })

    test('takes thousands in batches, each once, also by two processes at once', async () => {
      const many = Array.from({ length: 2500 }, (_, i) => `m${i}@m.example`).join('\n')
      const both = await Promise.all([setup.imported(many), setup.imported(many)])
      assert.deepEqual(
        [both[0].added + both[1].added, both[0].alreadyThere + both[1].alreadyThere],
        [2500, 2500],
      )
      assert.equal((await setup.listed({ domain: 'm.example' })).length, 2500)
      assert.deepEqual(await setup.ask('select count(*) from bounces'), [['2500']])
    })

    test('that is interrupted continues when it is started again', async () => {
      const many = Array.from({ length: 1500 }, (_, i) => `m${i}@m.example`).join('\n')
      const begun = setup.importing(many)
      assert.equal((await begun.next()).value?.counts.added, 1000)
      await begun.return(undefined)
      assert.equal((await setup.listed()).length, 1000)
      const { added, alreadyThere } = await setup.imported(many)
      assert.deepEqual([added, alreadyThere], [500, 1000])
    })

    test('for a time ends then, and an expired one is not imported', async () => {
      const soon = new Date(Date.now() + DAY).toISOString()
      const file =
        `email;since;until;reason\np1@example.test;2026-01-01;${soon};3 soft bounces in a row\n` +
        'p2@example.test;2020-01-01;2020-02-01;x\n'
      const { added, rejects } = await setup.imported(file)
      assert.deepEqual([added, rejects.map(({ reason }) => reason)], [1, ['its time is over']])
      const [row] = await setup.listed()
      assert.equal(Date.parse(formatInstant(row!.until!)), Date.parse(soon))
      assert.equal((await setup.imported(file)).added, 0)
      // For longer, and for good.
      assert.equal((await setup.imported('p1@example.test')).added, 1)
      assert.deepEqual((await setup.listed())[0]!.until, null)
      await setup.ask('update bounces set counts = false where counts_until is null')
      await setup.ask("update bounces set counts_until = now() - interval '1 second'")
      await setup.ask('update subscribers set undeliverable_until = now() where id = 1')
      assert.equal(await endSoftSuppression(setup.store), 1)
      assert.deepEqual(await setup.emails(), [])
      assert.deepEqual(await setup.ask('select count(*) from bounces where counts'), [['0']])
      const old = await setup.imported('email;since\np3@example.test;2020-01-01\n', {
        hardDays: 365,
      })
      assert.deepEqual(
        [old.added, old.rejects[0]?.reason],
        [0, 'so long ago that it would be tried again'],
      )
    })
  })
})
