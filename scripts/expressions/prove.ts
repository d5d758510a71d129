/**
 * Checks with recheck whether an expression matches in linear time. Only a proof by its automata
 * counts: a search that found no slow input is not a proof. Results are cached beside the installed
 * packages, by a hash of the expression and the version of recheck; the cache is not committed.
 */
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { availableParallelism } from 'node:os'
import { dirname, resolve } from 'node:path'
import { check } from 'recheck'

const { version } = createRequire(import.meta.url)('recheck/package.json') as { version: string }
const memory = resolve(
  import.meta.dirname,
  '../../node_modules/.cache/pennypost/linear-expressions.json',
)

/** Slower ones need a proof by hand: hundreds of alternatives make automata too large. */
const TIMEOUT_MILLIS = 60_000

interface Expression {
  source: string
  flags: string
}

/** Yields the reason for each one that is not proven linear. */
export async function unproven<E extends Expression>(
  expressions: readonly E[],
): Promise<Map<E, string>> {
  const proven = remembered()
  const used = new Set<string>()
  const failed = new Map<E, string>()
  const left = expressions.filter(one => {
    used.add(keyOf(one))
    return !proven.has(keyOf(one))
  })
  const work = async () => {
    for (let one = left.pop(); one !== undefined; one = left.pop()) {
      const key = keyOf(one)
      if (proven.has(key)) continue
      const problem = await problemOf(one)
      if (problem === undefined) proven.add(key)
      else failed.set(one, problem)
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, work))
  remember([...proven].filter(key => used.has(key)))
  return failed
}

async function problemOf({ source, flags }: Expression): Promise<string | undefined> {
  // High limits keep large counts with the automata; the fuzz checker can only search. recheck does
  // not support the flag d, which does not affect matching.
  const limits = { maxRepeatCount: 5_000, maxPatternSize: 5_000, timeout: TIMEOUT_MILLIS }
  const result = await check(withoutLooking(source, flags), flags.replace('d', ''), limits)
  if (result.status === 'vulnerable')
    return `${result.complexity.summary}: ${result.attack.pattern}`
  if (result.status === 'unknown') return `not known: ${result.error.kind}`
  return result.checker === 'automaton'
    ? undefined
    : 'not proven: searched for slow inputs without finding any'
}

const CLASS = String.raw`(\\.|\[(?:\\.|[^\]\\])+\]|[^\\[(])`
const LOOKS_BEHIND = new RegExp(String.raw`^\(\?<!${CLASS}\)`)
const LOOKS_AHEAD = new RegExp(String.raw`\(\?!${CLASS}\)$`)

/**
 * The automata do not support lookaround. A lookbehind at the beginning or a lookahead at the end
 * for one character costs the same as matching it. With g and y the end is kept: the next match
 * would begin later than it does.
 */
function withoutLooking(source: string, flags: string): string {
  const begun = source.replace(LOOKS_BEHIND, (_, of: string) => `(?:^|${noneOf(of)})`)
  if (flags.includes('g') || flags.includes('y')) return begun
  return begun.replace(LOOKS_AHEAD, (_, of: string) => `(?:${noneOf(of)}|$)`)
}

function noneOf(characters: string): string {
  if (!characters.startsWith('[')) return `[^${characters}]`
  return characters.startsWith('[^') ? `[${characters.slice(2)}` : `[^${characters.slice(1)}`
}

const keyOf = ({ source, flags }: Expression): string =>
  createHash('sha256').update(`${version}/${source}/${flags}`).digest('hex')

function remembered(): Set<string> {
  try {
    return new Set(JSON.parse(readFileSync(memory, 'utf8')) as string[])
  } catch {
    return new Set()
  }
}

function remember(keys: string[]): void {
  mkdirSync(dirname(memory), { recursive: true })
  writeFileSync(`${memory}.${process.pid}`, JSON.stringify(keys))
  renameSync(`${memory}.${process.pid}`, memory)
}
