/** Verdicts of receivers in Authentication-Results, and those of others, which do not count. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { authenticationOf } from '../../../src/mail/mime/authentication-results.ts'
import { readMime } from '../../../src/mail/mime/structure.ts'

const of = (head: string, receivers: string[]) =>
  authenticationOf(readMime(Buffer.from(`${head}\r\n\r\nHello`))[0]!.fields, receivers)

const GMAIL = `Delivered-To: me@gmail.com
Received: by 2002:a05:6a10:1:b0:5a1:1 with SMTP id x; Mon, 30 Nov 2026 10:00:00 -0800 (PST)
Received: from relay.sender.test (relay.sender.test. [192.0.2.1])
        by mx.google.com with ESMTPS id y for <me@gmail.com>
Authentication-Results: mx.google.com;
       dkim=fail (bad (nested) key) header.i=@other.test;
       dkim=pass header.i=@sender.test header.s=a;
       spf=softfail (google.com: "; dmarc=pass" is not permitted) smtp.mailfrom=b@sender.test;
       dmarc=pass (p=NONE sp=NONE dis=NONE) header.from=sender.test
Authentication-Results: relay.sender.test; dmarc=fail header.from=sender.test; spf=pass
Message-ID: <1@sender.test>`.replaceAll('\n', '\r\n')

test('the receiver of the mailbox is believed, a relay on the way is not', () => {
  assert.deepEqual(of(GMAIL, ['gmail.com', 'imap.gmail.com']), {
    authserv: 'mx.google.com',
    spf: 'softfail',
    dkim: 'pass',
    dmarc: 'pass',
  })
  const relayAlone = GMAIL.replace(/Authentication-Results: mx[\s\S]+?(?=Authentication)/, '')
  assert.equal(of(relayAlone, ['gmail.com', 'imap.gmail.com']), undefined)
  const own = 'Authentication-Results: mail.firm.co.uk 1; spf=pass; dkim=none'
  assert.deepEqual(of(own, ['firm.co.uk']), {
    authserv: 'mail.firm.co.uk',
    spf: 'pass',
    dkim: 'none',
    dmarc: null,
  })
  assert.equal(of(own, ['other.co.uk']), undefined)
})

test('Exchange leaves its name out', () => {
  const said = 'Authentication-Results: spf=pass (sender IP is 192.0.2.1) smtp.mailfrom=a.test; '
  assert.deepEqual(of(`${said}dkim=pass (ok); dmarc=bestguesspass action=none`, ['outlook.com']), {
    authserv: '',
    spf: 'pass',
    dkim: 'pass',
    dmarc: 'bestguesspass',
  })
  const twice = `${said}dkim=pass\r\nAuthentication-Results: relay.test; dmarc=fail`
  assert.equal(of(twice, ['outlook.com']), undefined)
})

test('hostile fields cost no more than their beginning', () => {
  const long = `mx.a.test; ${'('.repeat(100_000)} spf=pass`
  const many = Array.from({ length: 500 }, () => `Authentication-Results: ${long}`).join('\r\n')
  assert.deepEqual(of(many, ['a.test']), {
    authserv: 'mx.a.test',
    spf: null,
    dkim: null,
    dmarc: null,
  })
  assert.equal(of('Authentication-Results: \\', ['a.test'])?.spf ?? null, null)
  assert.equal(of(`Authentication-Results: "a;b`, []), undefined)
})
