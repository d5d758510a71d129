/**
 * The written pages against the program and each other: links lead somewhere, lists are whole,
 * nothing of one machine is in the repository.
 */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { describe, test } from 'node:test'
import { operationNames } from '../src/contract/index.ts'
import { reasons } from '../src/domain/refusal.ts'
import { refusals } from '../src/soap/refusals.ts'

const root = resolve(import.meta.dirname, '..')
const textOf = (file: string): string => readFileSync(join(root, file), 'utf8')
const pages = globSync(['*.md', 'docs/**/*.md', 'bench/results/*.md'], { cwd: root })

/** The name that a heading is linked by, as GitHub makes it. */
const anchorOf = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[`*]|\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-')

const anchorsOf = (page: string): string[] =>
  [...textOf(page).matchAll(/^#+ (.*)$/gm)].map(([, heading]) => anchorOf(heading!))

function brokenLinks(page: string): string[] {
  const text = textOf(page).replaceAll(/```[\s\S]*?```/g, '')
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link]) => {
    if (/^[a-z]+:/.test(link!)) return []
    const [path = '', anchor] = link!.split('#')
    const target = path === '' ? page : join(dirname(page), path)
    if (!existsSync(join(root, target))) return [`${page}: ${link}`]
    if (anchor === undefined || statSync(join(root, target)).isDirectory()) return []
    return anchorsOf(target).includes(anchor) ? [] : [`${page}: ${link}`]
  })
}

/** The part of a page under a heading, up to the next one of the same or a higher level. */
function sectionOf(page: string, heading: string): string {
  const lines = textOf(page).split('\n')
  const start = lines.findIndex(
    line => line.startsWith('#') && line.replace(/^#+ /, '') === heading,
  )
  assert.ok(start >= 0, `${page} has no heading ${heading}`)
  const level = lines[start]!.indexOf(' ')
  const end = lines.findIndex(
    (line, i) => i > start && /^#+ /.test(line) && line.indexOf(' ') <= level,
  )
  return lines.slice(start, end < 0 ? undefined : end).join('\n')
}

const namesIn = (text: string): string[] =>
  operationNames.filter(name => new RegExp(`\\b${name}\\b`).test(text))

describe('the pages', () => {
  test('have links that lead somewhere', () => {
    assert.ok(pages.length > 10)
    assert.deepEqual(pages.flatMap(brokenLinks), [])
  })

  test('README has at most 4 kB', () => {
    assert.ok(statSync(join(root, 'README.md')).size <= 4096)
  })

  test('operations.md lists the operations that work, each with a section', () => {
    const [list] = textOf('docs/operations.md').split('\n## ')
    assert.deepEqual(namesIn(list!), operationNames)
    for (const name of operationNames) sectionOf('docs/operations.md', name)
  })

  test('the changelog has no entry twice: a merge keeps the lines of both sides', () => {
    const entries = textOf('CHANGELOG.md').match(/^- .{20}/gm)!
    assert.deepEqual(
      entries.filter((entry, i) => entries.indexOf(entry) !== i),
      [],
    )
  })

  test('the index names every page', () => {
    const index = textOf('docs/README.md')
    const missing = globSync('docs/*.md', { cwd: root })
      .map(file => file.slice('docs/'.length))
      .filter(file => file !== 'README.md' && !index.includes(`](${file})`))
    assert.deepEqual(missing, [])
  })

  test('errors.md has each reason with its code', () => {
    const rows = new Map(
      [
        ...sectionOf('docs/errors.md', 'Codes and reasons').matchAll(
          /^\| (-\d+) \| `([\w-]+)` \| (\w*)/gm,
        ),
      ].map(([, code, reason, kind]) => [reason!, [Number(code), kind!] as const]),
    )
    assert.deepEqual([...rows.keys()].sort(), Object.keys(reasons).sort())
    for (const [reason, { code, empty, fault }] of Object.entries(refusals))
      assert.deepEqual(rows.get(reason), [code, fault ? 'fault' : empty ? 'empty' : ''], reason)
  })

  test('0010 has a line for each dependency', () => {
    const { dependencies, optionalDependencies, devDependencies } = JSON.parse(
      textOf('package.json'),
    )
    const text = textOf('docs/decisions/0010-dependencies.md')
    const names = Object.keys({ ...dependencies, ...optionalDependencies, ...devDependencies })
    assert.deepEqual(
      names.filter(name => !text.includes(`\`${name}\``)),
      [],
    )
  })

  test('decisions are numbered without gaps', () => {
    const numbers = globSync('docs/decisions/*.md', { cwd: root }).map(file =>
      Number(file.slice('docs/decisions/'.length).slice(0, 4)),
    )
    assert.deepEqual(
      numbers.sort((a, b) => a - b),
      numbers.map((_, i) => i + 1),
    )
  })
})

/**
 * The tracked files that are text, but this one, which spells what it looks for. Nothing without
 * git.
 */
function trackedFiles(): string[] | undefined {
  const { status, stdout } = spawnSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' })
  if (status !== 0) return undefined
  return stdout
    .split('\0')
    .filter(file => file !== '' && file !== 'test/docs.test.ts' && existsSync(join(root, file)))
    .filter(file => !/\.(png|ico|gz)$/.test(file))
}

describe('the repository', () => {
  test('names no folder of a machine and no host of a registry', t => {
    const files = trackedFiles()
    if (!files) return t.skip('git is not here, or this is no checkout')
    const folder = /(?<![\w.:/-])\/(?:work|home|Users)\/\w/
    const registry =
      /"resolved": *"http|https?:\/\/[^/\s]*(?:registry|npmjs|artifact|verdaccio|mirror)/i
    const found = files.filter(file => folder.test(textOf(file)) || registry.test(textOf(file)))
    assert.deepEqual(found, [])
  })

  test('holds nothing that a profiler wrote', t => {
    const files = trackedFiles()
    if (!files) return t.skip('git is not here, or this is no checkout')
    const profile =
      /(?:^|\/)isolate-[^/]*\.log$|\.(?:cpuprofile|heapprofile|heapsnapshot|heaptimeline)$/
    assert.deepEqual(
      files.filter(file => profile.test(file)),
      [],
    )
  })

  // Nobody holds the name there: whoever took it would run code at those who type such a line in
  // another folder.
  test('prints no command that asks a registry for pennypost', t => {
    const files = trackedFiles()
    if (!files) return t.skip('git is not here, or this is no checkout')
    const asking = /\b(?:npx|pnpx|bunx|npm exec) (?!--no)[^\n`]*\bpennypost\b/
    assert.deepEqual(
      files.filter(file => asking.test(textOf(file))),
      [],
    )
  })
})
