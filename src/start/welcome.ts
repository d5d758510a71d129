/**
 * What `pennypost start` says when the service is up: where it is, how to get in, and a call to
 * try.
 */
import { credentials, type OperationName } from '../contract/index.ts'
import { SERVICE_PATH } from '../soap/addresses.ts'

export interface Welcome {
  origin: string
  /** Where the service listens, when `origin` is what the world calls it. */
  listening: string
  username: string | undefined
  /** Only when it was generated a moment ago: shown this once. */
  password: string | undefined
  /** Into the account page; only for whoever may see it. */
  loginLink: string | undefined
  /** The folder of the embedded store, or another description of the store. */
  store: string
}

/** It only reads, needs no id, and every program that talks to such a service begins with it. */
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
      'Account page',
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
  const call = `curl -sG ${listening}${SERVICE_PATH}/${TRIED} --data-urlencode ${quoted(`${credentials.username.wire}=${username}`)} --data-urlencode ${secret}`
  const where =
    password === undefined
      ? ', with the password in $ACCOUNT_PASSWORD (read -rs ACCOUNT_PASSWORD)'
      : ''
  return ['', `  Try it${where}:`, '', `  ${call}`]
}

/** For a shell, whatever is in it. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
