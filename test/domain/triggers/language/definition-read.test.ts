/** Reading definitions: the result, and the messages about mistakes, with their places. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { read, trigger, wrong } from './definition-known.ts'
import { right } from './definition-samples.ts'

const definition = (source: string) => {
  const { definition, problems } = read(source)
  assert.deepEqual(problems, [])
  return definition!
}

describe('a definition', () => {
  test('has ids for names, and says of each step where it leads', () => {
    const source = `trigger: Welcome series
list: customers
zone: Europe/Stockholm
start: joined
again: after 2 weeks
steps:
  - step: hello
    send: Hello
  - step: read it
    wait for:
      clicked: hello
      link: https://shop.example/sale
    within: 5 days
    then: thanks
    unmeasured: who
  - step: rest
    wait: next Tuesday 09:00
  - step: who
    if: country = "46" and City is not empty
    else: end
  - step: thanks
    set: City
    to: 007
  - step: tell
    call: crm
    then: who
`
    assert.deepEqual(definition(source), {
      name: 'Welcome series',
      listId: 2,
      zone: 'Europe/Stockholm',
      start: { on: 'joined' },
      again: { days: 14 },
      steps: [
        { key: 'hello', do: 'send', newsletterId: 3, next: 'read it' },
        {
          key: 'read it',
          do: 'wait for',
          event: { on: 'clicked', step: 'hello', link: 'https://shop.example/sale' },
          minutes: 7200,
          // biome-ignore lint/suspicious/noThenProperty: it is no promise.
          then: 'thanks',
          else: 'rest',
          unmeasured: 'who',
        },
        { key: 'rest', do: 'wait', delay: { weekday: 2, minute: 540 }, next: 'who' },
        {
          key: 'who',
          do: 'branch',
          ask: {
            condition: {
              all: [
                { column: 'country', text: '=', values: ['46'] },
                { not: { column: 5, empty: true } },
              ],
            },
          },
          // biome-ignore lint/suspicious/noThenProperty: it is no promise.
          then: 'thanks',
          else: null,
        },
        { key: 'thanks', do: 'set', field: 5, value: '007', next: 'tell' },
        { key: 'tell', do: 'call', webhookId: 1, next: 'who' },
      ],
    })
  })

  test('is the same in JSON', () => {
    const { start, steps } = definition(right['JSON with tabs']!)
    assert.deepEqual(start, {
      on: 'date',
      field: 6,
      days: 0,
      repeat: 'yearly',
      minute: 540,
      leapDay: '28 February',
    })
    assert.deepEqual(steps, [{ key: 'a', do: 'send', newsletterId: 3, next: null }])
  })

  test('knows every start', () => {
    const start = (name: string) => definition(right[name]!).start
    assert.deepEqual(start('a date before'), {
      on: 'date',
      field: 6,
      days: -3,
      repeat: 'yearly',
      minute: 545,
      leapDay: '1 March',
    })
    assert.deepEqual(start('a date after, once'), {
      on: 'date',
      field: 6,
      days: 14,
      repeat: 'once',
      minute: 1439,
      leapDay: '28 February',
    })
    assert.deepEqual(start('a click'), {
      on: 'clicked',
      newsletterId: 3,
      link: 'https://shop.example/sale',
    })
    assert.deepEqual(start('no open'), { on: 'not opened', newsletterId: 4, days: 5 })
    assert.deepEqual(start('a change'), { on: 'changed', field: 5 })
    assert.deepEqual(start('a change to'), { on: 'changed', field: 5, to: '' })
    assert.deepEqual(start('a change to a number'), { on: 'changed', field: 7, to: '3' })
  })

  test('knows every wait', () => {
    const delays = definition(right['all waits']!).steps.map(step =>
      step.do === 'wait' ? step.delay : step,
    )
    assert.deepEqual(delays, [
      { days: 3 },
      { days: 1 },
      { days: 14 },
      { for: 30 },
      { for: 60 },
      { days: 3, minute: 540 },
      { days: 3, minute: 540 },
      { weekday: 2, minute: 540 },
      { weekday: 1, minute: 510 },
      { weekday: 5, minute: 1020 },
      { minute: 540 },
      { minute: 1080 },
      { until: '2026-12-24 09:00' },
    ])
  })

  test('lets people in once, unless it comes every year or says otherwise', () => {
    assert.equal(definition(right['the least']!).again, 'never')
    assert.equal(definition(right['a date']!).again, 'always')
    assert.equal(definition(right['a date after, once']!).again, 'never')
    assert.deepEqual(definition(right['after days']!).again, { days: 30 })
  })

  test('keeps texts as they are written', () => {
    const values = definition(right['texts that look like something else']!).steps.map(
      step => step.do === 'set' && step.value,
    )
    assert.deepEqual(values, ['no', '007', '1.10'])
  })

  test('takes a number in quotes for a name, if one has it', () => {
    const sends = (value: string) =>
      definition(trigger(`  - step: a\n    send: ${value}\n`)).steps[0]
    assert.deepEqual(sends("'2026'"), { key: 'a', do: 'send', newsletterId: 7, next: null })
    assert.deepEqual(sends('"3"'), { key: 'a', do: 'send', newsletterId: 3, next: null })
  })
})

describe('mistakes', () => {
  test('are told all at once, each with its place and what to do', () => {
    const source = `trigger: x
list: 9
zone: Mars
strat: joined
start:
  date: Brthday
  before: 3
again: sometimes
steps:
  - step: a
    send: Twice
  - step: b
    send: 9
    sms: x
  - step: c
    wait: 3 dys
    then: nowhere
  - step: d
    if: country = 46 and
    then: a
`
    assert.deepEqual(wrong(source), [
      '2:7 There is no list 9. There are: 1 "News", 2 "Customers".',
      '3:7 There is no such time zone: write it as +01:00, or by its name, like Europe/Stockholm.',
      '4:1 A trigger has no "strat". It has: trigger, list, zone, start, again, paused, quiet hours, steps.',
      '6:9 There is no field "Brthday". There are: "City", "Birthday", DD1 to DD100.',
      '6:9 Add the time of day: "at: 09:00".',
      '7:11 A number of days is written as "3 days"; at least 0, at most 731.',
      '8:8 "again" is "never", "always", or "after 30 days" (1 to 3660).',
      '11:11 2 newsletters are called "Twice": write the number, 5 or 6.',
      '14:5 A step does one thing: "send" is given already. Make two steps.',
      '16:11 Not a valid wait. Write it as "3 days", "2 hours", "3 days at 09:00", "next ' +
        'Tuesday 09:00", "09:00", or "until 2026-12-24 09:00".',
      '19:19 Expected a text; put it in quotes, since it is compared as text: "46".',
    ])
  })

  test('in conditions are found in the line of the file, or in the lines of the condition', () => {
    const branch = (text: string) => trigger(`  - step: a\n    if: ${text}\n    then: end\n`)
    assert.deepEqual(
      wrong(branch('nme = "x"')).map(one => one.slice(0, 36)),
      ['6:9 There is no field "nme". There a'],
    )
    assert.deepEqual(wrong(branch(`'name = "x" ad'`)), [
      '6:21 Expected "and", "or" or the end of the filter, but "ad" was found.',
    ])
    assert.deepEqual(
      wrong(branch('|\n      name = "x"\n      and nothing\n')).map(one => one.slice(0, 60)),
      ['6:9 In the condition, line 2, column 5: There is no field "n'],
    )
  })

  test('that are of YAML say where it breaks off', () => {
    assert.deepEqual(wrong('trigger: "x'), [
      '1:12 Missing closing "quote. This is a YAML syntax error.',
    ])
    assert.match(
      wrong(trigger('  - step: a\n\tsend: 3\n'))[0]!,
      /^6:1 Tabs are not allowed as indentation\. Indent with blanks\.$/,
    )
    assert.match(
      wrong(trigger('  - step: a\n    sms: {{ name }}\n'))[0]!,
      /^6:11 A key before a colon is a word\. Quote text that begins with \{\.$/,
    )
    assert.match(
      wrong(trigger('  - step: a\n    sms: Hello: you\n'))[0]!,
      /^6:10 .* Quote text that contains a colon and a blank/,
    )
    assert.match(
      wrong(trigger('  - step: a\n    if: "DD5" = x\n'))[0]!,
      /^6:\d+ .* Quote the whole of a text .*\.$/,
    )
    assert.deepEqual(wrong('trigger: T\ntrigger: T\n'), ['2:1 "trigger" is given twice.'])
    assert.deepEqual(wrong(''), [
      '1:1 The definition is empty. docs/triggers.md shows what a trigger looks like.',
    ])
  })

  test('are found behind a byte order mark, in lines of any end, and below comments', () => {
    const source =
      `\ufeff# yaml-language-server: $schema=trigger.schema.json\r\n` +
      `${trigger('  - step: a\n    send: 99\n').replaceAll('\n', '\r\n')}`
    assert.deepEqual(
      wrong(source).map(one => one.slice(0, 34)),
      ['7:11 There is no newsletter 99. Th'],
    )
    assert.deepEqual(wrong(source.replace('99', '3')), [])
    assert.deepEqual(
      wrong(`\ufeff${trigger('  - step: a\n    send: 99\n')}`).map(one => one.slice(0, 4)),
      ['6:11'],
    )
    assert.match(
      wrong('\ufefflist: 9\nx: 1').join(),
      /^1:1 "trigger:" is missing.*1:7 There is no list 9/,
    )
  })

  test('are told up to twenty', () => {
    const steps = Array.from({ length: 40 }, (_, i) => `  - step: s${i}\n    send: 99\n`).join('')
    assert.equal(wrong(trigger(steps)).length, 20)
  })

  test('of size: too many steps', () => {
    const steps = Array.from({ length: 101 }, (_, i) => `  - step: s${i}\n    send: 3\n`).join('')
    assert.deepEqual(wrong(trigger(steps)), ['5:3 A trigger has at most 100 steps.'])
  })
})
