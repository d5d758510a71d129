/**
 * How commands read what letters are written in: HTML or MJML, contents of slots, the pictures
 * beside them.
 */
import { readFileSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, extname, join, sep } from 'node:path'
import { InvalidArgumentError } from 'commander'
import { isMjml, type MarkupKind } from '../mail/template/prepare.ts'
import { textOfFile } from './arguments.ts'
import { CommandFailed } from './context.ts'

export interface SourceFile {
  kind: MarkupKind
  source: string
}

/** A file whose name or beginning says MJML is that; anything else is HTML. */
export function sourceOfFile(file: string): SourceFile {
  const source = textOfFile(file)
  return {
    kind: extname(file).toLowerCase() === '.mjml' || isMjml(source) ? 'mjml' : 'html',
    source,
  }
}

export interface SlotGiven {
  name: string
  value: string
}

/** Collects `name=value` options, each given as often as wanted. */
export function slotGiven(text: string, before: SlotGiven[] = []): SlotGiven[] {
  const [, name, value] = /^([^=]+)=(.*)$/s.exec(text) ?? []
  if (name === undefined || value === undefined)
    throw new InvalidArgumentError('Write the name of the slot, =, and what goes in.')
  return [...before, { name: name.trim(), value }]
}

export interface SlotOptions {
  /** Names and files. */
  slot?: SlotGiven[]
  /** Names and texts. */
  set?: SlotGiven[]
  /** A file of JSON: an object of names and contents. */
  slots?: string
}

const PICTURE = /\.(?:png|jpe?g|gif)$/i

/** What is put into slots; undefined when nothing was given. A picture goes in by its name. */
export function slotsGiven({
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

/** The folders that pictures are looked for in: where the files that were given lie. */
export const foldersOf = (file: string | undefined, slot: SlotGiven[] = []): string[] => [
  ...new Set(
    [...(file === undefined || file === '-' ? [] : [file]), ...slot.map(({ value }) => value)].map(
      path => dirname(path),
    ),
  ),
]

/** A file larger than any letter may be is not read. */
const MOST_BYTES = 5_000_000

/** Reads pictures from these folders and the folders in them, and from nowhere else. */
export function pictureReader(folders: string[]): (path: string) => Uint8Array | undefined {
  return path => {
    for (const folder of folders) {
      const bytes = within(folder, path) ?? within(folder, decoded(path))
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
    // Whatever is the matter, there is no picture there.
    return undefined
  }
}

/** Addresses may write blanks as %20. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
