/** Senders whose provider lets no other server send, and those that only look like them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { senderFinding } from '../../../src/mail/message/sender.ts'

const verdictOf = (domain: string, signed = true) => senderFinding({ domain, signed }).verdict

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
  for (const domain of [...theirs, ...more]) assert.equal(verdictOf(domain), 'wrong', domain)
})

test("a domain of one's own is not, with any host name", () => {
  const own = ['mail.abc.se', 'web.abc.se', 'me.example', 'outlook.example', 'live.example.com']
  for (const domain of own) assert.equal(verdictOf(domain), 'ok', domain)
  assert.equal(verdictOf('example.com', false), 'look')
})
