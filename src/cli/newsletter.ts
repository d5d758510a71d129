/**
 * `pennypost newsletter ...`: newsletters. newsletter-source.ts reads the files that they are
 * written in; `pennypost send` sends them.
 */

import type { Command } from 'commander'
import { newsletterProofs } from '../actions/newsletters/newsletter-proofs.ts'
import { newsletters } from '../actions/newsletters/newsletters.ts'
import { markupOf } from '../domain/newsletters/content/source.ts'
import { CommandFailed, type Context } from './context.ts'
import { derive } from './derived/derive.ts'
import { findingText } from './language.ts'
import { counted } from './long-work.ts'
import { contentGiven, contentOptions, picturesOf } from './newsletter-source.ts'
import { writeBytes, writeText } from './terminal.ts'

const TAGS = `
Tags are replaced for each subscriber, also in the subject: {{ name }}, {{ email }}, {{ DD5 }}, \
the names of fields,
{{ name | default: "friend" }}, {{ unsubscribe_url }}, {{ web_version_url }}, {{ measuring_url }}. \
{% if City == "Lund" %} ... {% endif %} and the rest
of Liquid work too. An unknown tag is refused. Pictures beside the file (<img src="logo.png">) \
are embedded in the email.`

/** Of its content; source and text come from files. */
const WRITTEN = {
  notes: TAGS.trim(),
  made: ['source', 'text'],
  options: contentOptions,
  pictures: picturesOf,
}

export function register(newsletter: Command, context: Context): void {
  derive(newsletter, context, newsletters, {
    'newsletter list': {
      examples: ['newsletter list --json'],
      all: true,
      text({ items }, { print }) {
        if (items.length === 0)
          return print(
            'There are no newsletters yet. To save one: pennypost newsletter add --file ' +
              'newsletter.html --subject "..."',
          )
        print(`${'Id'.padStart(6)}  ${'List'.padStart(5)}  Changed           Name`)
        for (const { id, listId, modified, name } of items)
          print(
            `${String(id).padStart(6)}  ${String(listId ?? '-').padStart(5)}  ` +
              `${minute(modified)}  ${name}`,
          )
      },
    },
    'newsletter add': {
      ...WRITTEN,
      flags: { fromEmail: 'from', listId: 'list', inlined: 'no-inline' },
      examples: [
        'newsletter add --file newsletter.html --subject "News for {{ name }}" --list 1',
        'newsletter add --template 2 --slot body=spring.html --set title="Spring" --subject "News"',
      ],
      async prepare(_context, body, options) {
        const content = contentGiven(options)
        if (content.source?.kind === 'slots')
          throw new CommandFailed('Say with --template which template has these slots.')
        Object.assign(body, content)
      },
      text: ({ id }, { print }) =>
        print(`Newsletter ${id} was saved. To see it: pennypost newsletter preview ${id}`),
    },
    'newsletter show': {
      examples: ['newsletter show 3 > newsletter.mjml', 'newsletter show 3 --json'],
      options: command =>
        command.option('--html', 'the HTML that emails are composed of, and nothing else'),
      text({ source, text, html }, { print, progress, options }) {
        if (options.html) return void writeText(process.stdout, html)
        if (source.kind === 'blocks') return print(JSON.stringify(source.document, null, 2))
        if (source.kind !== 'template')
          return void writeText(process.stdout, markupOf(source) || text)
        const { templateId, version, slots } = source
        progress(`Template ${templateId}, version ${version}. Contents of its slots:`)
        print(JSON.stringify(slots, null, 2))
      },
    },
    'newsletter edit': {
      ...WRITTEN,
      flags: { fromEmail: 'from', listId: 'list', inlined: 'inline' },
      switches: ['inlined', 'tracking'],
      examples: ['newsletter edit 3 --subject "Better news"'],
      async prepare(_context, body, options) {
        Object.assign(body, contentGiven(options))
      },
      text: ({ id, version }, { print }) =>
        print(`Newsletter ${id} was changed; this is version ${version}.`),
    },
    'newsletter remove': {
      notes: 'One that a project, a trigger or a sending that has not ended needs is not removed.',
      examples: ['newsletter remove 3'],
      async ask({ call, given: { params } }) {
        const { name } = await call('GET /newsletters/:newsletterId', { params })
        const { items } = await call('GET /newsletters/:newsletterId/versions', { params })
        return {
          facts: `${name}: ${counted(items.length, 'version is', 'versions are')} removed.`,
          what: 'Remove the newsletter',
          done: `The newsletter ${name} was removed.`,
        }
      },
    },
    'newsletter versions': {
      notes: 'Every save makes one.',
      examples: ['newsletter versions 3'],
      text({ items }, { print }) {
        print('Version  Saved             Written in  Subject')
        for (const { version, created, kind, subject } of items)
          print(
            `${String(version).padStart(7)}  ${minute(created)}  ${kind.padEnd(10)}  ${subject}`,
          )
      },
    },
    'newsletter languages': {
      examples: ['newsletter languages 3'],
      text({ base, fallback, versions }, { print }) {
        if (base === null) return print('It is in one language.')
        print(`${base}  the base`)
        for (const { language, missing, old } of versions)
          print(
            `${language}  ${missing} not translated, ${old} older than the base` +
              (missing + old === 0 ? ': complete' : ''),
          )
        print(`Missing texts are taken from: ${[...fallback, base].join(', ')}`)
      },
    },
    'newsletter order-languages': {
      notes: 'Readers of a language that it does not have get the first one.',
      examples: ['newsletter order-languages 3 --fallback sv de'],
      text: ({ base, fallback }, { print }) =>
        print(`Missing texts are taken from: ${[...fallback, base].join(', ')}`),
    },
    'newsletter restore': {
      examples: ['newsletter restore 3 1'],
      text({ version }, { print, given: { params } }) {
        const { newsletterId, version: from } = params
        print(
          `Newsletter ${newsletterId} is as it was in version ${from}; this is version ${version}.`,
        )
      },
    },
  })
  derive(newsletter, context, newsletterProofs, {
    'newsletter preview': {
      notes: 'Sender, recipient and subject go to standard error.',
      flags: { listId: 'list' },
      examples: [
        'newsletter preview 3 > preview.html',
        'newsletter preview 3 --as ada@example.com --source',
      ],
      options: command => command.option('--text', 'its text'),
      text({ from, to, subject, html, text, source }, { progress, print, options }) {
        if (source !== null) return void writeBytes(process.stdout, Buffer.from(source, 'latin1'))
        progress(`From:    ${from}`)
        progress(`To:      ${to}`)
        progress(`Subject: ${subject}`)
        if (!options.text && html === null)
          progress('It has no HTML, or the subscriber gets text; this is its text.')
        print(options.text ? text : (html ?? text))
      },
    },
    'newsletter check': {
      notes:
        'Each line says fine, look (a warning) or wrong. The exit code is 1 when something is ' +
        'wrong.',
      flags: { listId: 'list' },
      examples: ['newsletter check 3', 'newsletter check 3 --no-links --json'],
      isWrong: ({ wrong }) => wrong,
      text({ findings }, { print }) {
        for (const finding of findings) {
          const { severity, what } = finding
          print(`${severity.padEnd(6)} ${what.padEnd(12)} ${findingText(finding)}`)
        }
      },
    },
  })
}

/** `2026-11-21 14:00` */
const minute = (moment: string): string => moment.slice(0, 16).replace('T', ' ')
