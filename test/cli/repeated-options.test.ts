/** An option of a command that takes several values: they are those of all its uses. */
import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, test } from 'node:test'
import { Command } from 'commander'
import { z } from 'zod'
import { type AnyAction, wordsOf } from '../../src/actions/action.ts'
import type { Context } from '../../src/cli/context.ts'
import { type CommandField, fieldsOf } from '../../src/cli/derived/fields.ts'
import { groups } from '../../src/cli/groups.ts'

const root = resolve(import.meta.dirname, '../../src/actions')
const tables: AnyAction[] = []
for (const file of globSync('*/*.ts', { cwd: root }))
  for (const value of Object.values(await import(resolve(root, file))))
    if (Array.isArray(value)) tables.push(...value.filter(one => typeof one.run === 'function'))

/** A command of its own for each trial: it keeps what it read. */
async function commandOf(words: string): Promise<Command | undefined> {
  const program = new Command('pennypost')
  for (const { name, load } of groups)
    (await load()).register(program.command(name).exitOverride(), {} as Context, groups)
  return words
    .split(' ')
    .reduce<Command | undefined>(
      (of, word) => of?.commands.find(one => one.name() === word),
      program,
    )
}

/** Two texts of options that are written otherwise than their values. */
const WRITTEN: Record<string, [string, string]> = {
  attachments: ['[{"name": "a.pdf", "content": "QQ=="}]', '[{"name": "b.pdf", "content": "Qg=="}]'],
  labels: ['DD1=Town', 'DD2=Age'],
  lists: ['1=Twice a month', '2'],
  versions: ['A=50:3', 'B=50:4'],
}

function textsOf({ name, schema }: CommandField): [string, string] {
  if (WRITTEN[name]) return WRITTEN[name]
  const { items } = z.toJSONSchema(schema, { io: 'input' }) as {
    items: z.core.JSONSchema.JSONSchema
  }
  if (items.enum) return [String(items.enum[0]), String(items.enum[1])]
  const pairs: [string, string][] = [
    ['1', '2'],
    ['DD1', 'DD2'],
    ['a@x.test', 'b@x.test'],
  ]
  const fitting = pairs.find(pair => {
    const values = items.type === 'integer' ? pair.map(Number) : pair
    return schema.safeParse(values).success
  })
  assert.ok(fitting, `no text is known for the values of ${name}`)
  return fitting
}

async function read(words: string, flag: string, texts: readonly string[]): Promise<unknown[]> {
  const command = (await commandOf(words))!
  command.parseOptions(texts.flatMap(text => [flag, text]))
  const { [command.options.find(({ long }) => long === flag)!.attributeName()]: value } =
    command.opts()
  return value as unknown[]
}

const options: { words: string; flag: string; field: CommandField }[] = []
for (const action of tables)
  for (const words of [wordsOf(action.command ?? ''), ...(action.commands ?? [])]) {
    const command = words === '' ? undefined : await commandOf(words)
    for (const field of fieldsOf(action).filter(({ type }) => type === 'array')) {
      const option =
        command?.options.find(({ long }) => long === `--${field.flag}`) ??
        command?.options.find(
          ({ description, long }) => description === field.about && !long?.startsWith('--no-'),
        )
      // A file may be read instead of the values.
      if (option && !option.flags.endsWith('<file>'))
        options.push({ words, flag: option.long!, field })
    }
  }

describe('a repeated option keeps all its values', () => {
  for (const { words, flag, field } of options)
    test(`${words} ${flag}`, async () => {
      const texts = textsOf(field)
      const [one, other] = [
        await read(words, flag, [texts[0]]),
        await read(words, flag, [texts[1]]),
      ]
      assert.deepEqual([one.length, other.length], [1, 1])
      assert.deepEqual(await read(words, flag, texts), [...one, ...other])
    })

  test('and those of one use, after others', async () => {
    assert.deepEqual(
      await read('api-key add', '--network', ['10.0.0.0/8', '192.0.2.1, 192.0.2.2']),
      ['10.0.0.0/8', '192.0.2.1', '192.0.2.2'],
    )
  })

  test('of all commands', () => {
    assert.ok(options.length > 30, String(options.length))
  })
})
