/** `pennypost published ...`: lists whose newsletters anybody may read. */
import type { Command } from 'commander'
import { type PublishedNewsletterAnswer, published } from '../actions/published/published.ts'
import type { Context } from './context.ts'
import { derive } from './derived/derive.ts'

export function register(group: Command, context: Context): void {
  derive(group, context, published, {
    'published show': {
      examples: ['published show 1', 'published show 1 --json'],
      text({ active, address, title, published, waiting, listed }, { print }) {
        if (!active) return print(`It is not published. It would be ${title}, at ${address}`)
        print(`${title}: ${address}`)
        print(`Newsletters: ${published}${listed ? '' : ', kept from search engines'}`)
        if (waiting > 0) print(`Waiting for a decision: ${waiting}`)
      },
    },
    'published edit': {
      notes: 'A sending is published when it has finished. Tests and cancelled ones never are.',
      examples: [
        'published edit 1 --active --title "The Garden Letter"',
        'published edit 1 --slug garden-letter --no-listed',
        'published edit 1 --no-active',
      ],
      text: ({ active, address, published }, { print }) =>
        print(
          active
            ? `Published, with ${published} newsletters: ${address}`
            : 'It is not published. Its address is kept.',
        ),
    },
    'published list': {
      examples: ['published list 1'],
      all: true,
      text({ items }, { print }) {
        if (items.length === 0) return print('There is no newsletter under the list.')
        for (const one of items) print(lineOf(one))
      },
    },
    'published add <newsletterId>': {
      examples: ['published add 1 12', 'published add 1 12 --even-bare'],
      text: ({ address }, { print }) => print(`Published, and not sent: ${address}`),
    },
    'published take-out': {
      examples: ['published take-out 1 7'],
      text: ({ title }, { print }) => print(`${title} was taken out.`),
    },
    'published put-back': {
      examples: ['published put-back 1 7'],
      text: ({ title, address }, { print }) => print(`${title} is published: ${address}`),
    },
    'published correct': {
      notes: 'The emails that were sent stay as they are.',
      examples: ['published correct 1 7'],
      text: ({ title, address }, { print }) => print(`${title} was corrected: ${address}`),
    },
    'published check': {
      examples: ['published check 12'],
      text({ tags, places }, { print }) {
        if (tags.length === 0) print('No tag names a person.')
        for (const { tag, part, hasFallback, language } of tags)
          print(
            `${tag} (${[part, language].filter(Boolean).join(', ')}): ${hasFallback ? 'shows its fallback' : 'shows nothing'}`,
          )
        for (const { state, listName, address } of places)
          print(`${state} under ${listName}: ${address}`)
      },
    },
  })
}

function lineOf(one: PublishedNewsletterAnswer): string {
  const { number, state, title, published, languages } = one
  const named = languages.length > 1 ? ` (${languages.join(', ')})` : ''
  return `${String(number).padStart(5)}  ${state.padEnd(9)}  ${published.slice(0, 10)}  ${title}${named}`
}
