/**
 * Replies and words that stand above no rule: what kind each is taken for, as a reply and inside a
 * report.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type JudgementKind, judgeMessage, judgeReply } from '../../../src/mail/bounces/judge.ts'

const SAID: Partial<Record<JudgementKind, string[]>> = {
  blocked: [
    '550 5.7.1 Sender address not found',
    "550 Sender's mailbox unavailable",
    "550 The sender's account has been suspended",
    '550 5.7.1 Your account has been disabled from sending',
    '550 account not subscribed to SES',
    '550 User news@example.net is not authorized to send',
    '550 Envelope from address unknown',
    '550 mail from address must exist',
    '550 No such sender',
    '550 unknown sender',
    '550 invalid HELO host',
    '550 5.7.1 <foo>: Helo command rejected: Host not found',
    '504 5.5.2 <localhost>: Helo command rejected: need fully-qualified hostname',
    '554 5.7.1 <unknown[192.0.2.1]>: Client host rejected: Access denied',
    '553 5.1.8 Domain of sender address news@x does not exist',
    '501 5.1.8 Sender domain must exist',
    '550 The domain in your From address does not exist',
    '550 Invalid domain name in EHLO',
    '553 5.7.1 <news@example.net>: Sender address rejected: not owned by user',
    '550 Message from unknown user rejected',
    '550 5.7.1 Message rejected due to user policy',
    '550 5.7.1 This message was rejected because the sender domain is invalid',
    '554 5.7.1 Recipient <ada@example.com> refuses mail from you',
    "550 your mail has been rejected because you are not on the recipient's address list",
    '554 Invalid sender address, account disabled',
    '550 DKIM signature invalid: no key for domain not found',
    '550 SPF: domain not found',
    '550 Reverse DNS lookup failed: host not found for 192.0.2.1',
    '550 Your host name does not exist in DNS',
    '550 Message rejected: URL in message listed in URIBL; mailbox protected',
    '554 Message not accepted: account has sent too much spam',
    '553 Mail from 192.0.2.1 not allowed - 5.7.1 [BL23] Connections not accepted from IP ' +
      'addresses on Spamhaus XBL; see http://postmaster.example.com/errors/550-bl23.html [550]',
    '550 5.7.1 Connections not accepted from servers without a valid sender domain.flph829 ' +
      'Fix reverse DNS for 192.0.2.1',
    '521-192.0.2.1 blocked by sbc:blacklist.mailrelay.example.net. 521 DNSRBL: Blocked for ' +
      'abuse. See http://example.net/blocks',
    '553 5.3.0 flpd575 DNSBL:ATTRBL 521< 192.0.2.1 ' +
      '>_is_blocked.__For_information_see_http://example.net/blocks',
    '554 5.7.1 - ERROR: Mail Refused - <192.0.2.1> - See http://www.example.net/security',
    "571 Email from 192.0.2.1 is currently blocked by Example Online's anti-spam system",
    '550 5.7.1 [C17] RBL Restriction: See <http://www.example.org/sbl>',
    '501 5.5.4 Invalid domain name',
    '554 5.7.1 : Recipient address rejected: (Access denied)',
    '554 5.7.1 Wiadomosc odrzucona - spam',
    '550 邮件内容被拒绝，疑似垃圾邮件',
    '550 5.7.1 Sender is not allowed: Absender abgelehnt',
    '550 Nachricht abgelehnt: Spam',
    '554 Message refusé, contenu indésirable (spam)',
    '550 Mensaje rechazado por contenido (spam)',
    'You do not have permission to send to this recipient. For assistance, contact your ' +
      'system administrator. <mail.example.com #5.7.1 smtp;550 5.7.1 Client was not ' +
      'authenticated>',
    'Your message was rejected because it appears to be unsolicited bulk e-mail',
    "rejected by the recipient's spam filter",
    'Your IP address is on our blocklist',
    'This list only accepts posts from subscribers',
  ],
  soft: [
    '450 4.7.1 <relay.example.net>: Helo command rejected: Host not found',
    '421 4.3.2 Service not available, user unknown at the moment',
    '451 4.3.0 <x@example.com>: Temporary lookup failure',
    '451 4.1.8 user lookup temporarily unavailable',
    '550 5.4.0 timeout waiting for address check',
    '554 5.3.0 Error writing message to mailbox: No space left on device',
    '550 5.2.0 unable to open mailbox: temporarily locked',
    'The message could not be delivered because the mailbox server is temporarily unavailable',
    '550 Administrative limit exceeded: too many recipients',
    '552 Message size exceeds mailbox limit',
    '552 Postfach ueberfuellt',
    '552 skrzynka przepelniona',
    '552 Caixa postal cheia',
    "552 La casella e' piena",
    '550 Utente oltre quota',
    '452 4.2.2 Mailbox del destinatario piena',
    '552 Buzon lleno',
    '550 Cuota excedida',
    '552 Mailbox vol',
    '552 Превышен лимит почтового ящика',
    '552 信箱容量已满',
    '552 メールボックスの容量を超過しています',
    'The following recipient(s) could not be reached: ada@example.com on 03/03/2026 09:12. ' +
      'Could not deliver the message in the time limit specified. Please retry or contact ' +
      'your administrator. <mail.example.com #4.4.7>',
    "The recipient's mailbox is full. <mail.example.com #5.2.2>",
    'mail quota for ada has been reached',
    'Insufficient space in mailbox',
    'the receiving system is too busy to accept mail right now',
    'server closed the connection unexpectedly',
    'timed out waiting for response to RCPT TO',
    'MX lookup failure: no answer from DNS',
  ],
  unknown: [
    '550 Requested action not taken',
    '554 Transaction failed',
    '550 Rejected',
    '550 Failed',
    '554 Error: no valid reason',
  ],
  hard: [
    '551 5.7.1 User not local; please try <new@example.com>',
    '551 User has moved, see new address',
    '550 This mailbox has moved',
    '550 5.1.1 uzytkownik nie istnieje',
    '550 Uzytkownik nie istnieje',
    '550 Empfaenger unbekannt',
    '550 Empfaenger ungueltig',
    '550 usuario inexistente',
    '550 Usuario Desconhecido',
    '550 Anvandaren finns inte',
    '550 adresse e-mail invalide',
    "550 Le destinataire n'est pas valide",
    '550 destinatario non valido',
    '550 No hay ningun usuario con ese nombre',
    '550 Cuenta inexistente',
    '550 El destinatario no existe',
    '550 Gebruiker bestaat niet',
    '550 Neznama adresa',
    '550 Bruker ukjent',
    '550 Mottaker ukjent',
    '550 адресат не существует',
    '550 User unknown / Benutzer unbekannt',
    '550 用户名不存在',
    '550 ユーザーが見つかりません',
    'The following recipient(s) could not be reached: ada@example.com on 03/03/2026 09:12. ' +
      'The e-mail account does not exist at the organization this message was sent to. Check ' +
      'the e-mail address, or contact the recipient directly to find out the correct address. ' +
      '<mail.example.com #5.1.1>',
    'There is no such e-mail address, or the e-mail address was mistyped <#5.1.1>',
    'Your message cannot be delivered because the mailbox you specified does not exist.',
    "We were unable to locate the recipient's mailbox",
    'The following addresses are not valid: ada@example.com',
    'address is not known at this site',
    'There was no mailbox by that name',
    'This employee no longer works here',
    'ada is no longer with the company',
    'The person you are trying to contact no longer uses this address',
  ],
}

for (const [kind, said] of Object.entries(SAID))
  test(`${said.length} that are ${kind}`, () => {
    for (const text of said) {
      const reply = judgeReply(text, true)
      assert.equal(reply.kind, kind, `${text}\n${reply.rule}`)
      if (kind === 'unknown') continue
      const report =
        `Return-Path: <>\nFrom: MAILER-DAEMON@y.example\nSubject: failure notice\n\nSorry.\n\n` +
        `<nobody@example.com>:\n${text}\n`
      const { kind: found, rule } = judgeMessage(Buffer.from(report)).recipients[0]!
      assert.equal(found, kind, `${text}, in a report\n${rule}`)
    }
  })
