/** Senders whose provider lets no other server send, and those that only look like them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { senderFinding } from '../../../src/mail/message/sender.ts'

const severityOf = (domain: string, signed = true) => senderFinding({ domain, signed }).severity

test('addresses of large providers are wrong, in any country', () => {
  const theirs = [
    'gmail.com',
    'GMAIL.com',
    'yahoo.fr',
    'yahoo.co.uk',
    'yahoo.com.br',
    'outlook.com',
  ]
  const more = [
    'hotmail.it',
    'icloud.com',
    'gmx.net',
    'web.de',
    'proton.me',
    'mail.ru',
    'yandex.ru',
  ]
  for (const domain of [...theirs, ...more]) assert.equal(severityOf(domain), 'wrong', domain)
})

test("a domain of one's own is not, with any host name", () => {
  const own = ['mail.abc.se', 'web.abc.se', 'me.example', 'outlook.example', 'live.example.com']
  for (const domain of own) assert.equal(severityOf(domain), 'fine', domain)
  assert.equal(severityOf('example.com', false), 'look')
})
