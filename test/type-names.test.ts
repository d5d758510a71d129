/** Exported types are nouns, each of one meaning in the repository: a name leads to one place. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { test } from 'node:test'

const root = resolve(import.meta.dirname, '..')
const EXPORTED = /^export (?:declare )?(?:abstract )?(?:type|interface|class|enum) (\w+)/gm

const exported: { name: string; file: string }[] = globSync('src/**/*.{ts,tsx}', { cwd: root })
  .filter(file => !file.endsWith('.sql.ts'))
  .flatMap(file =>
    [...readFileSync(resolve(root, file), 'utf8').matchAll(EXPORTED)].map(([, name]) => ({
      name: name!,
      file,
    })),
  )

/** A participle alone does not say of what: `Claimed` is an `ImportClaim`. */
const PARTICIPLE = /^(?!Segmented$)[A-Z][a-z]+ed$/
const IRREGULAR = new Set(
  (
    'Becomes Begun Broken Chosen Cut Found Given Gone Held Kept Known Left Meant Said Standing ' +
    'Taken Told Undone Written Wrong Entering Claiming Holding Judging Looking Matching Running ' +
    'Waiting Waking Watching Writing'
  ).split(' '),
)

test('there are types to look at', () => assert.ok(exported.length > 500))

test('no two exported types of src have the same name', () => {
  const twice = [...Map.groupBy(exported, ({ name }) => name)]
    .filter(([, found]) => found.length > 1)
    .map(([name, found]) => `${name}: ${found.map(({ file }) => file).join(', ')}`)
  assert.deepEqual(twice, [])
})

test('no exported type is a bare participle', () => {
  const bare = exported.filter(({ name }) => PARTICIPLE.test(name) || IRREGULAR.has(name))
  assert.deepEqual(bare, [])
})
