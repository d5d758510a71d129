/** Folders of .sql files that are applied to the store: migrations and functions. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'

export interface SqlFile {
  file: string
  text: string
  statements: string[]
  /** SHA-256 of the statements, in hexadecimal; comments are not hashed. */
  hash: string
}

/** The .sql files of a folder, by name. */
export function sqlFiles(folder: URL): SqlFile[] {
  return readdirSync(folder)
    .filter(file => file.endsWith('.sql'))
    .sort()
    .map(file => {
      const text = readFileSync(new URL(file, folder), 'utf8')
      const statements = splitStatements(text)
      const hash = createHash('sha256').update(JSON.stringify(statements)).digest('hex')
      return { file, text, statements, hash }
    })
}

/**
 * Splits a file at the semicolons that end statements, not at those in comments, literals and
 * function bodies.
 */
function splitStatements(sql: string): string[] {
  const statements: string[] = []
  let current = ''
  const token = /--[^\n]*|'(?:[^']|'')*'|(\$\w*\$)[\s\S]*?\1|;|[^-'$;]+|[\s\S]/g
  for (const [piece] of sql.matchAll(token)) {
    if (piece.startsWith('--')) continue
    if (piece !== ';') {
      current += piece
      continue
    }
    if (current.trim() !== '') statements.push(current.trim())
    current = ''
  }
  if (current.trim() !== '') statements.push(current.trim())
  return statements
}
