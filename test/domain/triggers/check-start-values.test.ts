/** Emails that read values of an event: told where the start of the trigger can't give them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDraft } from '../../../src/domain/newsletters/save-newsletter.ts'
import { recordEvent } from '../../../src/domain/program-events/record-event.ts'
import { checkTrigger } from '../../../src/domain/triggers/check-trigger.ts'
import { withTriggers } from '../../support/triggers.ts'

const source = (start: string) =>
  `trigger: Cart\nlist: All\nstart: ${start}\nsteps:\n  - step: first\n    send: Plain\n` +
  '  - step: remind\n    send: Cart left\n'

const HTML =
  '<p>{{ event.total }} {% for item in event.items %}{{ item.name }}{% endfor %}</p>' +
  '{% comment %}{{ event.hidden }}{% endcomment %}<p>the event.gone of text</p>'

test('at the step whose email reads them', () =>
  withTriggers(1, async ({ store, accountId, listId }) => {
    const draft = (name: string, subject: string, html: string) =>
      addDraft(store, accountId, {
        name,
        subject,
        source: { kind: 'html', html },
        preheader: '',
        listId,
        fromName: '',
        fromEmail: '',
        replyTo: '',
        text: '',
      })
    await draft('Plain', 'Hello', '<p>Hello</p>')
    await draft('Cart left', 'For {{ event.total }}', HTML)
    const notes = async (start: string) =>
      (await checkTrigger(store, accountId, source(start))).notes.map(
        ({ line, code, values }) => [line, code, values] as const,
      )
    const unstarted = (value: string) => [7, 'event-not-started', { newsletter: 3, value }] as const
    assert.deepEqual(await notes('joined'), [unstarted('total'), unstarted('items')])
    // Nothing is known of an event that no program has posted yet.
    const byEvent = '{event: cart}'
    assert.deepEqual(await notes(byEvent), [])
    const post = (values: Record<string, unknown>) =>
      recordEvent(store, accountId, {
        name: 'cart',
        email: 'p1@example.test',
        subscriberId: undefined,
        key: undefined,
        values,
      })
    await post({ total: 3 })
    const unseen = [7, 'event-value-unseen', { newsletter: 3, value: 'items', event: 'cart' }]
    assert.deepEqual(await notes(byEvent), [unseen])
    await post({ items: [] })
    assert.deepEqual(await notes(byEvent), [])
  }))

test('at the step whose email shows items of a feed that nothing reads', () =>
  withTriggers(1, async ({ store, accountId, listId }) => {
    await addDraft(store, accountId, {
      name: 'Plain',
      subject: 'New: {{ feed.count }}',
      source: { kind: 'html', html: '{% for item in feed.items %}{{ item.title }}{% endfor %}' },
      preheader: '',
      listId,
      fromName: '',
      fromEmail: '',
      replyTo: '',
      text: '',
    })
    const notes = async (start: string) =>
      (
        await checkTrigger(
          store,
          accountId,
          `trigger: Blog\nlist: All\nstart:${start}\nsteps:\n  - step: first\n    send: Plain\n`,
        )
      ).notes.map(({ code, values }) => [code, values])
    assert.deepEqual(await notes(' joined'), [['feed-not-started', { newsletter: 2 }]])
    assert.deepEqual(await notes('\n  feed: https://shop.test/feed.xml\n  at: Monday 08:00'), [])
  }))
