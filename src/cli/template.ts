/** `pennypost template ...`: the beginnings of newsletters, of blocks or with slots. */
import type { Command } from 'commander'
import { type TemplateAnswer, templates } from '../actions/templates/templates.ts'
import { markupOf } from '../domain/newsletters/content/source.ts'
import { idOf } from './arguments.ts'
import { CommandFailed, type Context } from './context.ts'
import { derive } from './derived/derive.ts'
import { type ContentFiles, fileGiven, picturesOf } from './newsletter-source.ts'
import { writeText } from './terminal.ts'

const SLOTS = `
A slot is an element with a name: <div data-slot="body">its default content</div>. \
It may be any element of HTML or MJML that
has content; for <img> and <mj-image> it is the picture. \
Tags and Liquid work in templates as in newsletters.`

const WRITTEN = {
  notes: SLOTS.trim(),
  made: ['source'],
  pictures: picturesOf,
}

export function register(template: Command, context: Context): void {
  derive(template, context, templates, {
    'template list': {
      examples: ['template list --json'],
      all: true,
      text({ items }, { print }) {
        if (items.length === 0)
          return print(
            'There are no templates yet. To save one: pennypost template add --file plain.html ' +
              '--name "..."',
          )
        print(`${'Id'.padStart(6)}  Version  Changed           Name`)
        for (const { id, version, modified, name, active, gone } of items) {
          const removed = active ? '' : ' (inactive)'
          print(
            `${String(id).padStart(6)}  ${String(version).padStart(7)}  ${minute(modified)}  ` +
              `${name}${removed}${gone.length > 0 ? `: ${GONE}` : ''}`,
          )
        }
      },
    },
    'template add': {
      ...WRITTEN,
      examples: [
        'template add --file plain.mjml --name "Plain email"',
        'template add --newsletter 12 --name "Monthly news"',
      ],
      options: command =>
        sourceOptions(command).option(
          '--newsletter <id>',
          'the newsletter that becomes a template',
          idOf('newsletter'),
        ),
      async prepare(_context, body, options: SourceOptions) {
        const { newsletter } = options
        const source = oneSource(options, 'Give one of --file, --blocks and --newsletter.')
        if (!source && newsletter === undefined)
          throw new CommandFailed('Give one of --file, --blocks and --newsletter.')
        body.source = source ?? { kind: 'newsletter', newsletterId: newsletter }
      },
      text({ id, slots }, { print }) {
        print(`Template ${id} was saved. ${slotSentence(slots)}`)
        const slot = slots[0] ? ` --slot ${slots[0].name}=FILE` : ''
        print(
          'To make a newsletter of it: pennypost newsletter add --template ' +
            `${id}${slot} --subject "..."`,
        )
      },
    },
    'template show': {
      flags: { version: 'at' },
      examples: ['template show 2', 'template show 2 --source --at 1 > plain.mjml'],
      options: command => command.option('--source', 'what it is written in, and nothing else'),
      text(answer, { print, options }) {
        if (options.source) return void writeText(process.stdout, writtenIn(answer))
        const { name, description, active, version, kind, slots, versions } = answer
        print(`${name}${active ? '' : ' (inactive)'}, version ${version}, ${KINDS[kind]}`)
        if (description !== '') print(description)
        print(slots.length === 0 ? 'It has no slots.' : 'Slots, and their default contents:')
        for (const { name, kind, content } of slots)
          print(`  ${name.padEnd(16)} ${kind === 'picture' ? 'picture: ' : ''}${short(content)}`)
        print('Versions:')
        for (const { version, created, kind, characters } of versions)
          print(
            `  ${String(version).padStart(4)}  ${minute(created)}  ${kind}, ${characters} ` +
              'characters',
          )
      },
    },
    'template edit': {
      ...WRITTEN,
      switches: ['active'],
      examples: ['template edit 2 --file plain.mjml', 'template edit 2 --no-active'],
      options: command =>
        sourceOptions(command).option(
          '--restore <version>',
          'what it was at this version',
          idOf('version'),
        ),
      async prepare(_context, body, options: SourceOptions) {
        const { restore: version } = options
        const source = oneSource(options, 'One of --file, --blocks and --restore.')
        if (source) body.source = source
        if (version !== undefined) body.source = { kind: 'version', version }
      },
      text: ({ id, version, slots }, { print }) =>
        print(`Template ${id} was changed; this is version ${version}. ${slotSentence(slots)}`),
    },
  })
}

interface SourceOptions extends Pick<ContentFiles, 'file' | 'blocks'> {
  newsletter?: number
  restore?: number
}

const sourceOptions = (command: Command): Command =>
  command
    .option('--file <file>', 'its HTML or MJML, in UTF-8; - reads standard input')
    .option('--blocks <file>', 'its blocks, as JSON; - reads standard input')

/** That of the files, if any; refuses more than one. */
function oneSource(options: SourceOptions, says: string) {
  const { file, blocks, newsletter, restore } = options
  const given = [file, blocks, newsletter, restore].filter(one => one !== undefined)
  if (given.length > 1) throw new CommandFailed(says)
  return fileGiven(options)
}

const GONE = 'a picture or a saved block of it is gone'

const slotSentence = (slots: { name: string }[]): string =>
  slots.length === 0
    ? 'It has no slots: each newsletter of it is the same.'
    : `Its slots: ${slots.map(({ name }) => name).join(', ')}.`

const KINDS = { html: 'in HTML', mjml: 'in MJML', blocks: 'of blocks' }

const writtenIn = ({ source }: TemplateAnswer): string =>
  source.kind === 'blocks' ? JSON.stringify(source.document) : markupOf(source)

/** `2026-11-21 14:00` */
const minute = (moment: string): string => moment.slice(0, 16).replace('T', ' ')

function short(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > 60 ? `${line.slice(0, 59)}…` : line
}
