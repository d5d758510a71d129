/**
 * One answer tells all that a body violates: types and lengths, which its schema finds, beside
 * addresses, names and the like, which the domain judges.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type ApiSetup, apiSetup } from './api-setup.ts'

let setup: ApiSetup
before(async () => {
  setup = await apiSetup()
})
after(() => setup.running.close())

const LINES = 'x\r\nBcc: eve@evil.test'

type Method = 'POST' | 'PUT' | 'PATCH'
type WrongBody = [method: Method, path: string, body: object, wrong: Record<string, string>]

/** By field, the code of what is wrong with it. */
const WRONG: Record<string, WrongBody[]> = {
  'of types and of rules together': [
    [
      'POST',
      '/emails',
      {
        to: ['nobody', { email: 'ada@readers.test', name: LINES }, 5],
        cc: 'a@b.test, c@d.test',
        from: 'ceo',
        replyTo: 'x y',
        subject: 5,
        text: true,
        tags: ['a', LINES, 5],
        metadata: { a: 'b', c: 'x\u0001' },
        headers: { 'X-A': LINES, Bcc: 'eve@evil.test', References: 'no id', 'X-B': 7 },
        attachments: [
          { name: '../x', content: 'YQ==' },
          { name: 'a.pdf', content: 'no base64!' },
          { name: 'b.pdf', content: 7 },
          { name: 'setup.exe', content: 'YQ==' },
        ],
      },
      {
        'body.to.0': 'mailbox-address',
        'body.to.1': 'text-lines',
        'body.to.2': 'given-wrong',
        'body.cc.0': 'mailbox-address',
        'body.from': 'mailbox-address',
        'body.replyTo': 'mailbox-address',
        'body.subject': 'given-type',
        'body.text': 'given-type',
        'body.tags.1': 'text-lines',
        'body.tags.2': 'given-type',
        'body.metadata.c': 'text-controls',
        'body.headers.X-A': 'text-lines',
        'body.headers.X-B': 'given-type',
        'body.headers.Bcc': 'header-not-allowed',
        'body.headers.References': 'header-ids',
        'body.attachments.0': 'attachment-name',
        'body.attachments.1': 'attachment-content',
        'body.attachments.2.content': 'given-type',
        'body.attachments.3': 'attachment-program',
      },
    ],
    [
      'POST',
      '/emails',
      { to: 'nobody', html: '<p>Hi</p>', mjml: '<mjml></mjml>', sendAt: 'soon' },
      {
        'body.sendAt': 'given-moment',
        'body.to.0': 'mailbox-address',
        'body.subject': 'email-subject',
        'body.mjml': 'email-html-twice',
      },
    ],
    [
      'PUT',
      '/subscribers/by-address',
      { email: 'nobody', name: 'a\u0001b', phone: 5, listId: 'x' },
      {
        'body.email': 'person-address',
        'body.name': 'text-controls',
        'body.phone': 'given-type',
        'body.listId': 'given-type',
      },
    ],
    [
      'POST',
      '/subscribers',
      { email: 'nobody', listId: 'x' },
      { 'body.email': 'person-address', 'body.listId': 'given-type' },
    ],
    [
      'POST',
      '/lists',
      { name: ' ', fromEmail: 'nobody', characterSet: 'klingon', tracking: 'all' },
      {
        'body.name': 'list-nameless',
        'body.fromEmail': 'list-sender',
        'body.characterSet': 'charset-unknown',
        'body.tracking': 'given-choice',
      },
    ],
    [
      'POST',
      '/webhooks',
      { name: ' ', url: 'ftp://x.test', events: [], format: 'morse' },
      {
        'body.name': 'webhook-nameless',
        'body.url': 'url-scheme',
        'body.events': 'event-kinds-none',
        'body.format': 'given-choice',
      },
    ],
    [
      'POST',
      '/invitations',
      { email: 'nobody', role: 'queen' },
      { 'body.email': 'invited-address', 'body.role': 'given-choice' },
    ],
    [
      'POST',
      '/opt-outs',
      { email: 'a\u0001b@readers.test', reason: 5 },
      { 'body.email': 'address-wrong', 'body.reason': 'given-type' },
    ],
    [
      'POST',
      '/test-groups/office/emails',
      { emails: ['ada@readers.test', 'nobody', 5] },
      { 'body.emails.1': 'addresses-wrong', 'body.emails.2': 'given-type' },
    ],
    [
      'POST',
      '/projects',
      { name: '17', newsletterId: 'x', fromEmail: 'nobody', replyTo: 'x y' },
      {
        'body.name': 'project-number',
        'body.newsletterId': 'given-type',
        'body.fromEmail': 'project-sender',
        'body.replyTo': 'project-reply',
      },
    ],
  ],
  'of rules alone': [
    [
      'POST',
      '/emails',
      { to: 'nobody', html: '<p>Hi</p>', mjml: '<mjml></mjml>' },
      {
        'body.to.0': 'mailbox-address',
        'body.subject': 'email-subject',
        'body.mjml': 'email-html-twice',
      },
    ],
    [
      'POST',
      '/emails',
      { to: 'nobody', cc: ['x'], subject: LINES, text: 'Hi', headers: { 'X-A': '1', 'x-a': '2' } },
      {
        'body.to.0': 'mailbox-address',
        'body.cc.0': 'mailbox-address',
        'body.subject': 'text-lines',
        'body.headers': 'header-twice',
      },
    ],
    [
      'PUT',
      '/subscribers/by-address',
      { email: 'nobody', name: 'a\u0001b' },
      { 'body.email': 'person-address', 'body.name': 'text-controls' },
    ],
    [
      'POST',
      '/lists',
      { name: ' ', fromEmail: 'nobody' },
      { 'body.name': 'list-nameless', 'body.fromEmail': 'list-sender' },
    ],
  ],
}

describe('all that is wrong is told at once', () => {
  for (const [kind, bodies] of Object.entries(WRONG))
    for (const [method, path, body, wrong] of bodies)
      test(`${method} ${path}: ${kind}`, async () => {
        const { status, body: answer } = await setup.call(method, path, body)
        assert.deepEqual([status, answer.reason], [400, 'not-valid'], JSON.stringify(answer))
        const errors = answer.errors as { field: string; code: string; detail: string }[]
        assert.deepEqual(Object.fromEntries(errors.map(({ field, code }) => [field, code])), wrong)
        assert.ok(errors.every(({ detail }) => detail.length > 0))
        assert.deepEqual([answer.field, answer.code], [errors[0]!.field, errors[0]!.code])
      })
})
