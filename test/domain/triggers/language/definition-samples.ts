/**
 * Definitions, right and wrong, by what they show. Those of `malformed` are wrong in their shape,
 * which the published schema tells as well; those of
 * `misleading` only as a whole, or against what is there.
 */
import { trigger } from './definition-known.ts'

const send = '  - step: a\n    send: 3\n'

export const right: Record<string, string> = {
  'the least': trigger(send),
  'joined, zone, never': trigger(send, 'zone: Europe/Stockholm\nstart: joined\nagain: never'),
  'zone as an offset': trigger(send, 'zone: +05:30\nstart: joined\nagain: always'),
  'after days': trigger(send, 'start: converted\nagain: after 30 days'),
  'after weeks': trigger(send, 'start: converted\nagain: after 2 weeks'),
  'a date': trigger(send, 'start:\n  date: Birthday\n  at: 09:00'),
  'a date before': trigger(
    send,
    'start:\n  date: DD6\n  before: 3 days\n  every: year\n  at: 9:05\n  leap day: 1 March',
  ),
  'a date after, once': trigger(
    send,
    'start:\n  date: 6\n  after: 2 weeks\n  every: once\n  at: 23:59',
  ),
  'a click': trigger(send, 'start:\n  clicked: Hello\n  link: https://shop.example/sale'),
  'a click anywhere': trigger(send, 'start: {clicked: 3}'),
  'an open': trigger(send, 'start: {opened: 3}'),
  'no open': trigger(send, 'start:\n  not opened: Tips\n  within: 5 days'),
  'a sign-up': trigger(send, 'start: {signed-up: Front page}'),
  'a confirmation': trigger(send, 'start:\n  confirmed: 8'),
  'quiet hours': trigger(send, 'start: joined\nquiet hours: 22:00 to 8:00'),
  'quiet hours in zones': trigger(send, 'start: joined\nquiet hours: 22:00 to 08:00 in City'),
  'no quiet hours': trigger(send, 'start: joined\nquiet hours: none'),
  'an event': trigger(send, 'start: {event: Cart left}\nagain: always'),
  'a feed': trigger(send, 'start:\n  feed: https://shop.example/feed.xml\n  at: 08:00'),
  'a feed on days': trigger(
    send,
    'start: {feed: "http://shop.example/feed?a=1", at: "Monday, thursday 8:05", first: 3}',
  ),
  'an event of unknown people': trigger(send, 'start: {event: cart, unknown people: add}'),
  'an event, and what it says': trigger(
    `${send}  - step: b\n    if: event.total >= 100.5 and not event.shop.city = "Lund"\n    then: end\n    else: a\n`,
    'start: {event: cart}',
  ),
  'a wait for an event': trigger(
    `${send}  - step: b\n    wait for: {event: order.paid}\n    within: 1 day\n    then: end\n    else: end\n`,
  ),
  'a change': trigger(send, 'start: {changed: City}'),
  'a change to': trigger(send, "start:\n  changed: City\n  to: ''"),
  'a change to a number': trigger(send, 'start:\n  changed: DD7\n  to: 3'),
  'every step': trigger(`  - step: first email
    send: Hello
  - step: text
    sms: "Hello, you"
  - step: mark
    set: City
    to: Lund
  - step: empty
    set: DD5
    to:
  - step: on
    join: Customers
  - step: off
    leave: 2
  - step: tell
    call: crm
  - step: rest
    wait: 3 days
  - step: seen
    wait for: {clicked: first email, link: https://shop.example/}
    within: 5 days
    else: last
  - step: bought
    wait for: converted
    within: 12 hours
    then: last
  - step: listed
    wait for: {joined: Customers}
    within: 2 weeks
    then: last
  - step: moved
    wait for: {changed: City, to: Malmö}
    within: 90 minutes
    else: last
  - step: looked
    wait for: {opened: Tips}
    within: 1 day
    then: end
  - step: who
    if: country = "46" and not on list 2
    then: asked
    else: end
  - step: asked
    filter: Swedes
    then: last
    else: end
  - step: last
    end:
`),
  'all waits': trigger(
    [
      '3 days',
      '1 day',
      '2 weeks',
      '30 minutes',
      '1 hour',
      '3 days at 09:00',
      '3 days 9:00',
      'next Tuesday 09:00',
      'monday at 8:30',
      'until Friday 17:00',
      '09:00',
      'until 18:00',
      'until 2026-12-24 09:00',
    ]
      .map((wait, i) => `  - step: w${i}\n    wait: ${wait}\n`)
      .join(''),
  ),
  'a loop that takes time': trigger(`  - step: remind
    send: 3
  - step: bought
    wait for: converted
    within: 7 days
    then: end
    else: pause
  - step: pause
    wait: 1 day
    then: remind
`),
  'steps named by numbers': trigger(
    '  - step: 1\n    send: 3\n    then: 2\n  - step: 2\n    end: true\n',
  ),
  'JSON with tabs':
    '{\n\t"trigger": "T",\n\t"list": 1,\n\t"start": {"date": "DD6", "at": ' +
    '"09:00"},\n\t"steps": [\n\t\t{"step": "a", "send": 3, "then": "end"}\n\t]\n}\n',
  'texts that look like something else': trigger(
    '  - step: no\n    set: DD5\n    to: no\n  - step: on\n    set: DD5\n    to: 007\n' +
      '  - step: x\n    set: DD5\n    to: 1.10\n',
  ),
}

export const malformed: Record<string, string> = {
  'quiet hours without an end': trigger(send, 'start: joined\nquiet hours: 22:00'),
  'an event without a name': trigger(send, "start: {event: ''}"),
  'an event of people of another kind': trigger(send, 'start: {event: cart, unknown people: ask}'),
  'an event with a strange name': trigger(send, 'start: {event: cart/left}'),
  'a feed without a time': trigger(send, 'start: {feed: "https://shop.example/feed"}'),
  'a feed at no time': trigger(send, 'start: {feed: "https://shop.example/feed", at: Monday}'),
  'a feed on no day': trigger(send, 'start: {feed: "https://shop.example/feed", at: "Mon 08:00"}'),
  'a feed by no address': trigger(send, 'start: {feed: "file:///etc/passwd", at: "08:00"}'),
  'a feed with too much': trigger(
    send,
    'start: {feed: "https://shop.example/feed", at: "08:00", first: 21}',
  ),
  'no map': 'hello',
  'a list': '- a\n- b',
  'without steps': 'trigger: T\nlist: News\nstart: joined',
  'without a start': `trigger: T\nlist: News\nsteps:\n${send}`,
  'without a list': `trigger: T\nstart: joined\nsteps:\n${send}`,
  'without a name': `list: News\nstart: joined\nsteps:\n${send}`,
  'no steps in it': 'trigger: T\nlist: News\nstart: joined\nsteps: []',
  'more than there is': trigger(send, 'start: joined\ncolour: red'),
  'a start unknown': trigger(send, 'start: monday'),
  'a start unknown, with more': trigger(send, 'start: {seen: 3}'),
  'two starts': trigger(send, 'start: {clicked: 3, opened: 3}'),
  'a date without a time': trigger(send, 'start: {date: Birthday}'),
  'a date both ways': trigger(
    send,
    'start: {date: Birthday, at: "09:00", before: 3 days, after: 3 days}',
  ),
  'a time that is none': trigger(send, 'start: {date: Birthday, at: "24:00"}'),
  'a rhythm that is none': trigger(send, 'start: {date: Birthday, at: "09:00", every: month}'),
  'a leap day that is none': trigger(
    send,
    'start: {date: Birthday, at: "09:00", leap day: 30 February}',
  ),
  'days without their word': trigger(send, 'start: {date: Birthday, at: "09:00", before: 3}'),
  'not opened, without days': trigger(send, 'start: {not opened: 3}'),
  'a link beside an open': trigger(send, 'start: {opened: 3, link: "https://x.example"}'),
  'a link that is none': trigger(send, 'start: {clicked: 3, link: sale}'),
  'again and again': trigger(send, 'start: joined\nagain: sometimes'),
  'again after nothing': trigger(send, 'start: joined\nagain: after 0 days'),
  'a step without a name': trigger('  - send: 3\n'),
  'a step that does nothing': trigger('  - step: a\n'),
  'a step that does two things': trigger('  - step: a\n    send: 3\n    sms: x\n'),
  'a step that is a text': trigger('  - hello\n'),
  'a step called end': trigger('  - step: End\n    send: 3\n'),
  'a step with signs': trigger('  - step: "a:b"\n    send: 3\n'),
  'a step with else': trigger('  - step: a\n    send: 3\n    else: end\n'),
  'set without to': trigger('  - step: a\n    set: DD5\n'),
  'a wait that is none': trigger('  - step: a\n    wait: 3 dys\n'),
  'a wait of nothing': trigger('  - step: a\n    wait: 0 days\n'),
  'a weekday without a time': trigger('  - step: a\n    wait: next Tuesday\n'),
  'a day without a time': trigger('  - step: a\n    wait: until 2026-12-24\n'),
  'a day that is none': trigger('  - step: a\n    wait: until 2026-13-24 09:00\n'),
  'wait for without within': trigger('  - step: a\n    wait for: converted\n    then: end\n'),
  'wait for without ways': trigger('  - step: a\n    wait for: converted\n    within: 3 days\n'),
  'wait for what is not awaited': trigger(
    '  - step: a\n    wait for: {date: DD6}\n    within: 3 days\n    then: end\n',
  ),
  'a branch without ways': trigger('  - step: a\n    if: name = "x"\n'),
  'an empty condition': trigger("  - step: a\n    if: ''\n    then: end\n"),
  'a text in braces': trigger('  - step: a\n    sms: {hello}\n'),
  'an end with more': trigger('  - step: a\n    end: now\n'),
}

export const misleading: Record<string, string> = {
  'a list that is not there':
    'trigger: T\nlist: 9\nstart: joined\nsteps:\n  - step: a\n    send: 3\n',
  'a zone that is not there': trigger(send, 'zone: Mars/Olympus\nstart: joined'),
  'a newsletter that is not there': trigger('  - step: a\n    send: 99\n'),
  'a name that two have': trigger('  - step: a\n    send: Twice\n'),
  'a form that is not there': trigger(send, 'start: {confirmed: Back page}'),
  'a field that is not there': trigger(send, 'start: {changed: Colour}'),
  'a filter that is not there': trigger('  - step: a\n    filter: Danes\n    then: end\n'),
  'a webhook that is not there': trigger('  - step: a\n    call: erp\n'),
  'a step that is not there': trigger('  - step: a\n    send: 3\n    then: b\n'),
  'two steps of a name': trigger('  - step: a\n    send: 3\n  - step: a\n    send: 3\n'),
  'a value of no event': trigger('  - step: a\n    if: event.total > 1\n    then: end\n'),
  'quiet hours of a whole day': trigger(send, 'start: joined\nquiet hours: 8:00 to 08:00'),
  'a condition that can not be read': trigger(
    '  - step: a\n    if: country == "46"\n    then: end\n',
  ),
  'an email of a step that sends none': trigger(
    '  - step: w\n    wait: 1 day\n  - step: a\n    wait for: {opened: w}\n' +
      '    within: 1 day\n    then: end\n',
  ),
  'a text too long for a telephone': trigger(`  - step: a\n    sms: ${'x'.repeat(15_000)}\n`),
  'a wait too long': trigger('  - step: a\n    wait: 800 days\n'),
  'a day of no calendar': trigger('  - step: a\n    wait: until 2026-02-30 09:00\n'),
  'a time that summer skips': trigger(
    '  - step: a\n    wait: until 2027-03-28 02:30\n',
    'zone: Europe/Stockholm\nstart: joined',
  ),
}
