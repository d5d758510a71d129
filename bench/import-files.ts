/** Files of subscribers for the import bench, and the same rows for the COPY baseline. */
import { createReadStream, createWriteStream, existsSync, mkdirSync, renameSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { OUT } from './driving.ts'

const DATA_FIELDS = 25

const scattered = (n: number): string =>
  String(Math.imul(n + 1, 0x9e3779b1) >>> 0).padStart(10, '0')

/** The n-th subscriber; `edition` distinguishes the values of two files. */
export function personOf(
  n: number,
  edition: string,
): { email: string; name: string; fields: string[] } {
  const fields = Array.from(
    { length: DATA_FIELDS },
    (_, f) => `${edition}${scattered(n * 31 + f).slice(0, 7 + (f % 6))}`,
  )
  return { email: `${scattered(n)}.person@example.com`, name: `Ada Lovelace ${n}`, fields }
}

const PART = 2000

function* parts(rows: number, lineOf: (n: number) => string, first = 0): Generator<string> {
  const end = first + rows
  for (let from = first; from < end; from += PART) {
    let text = ''
    for (let n = from; n < Math.min(end, from + PART); n++) text += lineOf(n)
    yield text
  }
}

/**
 * The rows as delimited text, from the first one on, written once and kept; returns the file name.
 */
export async function fileOf(rows: number, edition: string, first = 0): Promise<string> {
  const name = `people-${rows}-${edition}${first > 0 ? `-${first}` : ''}.csv`
  const path = `${OUT}${name}`
  if (existsSync(path)) return name
  mkdirSync(OUT, { recursive: true })
  const out = createWriteStream(`${path}.part`)
  const lineOf = (n: number) => {
    const { email, name, fields } = personOf(n, edition)
    return `${email};${name};html;${fields.join(';')}\n`
  }
  for (const text of parts(rows, lineOf, first))
    if (!out.write(text)) await new Promise<void>(resolve => out.once('drain', () => resolve()))
  await new Promise<void>(resolve => out.end(() => resolve()))
  renameSync(`${path}.part`, path)
  return name
}

/** The rows in COPY format, in chunks. */
export const peopleRows = (rows: number, accountId: number) =>
  parts(rows, n => {
    const { email, name, fields } = personOf(n, 'a')
    return `${accountId}\t${n + 1}\t${email}\t${email}\t${name}\thtml\t{"${fields.join('","')}"}\n`
  })

export const subscriptionRows = (rows: number, accountId: number, listId: number) =>
  parts(rows, n => `${accountId}\t${n + 1}\t${listId}\n`)

/** Serves the files of bench/out. */
export function serveFiles(): Promise<{ url(name: string): string; close(): void }> {
  const server: Server = createServer((request, response) =>
    createReadStream(`${OUT}${request.url!.slice(1)}`).pipe(response),
  )
  return new Promise(resolve =>
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      resolve({ url: name => `http://127.0.0.1:${port}/${name}`, close: () => server.close() })
    }),
  )
}
