/** Mailboxes that are fetched from: Debian's Dovecot. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { inboxOf, keepInbox } from '../../src/domain/bounces/messages/keep-inbox.ts'
import { NO_ACCOUNT } from '../../src/domain/bounces/messages/store-message.ts'
import { readTrouble } from '../../src/domain/details/recorded.ts'
import { countImap } from '../../src/mail/mailbox/imap.ts'
import { USUAL_FETCH_LIMITS } from '../../src/mail/mailbox/mailbox.ts'
import { countPop3 } from '../../src/mail/mailbox/pop3.ts'
import { readMailboxUrl } from '../../src/mail/mailbox/url.ts'
import { noDovecot, startDovecot } from '../support/dovecot.ts'
import { complaint, type Inbound, inboundSetup, report } from '../support/inbound.ts'
import { until } from '../support/until.ts'

describe('Dovecot', { skip: process.env.REQUIRE_ALL === '1' ? undefined : noDovecot }, () => {
  let inbound: Inbound
  let dovecot: Awaited<ReturnType<typeof startDovecot>>
  before(async () => {
    assert.equal(noDovecot, undefined)
    dovecot = await startDovecot()
    inbound = await inboundSetup({ people: 10 })
  })
  after(async () => {
    await inbound.close()
    await dovecot.stop()
  })

  const add = (accountId: number, url: string) =>
    keepInbox(inbound.store, inbound.sealer, accountId, {
      url,
      shown: url.replace(':secret', ''),
      everySeconds: 10,
    })
  const checked = async (accountId: number, id: number, fetched: number) => {
    // A new mailbox is checked at once. Two checks at a time would count messages twice.
    const isFetched = async () => (await inboxOf(inbound.store, accountId, id)).fetched >= fetched
    await until(isFetched, dovecot.log)
    await inbound.judged()
  }

  test('by IMAP and by POP3: found by what the mailbox left of the envelope, by our Message-ID, by the address', async () => {
    const sendingId = await inbound.accepted()
    // The envelope's recipient as mailboxes note it; a returned email; nothing but an address.
    const noted =
      `Delivered-To: ${inbound.returnPath(sendingId, 1)}\n` +
      `${report('5.1.1', '550 5.1.1 unknown', 'p1@example.test')}`
    const returned = report('5.1.1', '550 5.1.1 unknown', 'hidden@example.test').replace(
      '--b1--',
      `--b1\nContent-Type: text/rfc822-headers\n\nSubject: News\n` +
        `Message-ID: <${inbound.tokensOf(sendingId, 2).messageId}@mail.example.test>\n\n--b1--`,
    )
    const token = inbound.returnPath(sendingId, 6).replace(/^b-|@.*$/g, '')
    const byEnvelope = report('5.1.1', '550 5.1.1 unknown', 'hidden@example.test').replace(
      'Reporting-MTA',
      `Original-Envelope-Id: ${token}\nReporting-MTA`,
    )
    const bare = report('5.1.1', '550 5.1.1 unknown', 'P3@example.test', 'stranger@example.test')
    for (const message of [noted, returned, bare, byEnvelope, 'Subject: hello\n\nspam\n'])
      dovecot.arrive('imapuser', message)
    const id = await add(
      inbound.accountId,
      `imap://imapuser:secret@127.0.0.1:${dovecot.imap}/?tls=no`,
    )
    await checked(inbound.accountId, id, 5)
    const rows = await inbound.ask(
      'select subscriber_id, kind, identity from bounces order by subscriber_id',
    )
    assert.deepEqual(rows, [
      ['1', 'hard', 'token'],
      ['2', 'hard', 'message id'],
      ['3', 'hard', 'recipient'],
      ['6', 'hard', 'envelope id'],
    ])
    // Messages are marked once they are stored.
    const files = () => dovecot.files('imapuser')
    await until(
      () => files().every(name => name.endsWith(',S')),
      () => files().join(),
    )
    const address = readMailboxUrl(`imap://imapuser:secret@127.0.0.1:${dovecot.imap}/?tls=no`)
    const { validity, lastUid } = await inboxOf(inbound.store, inbound.accountId, id)
    assert.deepEqual(await countImap(address, USUAL_FETCH_LIMITS, { validity, uid: lastUid }), {
      messages: 5,
      fresh: 0,
    })

    // A mailbox for all accounts, with the same message in it twice, and one that names no email.
    const again =
      `Delivered-To: ${inbound.returnPath(sendingId, 4)}\n` +
      `${report('5.1.1', '550 5.1.1 unknown', 'p4@example.test')}`
    const angry = complaint(`<${inbound.tokensOf(sendingId, 5).messageId}@mail.example.test>`)
    for (const message of [again, again, angry, 'Subject: hello\n\nnobody\n'])
      dovecot.arrive('popuser', message)
    const pop = readMailboxUrl(`pop3://popuser:secret@127.0.0.1:${dovecot.pop3}?tls=no`)
    assert.deepEqual(await countPop3(pop, USUAL_FETCH_LIMITS), { messages: 4, fresh: 4 })
    await checked(
      NO_ACCOUNT,
      await add(NO_ACCOUNT, `pop3://popuser:secret@127.0.0.1:${dovecot.pop3}?tls=no`),
      4,
    )
    await until(() => dovecot.files('popuser').length === 0)
    assert.equal((await inbound.person(4)).undeliverable, true)
    assert.equal((await inbound.person(5)).complained, true)
    assert.deepEqual(await inbound.ask('select count(*) from bounces where subscriber_id = 4'), [
      ['1'],
    ])
    assert.deepEqual(
      await inbound.ask('select account_id, count(*) from inbound_messages group by 1 order by 1'),
      [
        ['0', '1'],
        [String(inbound.accountId), '7'],
      ],
    )
  })

  test('a mailbox that can’t be opened says why, and the others are fetched all the same', async () => {
    const id = await add(
      inbound.accountId,
      `imap://imapuser:wrong@127.0.0.1:${dovecot.imap}/?tls=no`,
    )
    const trouble = await until(
      async () => (await inboxOf(inbound.store, inbound.accountId, id)).trouble,
    )
    assert.match(readTrouble(trouble).trouble ?? '', /^the server replies to LOGIN: NO/)
    assert.doesNotMatch(trouble, /wrong/)
  })
})
