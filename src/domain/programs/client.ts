/**
 * The kind of a program by its User-Agent header. Only the kind, of a closed list, and digits of a
 * version are kept: a header may hold anything, also passwords.
 */
import { createCache } from '../../lib/cache.ts'

export interface Client {
  kind: ClientKind
  /** `8.2`; empty: it tells none. */
  version: string
}

/** The names that people know them by. */
const NAMES = {
  'php-soap': 'PHP SoapClient',
  nusoap: 'NuSOAP',
  mono: 'Mono',
  dotnet: '.NET',
  axis2: 'Axis 2',
  axis: 'Axis',
  cxf: 'Apache CXF',
  'jax-ws': 'JAX-WS',
  zeep: 'Zeep',
  gsoap: 'gSOAP',
  perl: 'Perl',
  delphi: 'Delphi',
  savon: 'Savon',
  'node-soap': 'node-soap',
  'power-query': 'Power Query',
  powershell: 'PowerShell',
  winhttp: 'WinHTTP',
  python: 'Python',
  apache: 'Apache HttpClient',
  okhttp: 'OkHttp',
  java: 'Java',
  go: 'Go',
  ruby: 'Ruby',
  axios: 'axios',
  node: 'Node.js',
  guzzle: 'Guzzle',
  php: 'PHP',
  wget: 'Wget',
  curl: 'curl',
  browser: 'Browser',
} as const

type KnownKind = keyof typeof NAMES

/** By a part of the header; the more special ones first: several name their library too. */
const SIGNS: readonly (readonly [KnownKind, string])[] = [
  ['php-soap', 'php-soap/'],
  ['nusoap', 'nusoap/'],
  ['mono', 'mono web services client protocol '],
  ['dotnet', 'ms web services client protocol '],
  ['axis2', 'axis2'],
  ['axis', 'axis/'],
  ['cxf', 'apache-cxf/'],
  ['jax-ws', 'jax-ws ri '],
  ['jax-ws', 'metro/'],
  ['zeep', 'zeep/'],
  ['gsoap', 'gsoap/'],
  ['perl', 'soap::lite/perl/'],
  ['perl', 'libwww-perl/'],
  ['delphi', 'borland soap '],
  ['delphi', 'codegear soap '],
  ['delphi', 'embarcadero soap '],
  ['delphi', 'embarcadero uri client/'],
  ['savon', 'savon/'],
  ['node-soap', 'node-soap/'],
  ['power-query', 'microsoft.data.mashup'],
  ['powershell', 'windowspowershell/'],
  ['powershell', 'powershell/'],
  ['winhttp', 'winhttp.winhttprequest.'],
  ['winhttp', 'win32; winhttp'],
  ['python', 'python-requests/'],
  ['python', 'python-urllib/'],
  ['python', 'python-httpx/'],
  ['python', 'python/'],
  ['apache', 'apache-httpclient/'],
  ['okhttp', 'okhttp/'],
  ['java', 'java/'],
  ['go', 'go-http-client/'],
  ['ruby', 'ruby/'],
  ['axios', 'axios/'],
  ['node', 'node'],
  ['guzzle', 'guzzlehttp/'],
  ['php', 'php/'],
  ['wget', 'wget/'],
  ['curl', 'curl/'],
  ['browser', 'mozilla/'],
]

/**
 * `unknown`: it sends a name that is not in the list; `unnamed`: it sends none; `others`: those
 * beyond the bound of an account, together.
 */
export const CLIENT_KINDS = [
  ...(Object.keys(NAMES) as KnownKind[]),
  ...(['unknown', 'unnamed', 'others'] as const),
]

export type ClientKind = (typeof CLIENT_KINDS)[number]

/** Its kind with its version, as people know it; empty: of a kind that is not known. */
export function kindOf({ client, version }: { client: string; version: string }): string {
  if (!Object.hasOwn(NAMES, client)) return ''
  return [NAMES[client as KnownKind], version].filter(Boolean).join(' ')
}

/** What it is called: its name, else that of its key, else its kind, else where it calls from. */
export const titleOf = (program: {
  name: string | null
  keyName: string | null
  client: string
  version: string
  network: string
}): string => program.name ?? program.keyName ?? (kindOf(program) || program.network)

/** A longer header is cut. */
const LONGEST = 300
/** Programs of all accounts repeat the same few headers. */
const known = createCache<string, Client>({ most: 1_000 })

export function clientOf(userAgent: string | undefined): Client {
  if (userAgent === undefined || userAgent.trim() === '') return { kind: 'unnamed', version: '' }
  return known.through(userAgent.slice(0, LONGEST), read)
}

function read(userAgent: string): Client {
  const text = userAgent.toLowerCase()
  for (const [kind, sign] of SIGNS) {
    const at = text.indexOf(sign)
    if (at < 0) continue
    return { kind, version: versionIn(text.slice(at + sign.length)) }
  }
  return { kind: 'unknown', version: '' }
}

/** Two numbers at most, of two digits each: longer ones could be anything. */
const VERSION = /^[v/ ]?(\d{1,2}(?:\.\d{1,2})?)(?![\d])/

const versionIn = (rest: string): string => VERSION.exec(rest)?.[1] ?? ''
