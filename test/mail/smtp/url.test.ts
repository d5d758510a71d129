/**
 * Addresses of relays: what they say, what they are when they say nothing, and what is wrong with
 * them without the password in it.
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import {
  describeRelay,
  greetedBy,
  isLoopback,
  readSmtpUrl,
  SmtpUrlError,
} from '../../../src/mail/smtp/url.ts'

const plain = {
  implicitTls: false,
  startTls: 'opportunistic',
  verify: false,
  name: undefined,
  user: undefined,
  password: undefined,
  auth: undefined,
}

describe('addresses of relays', () => {
  test('what is not said', () => {
    assert.deepEqual(readSmtpUrl('smtp://mail.example.com'), {
      ...plain,
      host: 'mail.example.com',
      port: 25,
    })
    assert.deepEqual(readSmtpUrl('SMTP://127.0.0.1:2525/'), {
      ...plain,
      host: '127.0.0.1',
      port: 2525,
    })
    assert.deepEqual(readSmtpUrl('smtp://[2001:db8::25]:26'), {
      ...plain,
      host: '2001:db8::25',
      port: 26,
    })
    assert.deepEqual(readSmtpUrl('smtps://mail.example.com'), {
      ...plain,
      host: 'mail.example.com',
      port: 465,
      implicitTls: true,
      startTls: 'never',
      verify: true,
    })
    assert.equal(readSmtpUrl('smtp://bücher.example').host, 'xn--bcher-kva.example')
  })

  test('a password asks for encryption, unless it stays on this machine', () => {
    const submission = readSmtpUrl('smtp://news@example.net:secret@mail.example.com')
    assert.deepEqual(
      [submission.port, submission.startTls, submission.verify],
      [587, 'required', true],
    )
    assert.equal(submission.user, 'news@example.net')
    assert.equal(readSmtpUrl('smtp://u:p@localhost').startTls, 'opportunistic')
    assert.equal(readSmtpUrl('smtp://u:p@mail.example.com?starttls=never').startTls, 'never')
    assert.ok(
      isLoopback('127.3.2.1') &&
        isLoopback('::1') &&
        !isLoopback('127.example.com') &&
        !isLoopback('128.0.0.1'),
    )
  })

  test('options', () => {
    const read = readSmtpUrl(
      'smtp://u:p@mail.example.com:25?starttls=required&name=out.example.net&auth=CRAM-MD5&verify=no',
    )
    assert.deepEqual(
      [read.startTls, read.name, read.auth, read.verify],
      ['required', 'out.example.net', 'cram-md5', false],
    )
    assert.equal(readSmtpUrl('smtp://h?name=[192.0.2.1]').name, '[192.0.2.1]')
  })

  test('any user and password, escaped', () => {
    const word = fc
      .string({ minLength: 1, unit: 'binary' })
      .filter(text => text.isWellFormed() && !/\p{Cc}/u.test(text))
    fc.assert(
      fc.property(word, word, (user, password) => {
        const read = readSmtpUrl(
          `smtp://${encodeURIComponent(user)}:${encodeURIComponent(password)}@mail.example.com`,
        )
        assert.deepEqual([read.user, read.password], [user, password])
        assert.ok(!describeRelay(read).includes('@@'))
      }),
    )
    assert.equal(readSmtpUrl('smtp://u:a@b/c?d@mail.example.com').password, 'a@b/c?d')
  })

  test('errors are reported without the password', () => {
    const wrong = [
      'mail.example.com',
      'http://u:hunter2@mail.example.com',
      'smtp://',
      'smtp://u:hunter2@',
      'smtp://u:hunter2@:25',
      'smtp://hunter2@mail.example.com',
      'smtp://u:@mail.example.com',
      'smtp://u:hunter2%zz@mail.example.com',
      'smtp://u:hunter2%0d%0a@mail.example.com',
      'smtp://u:hunter2@mail.example.com:0',
      'smtp://u:hunter2@mail.example.com:70000',
      'smtp://u:hunter2@mail.example.com/path',
      'smtp://u:hunter2@mail.example.com?hunter2=1',
      'smtp://u:hunter2@mail.example.com?auth=digest-md5',
      'smtp://u:hunter2@mail.example.com?starttls=maybe',
      'smtp://u:hunter2@mail.example.com?verify=yes&verify=no',
      'smtp://u:hunter2@mail.example.com?name=a%0d%0ab',
      'smtp://u:hunter2@mail.example.com#hunter2',
      'smtp://u:hunter2@[::zz]:25',
      'smtp://u: hunter2@mail.example.com',
      'smtps://u:hunter2@mail.example.com?starttls=required',
      'smtp://mail.example.com?auth=plain',
    ]
    for (const url of wrong) {
      assert.throws(
        () => readSmtpUrl(url),
        error =>
          error instanceof SmtpUrlError &&
          !error.message.includes('hunter2') &&
          error.message.length > 20,
        url,
      )
    }
  })

  test('shown without the password', () => {
    assert.equal(
      describeRelay(readSmtpUrl('smtp://news@example.net:x@mail.example.com')),
      'smtp://news%40example.net@mail.example.com:587',
    )
    assert.equal(describeRelay(readSmtpUrl('smtps://[::1]')), 'smtps://[::1]:465')
  })
})

test('the name for EHLO is that of the URL, else the host of PUBLIC_URL if it is a domain', () => {
  const name = (url: string, publicUrl: string | undefined) =>
    greetedBy(readSmtpUrl(url), publicUrl).name
  assert.equal(name('smtp://h', 'https://mail.example.com:8443/p'), 'mail.example.com')
  assert.equal(name('smtp://h', 'https://bücher.example'), 'xn--bcher-kva.example')
  assert.equal(name('smtp://h?name=out.example.net', 'https://mail.example.com'), 'out.example.net')
  for (const url of [undefined, 'http://localhost:1', 'http://192.0.2.1', 'http://[::1]:1'])
    assert.equal(name('smtp://h', url), undefined)
})
