/**
 * `pennypost trigger ...`: rules that send automatically. docs/triggers.md describes the language.
 */
import type { Command } from 'commander'
import { triggerFeeds } from '../actions/triggers/feeds.ts'
import { recipes } from '../actions/triggers/recipes.ts'
import { triggerRuns } from '../actions/triggers/trigger-runs.ts'
import { triggers } from '../actions/triggers/triggers.ts'
import { serviceOrigin } from '../settings/service-origin.ts'
import type { Context } from './context.ts'
import { derive } from './derived/derive.ts'
import { drawn, problemLine, whyText } from './language.ts'
import { count, counted } from './long-work.ts'
import { printPassages } from './trigger-log.ts'
import * as people from './trigger-people.ts'
import * as show from './trigger-show.ts'
import { minuteText } from './trigger-show.ts'
import * as dryRun from './trigger-test.ts'

const file = { of: 'source', called: 'trigger, in YAML or JSON,', only: true } as const

export function register(trigger: Command, context: Context): void {
  show.register(trigger, context)
  dryRun.register(trigger, context)
  people.register(trigger, context)
  derive(trigger, context, triggers, {
    'trigger list': {
      examples: ['trigger list --json'],
      text({ items }, { print }) {
        if (items.length === 0)
          return print(
            'There are no triggers yet. To save one: pennypost trigger add --file trigger.yaml',
          )
        print(
          `${'Id'.padStart(6)}  ${'List'.padStart(5)}  ${'On their way'.padStart(12)}  ` +
            `${'State'.padEnd(11)}  Changed           Name`,
        )
        for (const { id, listId, active, state, modified, name, reason, why } of items) {
          print(
            `${String(id).padStart(6)}  ${String(listId).padStart(5)}  ` +
              `${count(active).padStart(12)}  ${state.padEnd(11)}  ` +
              `${minuteText(new Date(modified), '+01:00')}  ${name}`,
          )
          if (reason !== null && state !== 'paused') print(`        ${whyText(reason, why)}`)
        }
      },
    },
    'trigger check': {
      file,
      flags: { triggerId: 'id' },
      notes: 'The exit code is 1 when something is wrong.',
      examples: ['trigger check --file welcome.yaml'],
      async beside({ problems }) {
        if (problems.length > 0) process.exitCode = 1
        return { ok: problems.length === 0 }
      },
      text({ problems, notes, name, flow }, { print }) {
        for (const problem of problems) print(`wrong  ${problemLine(problem)}`)
        for (const note of notes) print(`look   ${problemLine(note)}`)
        if (problems.length > 0 || !flow) return
        for (const line of [`ok     ${name}`, '', ...drawn(flow)]) print(line)
      },
    },
    'trigger add': {
      file,
      examples: ['trigger add --file welcome.yaml'],
      text({ id, name, start, listId, notes, sandbox }, { print, given: { body } }) {
        for (const note of notes) print(`look   ${problemLine(note)}`)
        const begins =
          start === 'joined'
            ? `New subscribers of list ${listId} enter; existing ones do not.`
            : `It is for the subscribers of list ${listId}.`
        print(
          body.paused
            ? `Trigger ${id}, ${name}, was saved. To begin: pennypost trigger resume ${id}`
            : `Trigger ${id}, ${name}, runs from now on. ${begins}`,
        )
        if (sandbox)
          print(`The sandbox keeps its emails: ${serviceOrigin(context.config().http)}/sandbox`)
        print(`To see its subscribers: pennypost trigger show ${id}`)
      },
    },
    'trigger edit': {
      file,
      notes: `\
finish: each on the version they have. end: their runs end, and they may enter anew as the trigger
says. move: they go on by the new version from the step where they stand, if it has a step of that
name that does the same kind of thing; who stands elsewhere finishes.`,
      examples: ['trigger edit 2 --file welcome.yaml --people move'],
      text({ id, version, notes, ended, moved, finishing }, { print }) {
        for (const note of notes) print(`look   ${problemLine(note)}`)
        print(`Trigger ${id} has version ${version} now.`)
        if (ended > 0) print(`${counted(ended, 'subscriber')} left it.`)
        if (moved > 0) print(`${counted(moved, 'subscriber')} moved to the new version.`)
        if (finishing > 0)
          print(`${counted(finishing, 'subscriber')} finish the version they entered.`)
      },
    },
    'trigger pause': {
      examples: ['trigger pause 2'],
      text: ({ id, name }, { print }) =>
        print(`${name} is paused. To go on: pennypost trigger resume ${id}`),
    },
    'trigger resume': { examples: ['trigger resume 2'], text: resumed },
    'trigger confirm': { examples: ['trigger confirm 2'], text: resumed },
    'trigger remove': {
      examples: ['trigger remove 2'],
      async ask({ call, given: { params } }) {
        const { name } = await call('GET /triggers/:triggerId', { params })
        const { items } = await call('GET /triggers', {})
        const active = items.find(({ id }) => id === params.triggerId)?.active ?? 0
        return {
          facts: `${name}: ${count(active)} on their way get nothing more.`,
          what: 'Remove it',
          done: `${name} was removed.`,
        }
      },
    },
  })
  derive(trigger, context, recipes, {
    'trigger recipes': {
      examples: ['trigger recipes'],
      text({ items }, { print }) {
        for (const { recipe, name, emails, needsField, events } of items) {
          const needs = [
            ...(needsField ? ['a data field with the date'] : []),
            ...events.map(event => `the event ${event.name}${event.seen ? '' : ' (not seen yet)'}`),
          ]
          const more = needs.length > 0 ? `; needs ${needs.join(', ')}` : ''
          print(`${recipe.padEnd(14)}  ${name}: ${counted(emails.length, 'email')}${more}`)
        }
      },
    },
    'trigger use': {
      examples: [
        'trigger use welcome --list-id 1 --zone Europe/Stockholm',
        'trigger use birthday --list-id 1 --field 5',
      ],
      text: ({ id, name, newsletterIds }, { print }) =>
        print(
          `Trigger ${id}, ${name}, was saved. Write its emails, the newsletters ` +
            `${newsletterIds.join(', ')}; then: pennypost trigger resume ${id}`,
        ),
    },
  })
  derive(trigger, context, triggerFeeds, {
    'trigger feed': {
      examples: ['trigger feed 2'],
      text({ look }, { print }) {
        if (!look) return print('Nobody has looked at a feed for it yet.')
        const at = (moment: string) => minuteText(new Date(moment), '+01:00')
        print(`${look.url}  ${look.title}`)
        if (look.looked !== null) print(`Last look  ${at(look.looked)}: ${lookText(look)}`)
        print(`Next look  ${at(look.due)}`)
      },
    },
    'trigger try-feed <url>': {
      examples: [
        'trigger try-feed https://shop.example/feed.xml',
        'trigger try-feed https://shop.example/feed.xml --trigger-id 2',
      ],
      text({ title, items, fresh, trouble }, { print }) {
        if (trouble !== null) return print(trouble)
        print(`${title}: ${counted(items.length, 'item')}, ${count(fresh)} new`)
        for (const item of items)
          print(
            `${item.fresh ? 'new ' : '    '}${item.at?.slice(0, 10) ?? ''.padEnd(10)}  ${item.title}`,
          )
      },
    },
  })
  derive(trigger, context, triggerRuns, {
    'trigger log': {
      examples: ['trigger log 2', 'trigger log 2 --as asa@example.com'],
      text: printPassages,
    },
  })
}

const lookText = (look: { trouble: string | null; fresh: number | null }): string =>
  look.trouble ??
  (look.fresh === null ? 'what it had then is not new' : `${counted(look.fresh, 'new item')}`)

const resumed = (
  { name, was }: { name: string; was: string },
  { print }: { print(line: string): void },
): void => print(was === 'running' ? `${name} was already running.` : `${name} is running.`)
