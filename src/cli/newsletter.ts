/**
 * `pennypost newsletter ...`: newsletters. `preview` is in newsletter-preview.ts, `check` in
 * newsletter-check.ts, `show` in newsletter-show.ts; `pennypost send` sends them.
 */
import type { Command } from 'commander'
import { newsletters } from '../actions/newsletters/newsletters.ts'
import type { Store } from '../db/db.ts'
import { trackHitsOf } from '../domain/newsletters/exemptions.ts'
import {
  addDraft,
  editDraft,
  type NewsletterChanges,
} from '../domain/newsletters/save-newsletter.ts'
import { type AccountOption, forAccount, withAccount } from './account-option.ts'
import { chosenId, idOf, textOfFile } from './arguments.ts'
import { CommandFailed, type Context } from './context.ts'
import { derive } from './derived/derive.ts'
import { counted } from './derived/text.ts'
import * as check from './newsletter-check.ts'
import {
  blocksOfFile,
  foldersOf,
  pictureReader,
  type SlotOptions,
  slotGiven,
  slotsGiven,
  sourceOfFile,
} from './newsletter-files.ts'
import { preview } from './newsletter-preview.ts'
import * as show from './newsletter-show.ts'

interface DraftOptions extends AccountOption, SlotOptions {
  id?: number
  file?: string
  blocks?: string
  template?: number
  inline?: boolean
  textFile?: string
  subject?: string
  preheader?: string
  from?: string
  fromName?: string
  replyTo?: string
  list?: number
  name?: string
  tracking?: boolean
}

const withDraft = (command: Command): Command =>
  withAccount(command)
    .option('--file <file>', 'the HTML or MJML of the email, in UTF-8; - reads standard input')
    .option('--blocks <file>', 'its blocks, as JSON; - reads standard input')
    .option('--template <id>', 'the template that it is made from', idOf('template'))
    .option(
      '--slot <name=file>',
      'the content of a slot of the template; a picture as a file',
      slotGiven,
    )
    .option('--set <name=text>', 'the same, as a text', slotGiven)
    .option('--slots <file>', 'the same, as JSON: an object of names and texts')
    .option('--inline', 'put the rules of style sheets into the elements, as is usual')
    .option('--no-inline', 'leave style sheets as they are')
    .option('--text-file <text>', 'its text; otherwise it is made from the HTML')
    .option('--subject <text>', 'its subject')
    .option('--preheader <text>', 'what mail programs show beside the subject')
    .option('--from <address>', 'who it is from; otherwise the sender of the list')
    .option('--from-name <name>', 'the name beside that address')
    .option('--reply-to <address>', 'where answers go; otherwise to the sender')
    .option('--list <id>', 'the list it is meant for', idOf('list'))
    .option('--name <name>', 'what it is called here; otherwise its subject')
    .option('--tracking', 'opens and clicks are counted, unless its list or project says no')
    .option('--no-tracking', 'they are not: no pixel, and links as written')

const TAGS = `
Tags are replaced for each subscriber, also in the subject: {{ name }}, {{ email }}, {{ DD5 }}, \
the names of fields,
{{ name | default: "friend" }}, {{ unsubscribe_url }}, {{ web_version_url }}. \
{% if City == "Lund" %} ... {% endif %} and the rest
of Liquid work too. An unknown tag is refused. Pictures beside the file (<img src="logo.png">) \
are embedded in the email.
`

export function register(newsletter: Command, context: Context): void {
  withDraft(newsletter.command('add'))
    .addOption(chosenId('newsletter'))
    .description('Save a newsletter and show its id.')
    .addHelpText(
      'after',
      `${TAGS}\nExamples:\n  $ pennypost newsletter add --file newsletter.html --subject ` +
        `"News for {{ name }}" --list 1\n` +
        '  $ pennypost newsletter add --template 2 --slot body=spring.html --set ' +
        'title="Spring" --subject "News"',
    )
    .action((options: DraftOptions) => add(context, options))

  withDraft(newsletter.command('edit').argument('<id>', 'which newsletter', idOf('newsletter')))
    .description('Change a newsletter. Existing sendings are not changed.')
    .addHelpText(
      'after',
      `${TAGS}\nExample:\n  $ pennypost newsletter edit 3 --subject "Better news"`,
    )
    .action((id: number, options: DraftOptions) => edit(context, id, options))

  withAccount(
    newsletter.command('preview').argument('<id>', 'which newsletter', idOf('newsletter')),
  )
    .option('--as <address>', 'as this subscriber would get it; default: a fictional subscriber')
    .option('--list <id>', 'as the subscribers of this list would get it', idOf('list'))
    .option('--text', 'its text')
    .option('--source', 'the whole email as it is sent, with its headers and signatures')
    .description(
      'Show the HTML of a newsletter, its text or its source, as a subscriber would get it.',
    )
    .addHelpText(
      'after',
      '\nSender, recipient and subject go to standard error.\n\nExamples:\n' +
        '  $ pennypost newsletter preview 3 > preview.html\n' +
        '  $ pennypost newsletter preview 3 --as ada@example.com --source',
    )
    .action((id: number, options) => preview(context, id, options))

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
  check.register(newsletter, context)
  show.register(newsletter, context)
}

/** The given parts, read from their files. */
function given(options: DraftOptions): NewsletterChanges {
  const {
    file,
    blocks,
    textFile,
    template,
    subject,
    preheader,
    from,
    fromName,
    replyTo,
    list,
    name,
    inline,
  } = options
  if (file === '-' && textFile === '-')
    throw new CommandFailed(
      'Only one of the two can come from standard input: give the other as a file.',
    )
  const slots = slotsGiven(options)
  if (file !== undefined && (template !== undefined || slots))
    throw new CommandFailed('--file or --template with its slots, not both.')
  if (blocks !== undefined && (file !== undefined || template !== undefined || slots))
    throw new CommandFailed('--blocks alone, not with --file or a template.')
  const draft = {
    name,
    subject,
    preheader,
    source: sourceGiven(options),
    inlined: inline,
    text: textFile === undefined ? undefined : textOfFile(textFile),
    fromName,
    fromEmail: from,
    replyTo,
    listId: list,
  }
  return Object.fromEntries(Object.entries(draft).filter(([, value]) => value !== undefined))
}

function sourceGiven({ file, blocks, template, ...options }: DraftOptions) {
  const slots = slotsGiven(options)
  if (file !== undefined) return sourceOfFile(file)
  if (blocks !== undefined) return { kind: 'blocks' as const, document: blocksOfFile(blocks) }
  if (template !== undefined)
    return { kind: 'template' as const, templateId: template, version: null, slots: slots ?? {} }
  return slots && { kind: 'slots' as const, slots }
}

const pictures = ({ file, slot }: DraftOptions) => ({
  readPicture: pictureReader(foldersOf(file, slot)),
})

async function add(context: Context, options: DraftOptions): Promise<void> {
  const { source, ...changes } = given(options)
  if (source?.kind === 'slots')
    throw new CommandFailed('Say with --template which template has these slots.')
  const draft = { subject: '', ...changes, ...(source && { source }) }
  const id = await forAccount(context, options, async (db, account) => {
    const made = await addDraft(db, account.id, draft, { id: options.id, ...pictures(options) })
    await track(db, account.id, made, options)
    return made
  })
  if (options.json) return context.printJson({ id })
  context.print(`Newsletter ${id} was saved. To see it: pennypost newsletter preview ${id}`)
}

async function edit(context: Context, id: number, options: DraftOptions): Promise<void> {
  const changes = given(options)
  const { tracking } = options
  if (Object.keys(changes).length === 0 && tracking === undefined)
    throw new CommandFailed('Nothing to change: give --subject, --file, ...')
  const version = await forAccount(context, options, async (db, account) => {
    const saved = await editDraft(db, account.id, id, changes, pictures(options))
    await track(db, account.id, id, options)
    return saved
  })
  const changed = [...Object.keys(changes), ...(tracking === undefined ? [] : ['tracking'])]
  if (options.json) return context.printJson({ id, version, changed })
  context.print(`Newsletter ${id} was changed; this is version ${version}.`)
}

async function track(
  db: Store,
  accountId: number,
  id: number,
  { tracking }: DraftOptions,
): Promise<void> {
  if (tracking !== undefined) await trackHitsOf(db, accountId, { noun: 'newsletter', id }, tracking)
}

/** `2026-11-21 14:00` */
const minute = (moment: string): string => moment.slice(0, 16).replace('T', ' ')
