/** An account with emails in its sandbox, and somebody who looks at them. */
import assert from 'node:assert/strict'
import { openSession } from '../../src/domain/accounts/session.ts'
import { SOURCE } from '../../src/lib/source-kind.ts'
import { macKey } from '../../src/mail/links/signing.ts'
import { compileMessage, type Newsletter } from '../../src/mail/message/compile.ts'
import { composeMessage } from '../../src/mail/message/compose.ts'
import { createSandboxRelay } from '../../src/sandbox/keep.ts'
import { newAccount, type TestAccount } from '../support/account.ts'

const newsletter: Newsletter = {
  subject: 'Höst <b>sale</b> for {{ name }}',
  html: `<!DOCTYPE html><html><head><title>x</title><base \
href="https://evil.example.test/"></head><body>
<h1>Hej {{ name }}</h1><a href="https://shop.example.test/bikes?a=1&amp;b=2">See <b>the</b> \
bicycles</a>
<a href="https://shop.example.test/pic"><img src="https://shop.example.test/p.png" alt="A \
bicycle"></a>
<a href="{{ unsubscribe_url }}">No more</a><script>alert(1)</script></body></html>`,
  from: { name: 'Äcme', address: 'hello@shop.example.test' },
}

export interface Owner extends TestAccount {
  visit(path: string, init?: RequestInit): Promise<Response>
  text(path: string): Promise<string>
  keep(id: number, email: string, content?: Buffer): Promise<void>
}

export async function newOwner(): Promise<Owner> {
  const account = await newAccount()
  const { store, keys, port } = account.service
  const accountId = account.account.id
  const relay = createSandboxRelay(store)
  const cookie = `other=1; pennypost_session=${await openSession(store, accountId)}`
  const { id: keyId, secret } = keys.newest()
  const compiled = compileMessage(newsletter, {
    accountId,
    of: 'sending',
    ofId: 5,
    list: { id: 1, name: 'Customers' },
    characterSet: 'iso-8859-1',
    fields: new Map(),
    publicUrl: `http://127.0.0.1:${port}`,
    bounceDomain: 'bounce.example.test',
    key: macKey(keyId, secret),
  })
  const visit: Owner['visit'] = (path, init = {}) =>
    fetch(`http://127.0.0.1:${port}${path}`, {
      redirect: 'manual',
      ...init,
      headers: { cookie, ...init.headers },
    })
  return {
    ...account,
    visit,
    text: async path => (await visit(path)).text(),
    async keep(id, email, content) {
      const message = composeMessage(compiled, {
        id,
        email,
        name: `Åsa ${id}`,
        format: 'html',
        fields: [],
      })
      const kept = {
        accountId,
        sourceKind: SOURCE.sending,
        sourceId: 5,
        deliveryId: id,
        subject: `Höst <b>sale</b> for Åsa ${id}`,
      }
      const { outcome } = await relay.send(
        { from: message.envelopeFrom, to: email },
        content ?? message.bytes,
        { kept },
      )
      assert.equal(outcome, 'accepted')
    },
  }
}

export const idsIn = (text: string) =>
  [...text.matchAll(/<td><a href="\/sandbox\/(\d+)"/g)].map(([, id]) => Number(id))
export const hidden = (text: string) => text.replace(/<style>[\s\S]*?<\/style>/, '')
