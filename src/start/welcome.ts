/** The welcome message of `pennypost start`: URL, credentials, and a call to try. */
import { credentials, type OperationName } from '../contract/index.ts'
import { SERVICE_PATH } from '../soap/addresses.ts'

export interface Welcome {
  origin: string
  /** The local address, if `origin` is the public URL. */
  listening: string
  username: string | undefined
  /** Only if it was just generated: shown this once. */
  password: string | undefined
  /** A link to the console, shown only to the person at the terminal. */
  loginLink: string | undefined
  /** The folder of the embedded store, or another description of the store. */
  store: string
}

/** It only reads, needs no id, and is the first call of most client programs. */
const TRIED: OperationName = 'GetMailingLists'

export function welcome({
  origin,
  listening,
  username,
  password,
  loginLink,
  store,
}: Welcome): string {
  const endpoint = `${origin}${SERVICE_PATH}`
  const page = `${origin}/console`
  const rows: [string, string | undefined][] = [
    ['Endpoint', endpoint],
    ['WSDL', `${endpoint}?WSDL`],
    [
      'Web console',
      loginLink
        ? `${loginLink}\n${' '.repeat(16)}(works once, for ten minutes; later: ${page})`
        : page,
    ],
    ['User name', username],
    ['Password', username && passwordLine(username, password)],
    ['Store', store],
  ]
  const lines = rows
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `  ${name.padEnd(14)}${value}`)
  return [
    '',
    '  Pennypost is running.',
    '',
    ...lines,
    ...tryIt(listening, username, password),
    '',
  ].join('\n')
}

function passwordLine(username: string, password: string | undefined): string {
  if (password !== undefined) return `${password}   <- written down? It is not shown again.`
  const name = /^[\w.@-]+$/.test(username) ? username : quoted(username)
  return `as set; forgotten: pennypost account password ${name}`
}

function tryIt(
  listening: string,
  username: string | undefined,
  password: string | undefined,
): string[] {
  if (username === undefined)
    return ['', '  Every account is closed; open one with: pennypost account activate NAME']
  const secret =
    password === undefined
      ? `"${credentials.password.wire}=$ACCOUNT_PASSWORD"`
      : quoted(`${credentials.password.wire}=${password}`)
  const call =
    `curl -sG ${listening}${SERVICE_PATH}/${TRIED} --data-urlencode ` +
    `${quoted(`${credentials.username.wire}=${username}`)} --data-urlencode ${secret}`
  const where =
    password === undefined
      ? ', with the password in $ACCOUNT_PASSWORD (read -rs ACCOUNT_PASSWORD)'
      : ''
  return ['', `  Try it${where}:`, '', `  ${call}`]
}

/** Quoted for a shell. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
