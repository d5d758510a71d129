/**
 * Recipes: triggers to begin with, each a file beside this one with its emails in each language.
 * `$list`, `$field`, `$feed`, `$zone`, `$name` and the keys of emails stand for chosen values.
 */
import { readFileSync } from 'node:fs'
import type { Brand } from '../../brand/brand.ts'
import type { AnyBlock } from '../../newsletters/blocks/document.ts'
import {
  button,
  feedItems,
  heading,
  numbered,
  text,
} from '../../newsletters/designs/bare-blocks.ts'
import type { Definition } from '../language/definition.ts'
import { readDefinition } from '../language/read-definition.ts'
import { de } from './recipe-words-de.ts'
import { en, type RecipeName, type RecipeWords } from './recipe-words-en.ts'
import { sv } from './recipe-words-sv.ts'

const WORDS: Record<Brand['language'], Record<RecipeName, RecipeWords>> = { en, sv, de }

export const RECIPES = Object.keys(en) as [RecipeName, ...RecipeName[]]

export interface Recipe {
  recipe: RecipeName
  name: string
  /** It begins on a date in a data field, which is chosen. */
  needsField: boolean
  /** It begins by a feed, whose address is given. */
  needsFeed: boolean
  /** Events that a program has to post. */
  events: string[]
  emails: { key: string; called: string; subject: string; preheader: string; blocks: AnyBlock[] }[]
}

export function recipeOf(recipe: RecipeName, language: Brand['language']): Recipe {
  const { name, emails } = WORDS[language][recipe]
  const file = fileOf(recipe)
  return {
    recipe,
    name,
    needsField: file.includes('$field'),
    needsFeed: file.includes('$feed'),
    events: [...file.matchAll(/^ +event: (\w+)$/gm)].map(([, event]) => event!),
    emails: Object.entries(emails).map(([key, words]) => ({
      key,
      called: words.subject.replace(/: \{\{[^{}]{1,100}\}\}/g, ''),
      subject: words.subject,
      preheader: words.preheader,
      blocks: numbered([
        heading(1, words.heading),
        ...words.text.map(line => text(line)),
        ...(words.feed ? [feedItems()] : []),
        button(words.button, {
          align: 'left',
          ...(words.feed && { href: '{{ feed.link | default: feed.items[0].link }}' }),
        }),
      ]),
    })),
  }
}

/** The text of the trigger with its values, as YAML writes them. */
export const sourceOf = (recipe: RecipeName, values: Readonly<Record<string, string>>): string =>
  fileOf(recipe).replace(/\$(\w+)/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`The recipe ${recipe} needs ${name}.`)
    return value
  })

/** As read with names of nothing in particular, for a drawing. */
export function definitionOf(recipe: RecipeName): Definition {
  const keys = Object.keys(en[recipe].emails)
  const newsletters = keys.map((name, i) => ({ id: i + 1, name }))
  const made = Object.fromEntries(newsletters.map(({ name, id }) => [name, String(id)]))
  const source = sourceOf(recipe, {
    ...made,
    list: '1',
    field: 'DD1',
    feed: 'https://example.com/feed.xml',
    zone: '+01:00',
    name: recipe,
  })
  const none = { filters: [], webhooks: [], forms: [], fields: [] }
  const known = { ...none, lists: [{ id: 1, name: '' }], newsletters }
  const { definition, problems } = readDefinition(source, known)
  if (!definition) throw new Error(`The recipe ${recipe}: ${problems[0]?.says}`)
  return definition
}

const files = new Map<RecipeName, string>()

function fileOf(recipe: RecipeName): string {
  const known = files.get(recipe)
  if (known !== undefined) return known
  const file = readFileSync(new URL(`${recipe}.yaml`, import.meta.url), 'utf8')
  files.set(recipe, file)
  return file
}
