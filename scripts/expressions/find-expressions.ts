/**
 * Finds the regular expressions of src/: literals in the syntax trees, and `new RegExp` when a file
 * is loaded.
 */
import { globSync, readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type CallExpression, type NewExpression, type Node, parse } from 'acorn'
import { full } from 'acorn-walk'

const root = resolve(import.meta.dirname, '../..')

export interface FoundExpression {
  file: string
  line: number
  /** The source between the slashes; the program text for one made at run time. */
  source: string
  /** Undefined: made at run time, so it can't be checked beforehand. */
  flags: string | undefined
}

export async function findExpressions(): Promise<FoundExpression[]> {
  const files = globSync('src/**/*.ts', { cwd: root }).sort()
  const found: FoundExpression[] = []
  const makers: FoundExpression[] = []
  for (const file of files) {
    const code = stripTypeScriptTypes(readFileSync(join(root, file), 'utf8'))
    full(parse(code, { ecmaVersion: 'latest', sourceType: 'module', locations: true }), node => {
      const line = node.loc!.start.line
      if (isRegExpLiteral(node))
        found.push({ file, line, source: node.regex.pattern, flags: node.regex.flags })
      else if (makesRegExp(node))
        makers.push({ file, line, source: code.slice(node.start, node.end), flags: undefined })
    })
  }
  const made = await madeOnLoading(new Set(makers.map(({ file }) => file)))
  const seen = new Set(made.map(({ file, line }) => `${file}:${line}`))
  return [...found, ...made, ...makers.filter(({ file, line }) => !seen.has(`${file}:${line}`))]
}

interface RegExpLiteral extends Node {
  regex: { pattern: string; flags: string }
}

const isRegExpLiteral = (node: Node): node is RegExpLiteral =>
  node.type === 'Literal' && 'regex' in node

function makesRegExp(node: Node): boolean {
  if (node.type !== 'NewExpression' && node.type !== 'CallExpression') return false
  const { callee } = node as NewExpression | CallExpression
  return callee.type === 'Identifier' && callee.name === 'RegExp'
}

/**
 * Loads the files and records the expressions they make. Types are stripped in place, so line
 * numbers are those of the file.
 */
async function madeOnLoading(files: ReadonlySet<string>): Promise<FoundExpression[]> {
  const made: FoundExpression[] = []
  const note = (expression: RegExp) => {
    // The maker is the first caller outside this file.
    const [, place, line] =
      /\n.*?(src\/[^\s:()]+\.ts):(\d+):\d+\)?/.exec(new Error().stack ?? '') ?? []
    if (place === undefined || !files.has(place)) return expression
    made.push({
      file: place,
      line: Number(line),
      source: expression.source,
      flags: expression.flags,
    })
    return expression
  }
  const plain = globalThis.RegExp
  globalThis.RegExp = new Proxy(plain, {
    construct: (target, [pattern, flags]) => note(new target(pattern, flags)),
    apply: (target, _, [pattern, flags]) => note(target(pattern, flags)),
  })
  try {
    for (const file of files) await import(pathToFileURL(join(root, file)).href)
  } finally {
    globalThis.RegExp = plain
  }
  return made
}
