/** `pennypost subscriber search`: subscribers by the beginnings of words. */
import type { Command } from 'commander'
import { type FoundSubscriber, searchSubscribers } from '../domain/words/search.ts'
import { momentOfStore } from '../lib/instant.ts'
import { type AccountOption, forAccount, withAccount } from './account-option.ts'
import { CommandFailed, type Context } from './context.ts'

/** For a terminal; a longer query finds fewer. */
const MOST = 50

export function registerSearch(subscriber: Command, context: Context): void {
  withAccount(subscriber.command('search').argument('<word...>', 'what the words begin with'))
    .description('Find subscribers by address, name, phone number, or words of chosen fields.')
    .addHelpText(
      'after',
      `
A subscriber is found if for each word given one of theirs begins with it. \
One must have three letters.

Examples:
  $ pennypost subscriber search ada lovel
  $ pennypost subscriber search ada@exam`,
    )
    .action((words: string[], options: AccountOption) => search(context, words, options))
}

async function search(context: Context, words: string[], options: AccountOption): Promise<void> {
  const query = words.join(' ')
  const found = await forAccount(context, options, (db, { id }) =>
    searchSubscribers(db, id, { query, limit: MOST }),
  )
  if (found.tooShort) throw new CommandFailed('Give a word of three letters or more.')
  const { items, next, behind } = found
  const indexedUntil =
    found.indexedUntil === null ? null : momentOfStore(found.indexedUntil).toISOString()
  const more = next !== undefined
  if (options.json) return context.printJson({ items, more, behind, indexedUntil })
  if (items.length === 0) context.print('No subscriber was found.')
  for (const one of items) context.print(lineOf(one))
  if (more) context.print('There are more: add a word, or another letter.')
  if (behind) context.progress('Names and other words of the latest changes are not searched yet.')
}

function lineOf({ id, email, name, optedOut, undeliverable }: FoundSubscriber): string {
  const states = [optedOut ? 'opted out' : '', undeliverable ? 'undeliverable' : '']
  const parts = [String(id).padStart(6), email, name, ...states]
  return parts.filter(part => part !== '').join('  ')
}
