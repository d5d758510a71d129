/** Newsletters and templates in files: HTML, MJML, blocks, slots, the pictures beside them. */
import { readFileSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, extname, join, sep } from 'node:path'
import { type Command, InvalidArgumentError } from 'commander'
import { BlockDocument, MOST_DOCUMENT } from '../domain/newsletters/blocks/document.ts'
import { type ChangedSource, ofMarkup } from '../domain/newsletters/content/source.ts'
import { percentDecoded } from '../lib/percent-decoding.ts'
import { isMjml } from '../mail/template/prepare.ts'
import { idOf, textOfFile } from './arguments.ts'
import { CommandFailed } from './context.ts'

export interface ContentFiles extends SlotOptions {
  file?: string
  blocks?: string
  template?: number
  textFile?: string
}

/** The options that the content of a newsletter comes from. */
export const contentOptions = (command: Command): Command =>
  command
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
    .option('--text-file <text>', 'its text; otherwise it is made from the HTML')

/** Source and text, as far as they are given. */
export function contentGiven(options: ContentFiles): { source?: ChangedSource; text?: string } {
  const { file, textFile } = options
  if (file === '-' && textFile === '-')
    throw new CommandFailed(
      'Only one of the two can come from standard input: give the other as a file.',
    )
  const source = sourceGiven(options)
  return {
    ...(source && { source }),
    ...(textFile !== undefined && { text: textOfFile(textFile) }),
  }
}

function sourceGiven(options: ContentFiles): ChangedSource | undefined {
  const { file, blocks, template } = options
  const slots = slotsGiven(options)
  if (file !== undefined && (template !== undefined || slots))
    throw new CommandFailed('--file or --template with its slots, not both.')
  if (blocks !== undefined && (file !== undefined || template !== undefined || slots))
    throw new CommandFailed('--blocks alone, not with --file or a template.')
  if (template !== undefined)
    return { kind: 'template', templateId: template, version: null, slots: slots ?? {} }
  return fileGiven(options) ?? (slots && { kind: 'slots', slots })
}

/** HTML, MJML or blocks. */
export function fileGiven({ file, blocks }: Pick<ContentFiles, 'file' | 'blocks'>) {
  if (file !== undefined) return sourceOfFile(file)
  return blocks === undefined
    ? undefined
    : { kind: 'blocks' as const, document: blocksOfFile(blocks) }
}

export const picturesOf = ({ file, slot }: ContentFiles) => pictureReader(foldersOf(file, slot))

/** MJML if the name or the beginning says so, otherwise HTML. */
function sourceOfFile(file: string) {
  const source = textOfFile(file)
  const isMarked = extname(file).toLowerCase() === '.mjml' || isMjml(source)
  return ofMarkup(isMarked ? 'mjml' : 'html', source)
}

/** The blocks of a newsletter: `{"blocks": [...]}`, as the JSON API has them. */
function blocksOfFile(file: string): BlockDocument {
  const text = textOfFile(file)
  if (text.length > MOST_DOCUMENT)
    throw new CommandFailed(`The blocks have at most ${MOST_DOCUMENT} characters.`)
  let given: unknown
  try {
    given = JSON.parse(text)
  } catch (error) {
    throw new CommandFailed(`The blocks are no JSON: ${(error as Error).message}`)
  }
  const read = BlockDocument.safeParse(Array.isArray(given) ? { blocks: given } : given)
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw new CommandFailed(`${['blocks', ...(issue?.path ?? [])].join('.')}: ${issue?.message}`)
}

interface SlotGiven {
  name: string
  value: string
}

/** Collects repeated `name=value` options. */
function slotGiven(text: string, before: SlotGiven[] = []): SlotGiven[] {
  const [, name, value] = /^([^=]+)=(.*)$/s.exec(text) ?? []
  if (name === undefined || value === undefined)
    throw new InvalidArgumentError('Write the name of the slot, =, and what goes in.')
  return [...before, { name: name.trim(), value }]
}

interface SlotOptions {
  /** Names and files. */
  slot?: SlotGiven[]
  /** Names and texts. */
  set?: SlotGiven[]
  /** A JSON file: an object of names and contents. */
  slots?: string
}

const PICTURE = /\.(?:png|jpe?g|gif)$/i

/** The contents of slots; undefined if none were given. A picture is given by its file. */
function slotsGiven({
  slot = [],
  set = [],
  slots,
}: SlotOptions): Record<string, string> | undefined {
  if (slot.length === 0 && set.length === 0 && slots === undefined) return undefined
  const all: Record<string, string> = slots === undefined ? {} : slotsOfJson(slots)
  for (const { name, value } of slot)
    all[name] = PICTURE.test(value) ? basename(value) : textOfFile(value)
  for (const { name, value } of set) all[name] = value
  return all
}

function slotsOfJson(file: string): Record<string, string> {
  let read: unknown
  try {
    read = JSON.parse(textOfFile(file))
  } catch (error) {
    if (error instanceof CommandFailed) throw error
    throw new CommandFailed(`${file} is no JSON: ${(error as Error).message}`, { cause: error })
  }
  const entries =
    read !== null && typeof read === 'object' && !Array.isArray(read)
      ? Object.entries(read)
      : [['', undefined]]
  if (entries.some(([, value]) => typeof value !== 'string'))
    throw new CommandFailed(
      `${file} must hold one object of texts: {"headline": "<h1>Spring</h1>"}.`,
    )
  return Object.fromEntries(entries)
}

/** The folders searched for pictures: those of the given files. */
const foldersOf = (file: string | undefined, slot: SlotGiven[] = []): string[] => [
  ...new Set(
    [...(file === undefined || file === '-' ? [] : [file]), ...slot.map(({ value }) => value)].map(
      path => dirname(path),
    ),
  ),
]

/** A file larger than any email may be is refused. */
const MOST_BYTES = 5_000_000

/** Reads pictures from these folders and their subfolders only. */
function pictureReader(folders: string[]): (path: string) => Uint8Array | undefined {
  return path => {
    for (const folder of folders) {
      const bytes = within(folder, path) ?? within(folder, percentDecoded(path))
      if (bytes) return bytes
    }
    return undefined
  }
}

function within(folder: string, path: string): Uint8Array | undefined {
  try {
    const root = realpathSync(folder)
    const file = realpathSync(join(root, path))
    const { size } = statSync(file)
    if (!file.startsWith(root.endsWith(sep) ? root : root + sep) || size > MOST_BYTES)
      return undefined
    return readFileSync(file)
  } catch {
    // Any error means that there is no such picture.
    return undefined
  }
}
