/** The tags of an email that name a person: what the public sees in their place. */
import { isNamePart } from '../../lib/name-parts.ts'
import { withBlocks } from '../../mail/template/blocks.ts'
import { compileBody, compileLine } from '../../mail/template/liquid.ts'
import {
  type FieldNames,
  fieldNamed,
  type MergeValues,
  type Tag,
  type Template,
} from '../../mail/template/merge.ts'
import type { TranslatedMail } from '../newsletters/content/translated.ts'
import type { Message } from '../newsletters/freeze-message.ts'

export interface PersonTag {
  /** As it is written: `name`, `DD3`, or how the field is called. */
  tag: string
  part: 'subject' | 'preheader' | 'html' | 'text'
  /** It has a fallback, or its condition has. */
  hasFallback: boolean
  /** Of a newsletter in several languages, where the base does not have the same. */
  language?: string
}

const NOBODY: MergeValues = {
  name: '',
  email: '',
  fields: [],
  unsubscribeUrl: '',
  preferencesUrl: '',
  webVersionUrl: '',
  measuringUrl: '',
}

type TaggedParts = Pick<Message, 'subject' | 'preheader' | 'html' | 'text' | 'fields'>

/** Those of the base, and of each further language what it has beside them. */
export function tagsInLanguages({
  translated,
  ...base
}: TaggedParts & { translated?: TranslatedMail | null | undefined }): PersonTag[] {
  const tags = tagsOfPeople(base)
  const keyOf = ({ tag, part, hasFallback }: PersonTag) => `${part} ${hasFallback} ${tag}`
  const known = new Set(tags.map(keyOf))
  for (const { language, ...version } of translated?.versions ?? []) {
    const own = tagsOfPeople({ ...base, ...version, text: '' })
    tags.push(...own.filter(one => !known.has(keyOf(one))).map(one => ({ ...one, language })))
  }
  return tags
}

/** Each name once in a part; without a fallback, if it lacks one anywhere there. */
function tagsOfPeople(message: TaggedParts): PersonTag[] {
  const fields: FieldNames = new Map(message.fields ?? [])
  const { subject, preheader, html, text } = message
  const hasHtml = html.trim() !== ''
  const body = hasHtml ? withBlocks(html) : text
  const bodyPart = hasHtml ? 'html' : 'text'
  const parts: [PersonTag['part'], Template][] = [
    ['subject', compileLine(subject, fields, 'subject')],
    ['preheader', compileLine(preheader, fields, 'preheader')],
    [bodyPart, compileBody(body, fields, bodyPart)],
  ]
  const found = new Map<string, PersonTag>()
  for (const [part, template] of parts)
    for (const piece of template) {
      if (typeof piece === 'string') continue
      for (const tag of piece.reads.filter(name => isPersonal(name, fields))) {
        const key = `${part} ${tag}`
        const before = found.get(key)?.hasFallback ?? true
        found.set(key, { tag, part, hasFallback: before && fallsBack(piece) })
      }
    }
  return [...found.values()]
}

const isPersonal = (name: string, fields: FieldNames): boolean =>
  ['name', 'email', 'event'].includes(name) ||
  isNamePart(name) ||
  fieldNamed(name, fields) !== undefined

/** A condition shows its other branch; whether that is enough, its author knows. */
function fallsBack({ liquid, value }: Tag): boolean {
  if (!liquid) return value(NOBODY) !== ''
  return liquid.statement !== undefined || /\|\s*default\s*:/.test(liquid.source)
}

/** The names of those without a fallback. */
export const bareTags = (tags: readonly PersonTag[]): string[] => [
  ...new Set(tags.filter(({ hasFallback }) => !hasFallback).map(({ tag }) => tag)),
]
