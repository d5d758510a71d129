/** Bodies: Emails of programs and their projects. */
import { type BodiesOf, LINES } from './wrong-body.ts'

export const emailBodies: BodiesOf = {
  wrong: [
    [
      'POST /emails',
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
      'POST /emails',
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
      'POST /emails',
      '/emails',
      { to: 'nobody', html: '<p>Hi</p>', mjml: '<mjml></mjml>' },
      {
        'body.to.0': 'mailbox-address',
        'body.subject': 'email-subject',
        'body.mjml': 'email-html-twice',
      },
    ],
    [
      'POST /emails',
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
      'POST /emails',
      '/emails',
      { to: 'nobody', subject: 'a\u0000', text: 'Hi', data: { order: { 'li\u0000nes': ['b'] } } },
      {
        'body.to.0': 'mailbox-address',
        'body.subject': 'text-zero',
        'body.data.order.lines': 'text-zero',
      },
    ],
    [
      'POST /projects',
      '/projects',
      { name: '17', newsletterId: 'x', fromEmail: 'nobody', replyTo: 'x y' },
      {
        'body.name': 'project-number',
        'body.newsletterId': 'given-type',
        'body.fromEmail': 'project-sender',
        'body.replyTo': 'project-reply',
      },
    ],
    [
      'PATCH /projects/:projectId',
      '/projects/1',
      { name: '17', fromEmail: 'nobody', newsletterId: 'x' },
      {
        'body.name': 'project-number',
        'body.fromEmail': 'project-sender',
        'body.newsletterId': 'given-type',
      },
    ],
    [
      'PATCH /emails/:emailId',
      '/emails/1',
      { sendAt: 'soon', hold: 5 },
      { 'body.sendAt': 'given-moment', body: 'given-unknown' },
    ],
  ],
  withoutRules: {
    'POST /projects/:projectId/retry': 'numbers and choices',
    'POST /emails/batch': 'the answer has an outcome for each email: rows.test.ts',
    'POST /transaction-batches/:batchId/retry': 'numbers and choices',
  },
}
