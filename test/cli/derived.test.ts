/** Commands derived from the table of actions: each gives its action what its route would. */
import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { Command } from 'commander'
import { z } from 'zod'
import { type AnyAction, checkedInput, wordsOf } from '../../src/actions/action.ts'
import type { Context } from '../../src/cli/context.ts'
import { derive } from '../../src/cli/derived/derive.ts'
import { fieldsOf } from '../../src/cli/derived/fields.ts'
import { readConfig } from '../../src/settings/config.ts'
import { type CommandDatabase, migratedDatabase, newFolder, pennypost } from './setup.ts'

const root = resolve(import.meta.dirname, '../../src/actions')
const tables: AnyAction[] = []
for (const file of globSync('*/*.ts', { cwd: root }))
  for (const value of Object.values(await import(resolve(root, file))))
    if (Array.isArray(value)) tables.push(...value.filter(one => typeof one.run === 'function'))

let database: CommandDatabase
let context: Context
before(async () => {
  database = await migratedDatabase()
  await pennypost(['account', 'add', 'shop'], { env: database.env, input: 'a long secret' })
  const none = newFolder()
  context = {
    config: () => readConfig(database.env, `${none}/.env`),
    settingNotes: () => [],
    print: () => {},
    progress: () => {},
    printJson: () => {},
    readPassword: () => Promise.reject(new Error('nothing is asked')),
  }
})
after(() => database.drop())

const LEAST: Record<string, unknown> = {
  integer: 1,
  number: 1,
  array: ['1'],
  union: { kind: 'html', html: '<p>' },
}

/** Texts of other kinds than addresses. */
const TEXTS: Record<string, string> = {
  name: 'A name',
  from: '22:00',
  until: '08:00',
  eventId: '1-42',
  sendAt: '2026-12-24T09:00:00+01:00',
}

/** The least that the action takes. */
function leastOf(action: AnyAction) {
  const least: Record<'params' | 'query' | 'body', Record<string, unknown>> = {
    params: {},
    query: {},
    body: {},
  }
  for (const { part, name, type, choices, required } of fieldsOf(action))
    if (required || part === 'params')
      least[part][name] = choices?.[0] ?? LEAST[type] ?? TEXTS[name] ?? 'https://x.test/'
  return least
}

describe('a command and its route have one default for each value', () => {
  for (const action of tables.filter(({ command }) => command !== undefined))
    test(`${action.command}`, async () => {
      let read: unknown
      const spied: AnyAction = {
        ...action,
        out: z.unknown(),
        run(_call, input) {
          read = input
          return Promise.resolve({ items: [], next: null })
        },
      }
      const program = new Command('pennypost').exitOverride()
      const words = wordsOf(action.command!).split(' ')
      const least = leastOf(action)
      // A command makes these of files.
      const made = fieldsOf(action).flatMap(({ name, type }) => (type === 'union' ? [name] : []))
      const prepare = async (_: Context, body: Record<string, unknown>) => {
        for (const name of made) if (least.body[name]) body[name] = least.body[name]
      }
      derive(program.command(words[0]!), context, [spied], {
        [action.command!]: { examples: [], made, prepare },
      } as never)
      const named = [...action.command!.matchAll(/<(\w+)>/g)].map(([, name]) => name!)
      const { params, query, body } = least
      const places = [
        ...Object.values(params),
        ...named.map(name => body[name] ?? query[name]).filter(value => value !== undefined),
      ]
      const options = Object.entries({ ...query, ...body })
        .filter(([name]) => !named.includes(name) && !made.includes(name))
        .flatMap(([name, value]) => [
          `--${name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}`,
          String(value),
        ])
      // A change of nothing is refused: it has no defaults.
      if (action.route.startsWith('PATCH ') && Object.keys(body).length === 0) return
      await program.parseAsync([...words, ...places.flat().map(String), ...options], {
        from: 'user',
      })
      assert.deepEqual(read, checkedInput(action, least))
    })

  test('of all nouns that are in the table', () => {
    assert.ok(tables.length > 20)
  })
})
