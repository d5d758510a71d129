/** `pennypost template ...`: the beginnings of newsletters, of blocks or with slots. */
import type { Command } from 'commander'
import { templates } from '../actions/templates/templates.ts'
import { saveAsTemplate } from '../domain/newsletters/working/save-as-template.ts'
import {
  editTemplate,
  saveNewTemplate,
  type TemplateChanges,
} from '../domain/templates/save-template.ts'
import {
  slotsOfTemplate,
  templateSource,
  writtenTemplate,
} from '../domain/templates/template-source.ts'
import { findTemplate, templateVersions } from '../domain/templates/templates.sql.ts'
import { formatInstant } from '../lib/instant.ts'
import { type AccountOption, forAccount, withAccount } from './account-option.ts'
import { chosenId, idOf } from './arguments.ts'
import { CommandFailed, type Context } from './context.ts'
import { derive } from './derived/derive.ts'
import { blocksOfFile, foldersOf, pictureReader, sourceOfFile } from './newsletter-files.ts'
import { writeText } from './terminal.ts'

interface TemplateOptions extends AccountOption {
  file?: string
  blocks?: string
  newsletter?: number
  name?: string
  description?: string
  active?: boolean
  inactive?: boolean
  restore?: number
  id?: number
}

const SLOTS = `
A slot is an element with a name: <div data-slot="body">its default content</div>. \
It may be any element of HTML or MJML that
has content; for <img> and <mj-image> it is the picture. \
Tags and Liquid work in templates as in newsletters.
`

export function register(template: Command, context: Context): void {
  withAccount(template.command('add'))
    .option('--file <file>', 'its HTML or MJML, in UTF-8; - reads standard input')
    .option('--blocks <file>', 'its blocks, as JSON; - reads standard input')
    .option('--newsletter <id>', 'the newsletter that becomes a template', idOf('newsletter'))
    .requiredOption('--name <name>', 'what it is called')
    .option('--description <text>', 'what it is for')
    .addOption(chosenId('template'))
    .description('Save a template and show its id and its slots.')
    .addHelpText(
      'after',
      `${SLOTS}\nExamples:\n  $ pennypost template add --file plain.mjml --name "Plain email"\n` +
        '  $ pennypost template add --newsletter 12 --name "Monthly news"',
    )
    .action((options: TemplateOptions) => add(context, options))

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
          const changed = modified.slice(0, 16).replace('T', ' ')
          const removed = active ? '' : ' (inactive)'
          print(
            `${String(id).padStart(6)}  ${String(version).padStart(7)}  ${changed}  ` +
              `${name}${removed}${gone.length > 0 ? `: ${GONE}` : ''}`,
          )
        }
      },
    },
  })

  withAccount(template.command('show').argument('<id>', 'which template', idOf('template')))
    .option('--at <version>', 'as it was at this version; otherwise the newest', idOf('version'))
    .option('--source', 'what it is written in, and nothing else')
    .description('Show a template: its slots, and its versions.')
    .addHelpText(
      'after',
      '\nExamples:\n  $ pennypost template show 2\n' +
        '  $ pennypost template show 2 --source --at 1 > plain.mjml',
    )
    .action((id: number, options: AccountOption & { at?: number; source?: boolean }) =>
      show(context, id, options),
    )

  withAccount(template.command('edit').argument('<id>', 'which template', idOf('template')))
    .option('--file <file>', 'its new HTML or MJML; - reads standard input')
    .option('--blocks <file>', 'its new blocks, as JSON; - reads standard input')
    .option('--restore <version>', 'what it was at this version', idOf('version'))
    .option('--name <name>', 'what it is called')
    .option('--description <text>', 'what it is for')
    .option('--active', 'offer it for new newsletters')
    .option('--inactive', 'offer it no more; newsletters made from it stay')
    .description('Change a template. Newsletters keep the version they were made from.')
    .addHelpText('after', `${SLOTS}\nExample:\n  $ pennypost template edit 2 --file plain.mjml`)
    .action((id: number, options: TemplateOptions) => edit(context, id, options))
}

const GONE = 'a picture or a saved block of it is gone'

async function add(
  context: Context,
  { file, blocks, newsletter, name, description = '', ...options }: TemplateOptions,
): Promise<void> {
  if ([file, blocks, newsletter].filter(one => one !== undefined).length !== 1)
    throw new CommandFailed('Give one of --file, --blocks and --newsletter.')
  const words = { name: name!, description }
  const source = written(file, blocks)
  const readPicture = pictureReader(foldersOf(file))
  const saved = await forAccount(context, options, (db, account) =>
    source
      ? saveNewTemplate(db, account.id, { ...words, source, readPicture }, options)
      : saveAsTemplate(db, account.id, newsletter!, words, options),
  )
  if (options.json) return context.printJson(saved)
  context.print(`Template ${saved.id} was saved. ${slotSentence(saved.slots)}`)
  context.print(
    'To make a newsletter of it: pennypost newsletter add --template ' +
      `${saved.id}${saved.slots[0] ? ` --slot ${saved.slots[0].name}=FILE` : ''} --subject ` +
      '"..."',
  )
}

function written(file: string | undefined, blocks: string | undefined) {
  if (file !== undefined) return sourceOfFile(file)
  return blocks === undefined
    ? undefined
    : { kind: 'blocks' as const, document: blocksOfFile(blocks) }
}

const slotSentence = (slots: { name: string }[]): string =>
  slots.length === 0
    ? 'It has no slots: each newsletter of it is the same.'
    : `Its slots: ${slots.map(({ name }) => name).join(', ')}.`

const KINDS = { html: 'in HTML', mjml: 'in MJML', blocks: 'of blocks' }

async function show(
  context: Context,
  id: number,
  options: AccountOption & { at?: number; source?: boolean },
): Promise<void> {
  const found = await forAccount(context, options, async (db, { id: accountId }) => {
    const at = await templateSource(db, accountId, id, options.at)
    const template = (await findTemplate(db, { accountId, id }))!
    return { ...template, at, versions: await templateVersions(db, { accountId, templateId: id }) }
  })
  const { at, versions, name, description, active } = found
  const slots = slotsOfTemplate(at)
  if (options.json)
    return context.printJson({
      id,
      name,
      description,
      active,
      version: at.version,
      kind: at.kind,
      slots,
      pictures: at.pictures,
      source: writtenTemplate(at),
      versions: versions.map(row => ({ ...row, created: formatInstant(row.created) })),
    })
  if (options.source) return void writeText(process.stdout, writtenTemplate(at))
  context.print(`${name}${active ? '' : ' (inactive)'}, version ${at.version}, ${KINDS[at.kind]}`)
  if (description !== '') context.print(description)
  context.print(slots.length === 0 ? 'It has no slots.' : 'Slots, and their default contents:')
  for (const { name, kind, content } of slots)
    context.print(`  ${name.padEnd(16)} ${kind === 'picture' ? 'picture: ' : ''}${short(content)}`)
  context.print('Versions:')
  for (const { version, created, kind, characters } of versions)
    context.print(
      `  ${String(version).padStart(4)}  ` +
        `${formatInstant(created).slice(0, 16).replace('T', ' ')}  ${kind}, ${characters} ` +
        'characters',
    )
}

function short(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > 60 ? `${line.slice(0, 59)}…` : line
}

async function edit(context: Context, id: number, options: TemplateOptions): Promise<void> {
  const { file, blocks, name, description, active, inactive, restore } = options
  if (active && inactive) throw new CommandFailed('--active or --inactive, not both.')
  if ([file, blocks, restore].filter(one => one !== undefined).length > 1)
    throw new CommandFailed('One of --file, --blocks and --restore.')
  const given = {
    name,
    description,
    active: active ? true : inactive ? false : undefined,
    source: restore ? { kind: 'version' as const, version: restore } : written(file, blocks),
  }
  const changes: TemplateChanges = Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== undefined),
  )
  if (Object.keys(changes).length === 0)
    throw new CommandFailed('Nothing to change: give --file, --name, ...')
  const saved = await forAccount(context, options, (db, account) =>
    editTemplate(db, account.id, id, { ...changes, readPicture: pictureReader(foldersOf(file)) }),
  )
  if (options.json) return context.printJson(saved)
  context.print(
    `Template ${id} was changed; this is version ${saved.version}. ${slotSentence(saved.slots)}`,
  )
}
