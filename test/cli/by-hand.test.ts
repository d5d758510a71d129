/**
 * Commands whose course is written by hand: files, progress, several actions in one. What help says
 * of their values, and what is chosen by default, is that of the table all the same.
 */
import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, test } from 'node:test'
import { Command, type Option } from 'commander'
import { type AnyAction, wordsOf } from '../../src/actions/action.ts'
import type { Context } from '../../src/cli/context.ts'
import { isOfTable } from '../../src/cli/derived/by-hand.ts'
import { fieldsOf, optionsOf } from '../../src/cli/derived/fields.ts'
import { groups } from '../../src/cli/groups.ts'

const root = resolve(import.meta.dirname, '../../src/actions')
const tables: AnyAction[] = []
for (const file of globSync('*/*.ts', { cwd: root }))
  for (const value of Object.values(await import(resolve(root, file))))
    if (Array.isArray(value)) tables.push(...value.filter(one => typeof one.run === 'function'))

const program = new Command('pennypost')
for (const { name, load } of groups)
  (await load()).register(program.command(name), {} as Context, groups)

/** Commands that do more, or otherwise, than any one of their actions. */
const OWN_SENTENCE = [
  'account activate',
  'bounce explain',
  'bounce set-aside',
  'config show',
  'member invite',
  'member reset',
  'optout import',
  'subscriber search',
  'subscriber show',
  'suppression import',
  'trigger show',
]

/** What a terminal has, and no action: files, progress, several actions in one command. */
const OF_ALL = ['--account', '--json', '--yes', '--file', '--output', '--format']
const OWN: Record<string, string[]> = {
  'account add': ['--generate', '--allow-short'],
  'account password': ['--generate', '--allow-short'],
  'bounce set-aside': ['--judge'],
  'config show': ['--all'],
  'dns check': ['--resolver'],
  'key shop': ['--remove'],
  'member edit': ['--personal-data'],
  'member invite': ['--personal-data', '--vouch'],
  'member reset': ['--codes', '--provider', '--vouch'],
  'optout import': ['--sheet', '--rejects'],
  'route shape': ['--usual'],
  'route warm-up': ['--off', '--keep-days'],
  'sending confirm': ['--accepted'],
  'sending show': ['--watch'],
  'sms country': ['--remove'],
  'sms send': ['--dry-run'],
  'subscriber erase': ['--opt-out'],
  'suppression import': ['--sheet', '--rejects', '--undo'],
  'trigger show': ['--at', '--source'],
  // How a file is read is seen from the file; a route has it in three steps.
  import: [
    '--charset',
    '--delimiter',
    '--quote',
    '--escape',
    '--comment',
    '--headers',
    '--no-headers',
    '--columns',
    '--map',
    '--save-map',
    '--sheet',
    '--xml',
    '--dry-run',
    '--no-wait',
  ],
  send: ['--variant', '--count', '--wait'],
}

/** Another action may name a derived command, too: it does the same with other words. */
const derived = new Set(tables.map(({ command }) => command && wordsOf(command)))

const byHand = Map.groupBy(
  tables
    .flatMap(action => (action.commands ?? []).map(words => ({ words, action })))
    .filter(({ words }) => !derived.has(words)),
  ({ words }) => words,
)

const commandOf = (words: string) =>
  words
    .split(' ')
    .reduce<Command | undefined>(
      (of, word) => of?.commands.find(one => one.name() === word),
      program,
    )

/** As the table would make it: its flag, sentence, choices and default. */
const shown = ({ flags, description, argChoices, defaultValue, mandatory }: Option) => ({
  flags,
  description,
  choices: argChoices,
  usual: defaultValue,
  mandatory,
})

function sameInTable(option: Option, actions: readonly AnyAction[]): boolean {
  const made = actions.flatMap(action =>
    fieldsOf(action).flatMap(field => optionsOf(field, true, {})),
  )
  const same = made.find(({ long }) => long === option.long)
  return same !== undefined && JSON.stringify(shown(same)) === JSON.stringify(shown(option))
}

describe('a command that is written by hand', () => {
  for (const [words, entries] of byHand) {
    const actions = entries.map(({ action }) => action)
    test(`${words}: its sentence and its values are of the table`, () => {
      const command = commandOf(words)
      assert.ok(command, 'an action names a command that is not there')
      const ofGroup = !words.includes(' ')
      if (!ofGroup && !OWN_SENTENCE.includes(words))
        assert.ok(
          actions.some(({ about }) => about === command.description()),
          `${command.description()} | ${actions.map(({ about }) => about).join(' | ')}`,
        )
      const own = command.options
        .filter(option => !isOfTable(option) && !sameInTable(option, actions))
        .map(({ long }) => long!)
        .filter(long => !OF_ALL.includes(long))
      assert.deepEqual(own, OWN[words] ?? [])
    })
  }

  test('is needed by each entry of these lists', () => {
    for (const words of [...OWN_SENTENCE, ...Object.keys(OWN)])
      assert.ok(byHand.has(words), `${words} is derived, or gone`)
  })
})
