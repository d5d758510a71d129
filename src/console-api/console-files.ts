/**
 * The files of the web console as `npm run console` built them: its page, with a nonce of its own
 * in each answer, and its scripts, styles and fonts, whose names change with their content.
 */
import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join, resolve } from 'node:path'
import { acceptsEncoding } from '../lib/accept-encoding.ts'

/** Beside src in a checkout, in dist in the package. */
export const CONSOLE_FOLDER = resolve(import.meta.dirname, '..', '..', 'dist', 'console')

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
}

const PACKINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const

export interface ConsoleAsset {
  type: string
  encoding: string | undefined
  bytes: Buffer
}

export interface ConsoleFiles {
  /** The page of the application, and the policy that lets only its own scripts and styles in. */
  page(signedIn: boolean): { page: string; policy: string }
  /** Undefined: no such file. */
  asset(name: string, acceptEncoding: string): ConsoleAsset | undefined
}

/** Undefined: the console was not built. All files are kept in memory, about a megabyte. */
export function openConsoleFiles(folder: string): ConsoleFiles | undefined {
  const index = join(folder, 'index.html')
  if (!existsSync(index)) return undefined
  const template = readFileSync(index, 'utf8')
  const assets = join(folder, 'assets')
  const files = new Map(
    readdirSync(assets).map(name => [name, readFileSync(join(assets, name))] as const),
  )
  return {
    page(signedIn) {
      const nonce = randomBytes(16).toString('base64')
      const page = template
        .replaceAll('PENNYPOST_NONCE', nonce)
        .replace('<div id="root">', `<div id="root" data-session="${signedIn ? 'open' : 'none'}">`)
      return { page, policy: policyWith(nonce) }
    },
    asset(name, acceptEncoding) {
      const plain = files.get(name)
      const type = TYPES[extname(name)]
      if (!plain || type === undefined) return undefined
      for (const [encoding, ending] of PACKINGS) {
        const packed = files.get(name + ending)
        if (packed && acceptsEncoding(acceptEncoding, encoding))
          return { type, encoding, bytes: packed }
      }
      return { type, encoding: undefined, bytes: plain }
    },
  }
}

/** Of scripts: a worker obeys that of its own file, and ours reads live states. */
export const ASSET_POLICY = "default-src 'none'; connect-src 'self'"

const policyWith = (nonce: string): string =>
  `default-src 'none'; script-src 'self' 'nonce-${nonce}'; style-src 'self' 'nonce-${nonce}'; ` +
  `img-src 'self'; font-src 'self'; connect-src 'self'; frame-src 'self'; ` +
  `worker-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`

/**
 * The empty page into which the console puts the HTML of an email. It stays of our origin, so that
 * the console can fill it and hear of clicks in it; its frame is sandboxed, and loads pictures
 * only: our own, or those of other hosts too, on request.
 */
export const EMAIL_FRAME = '<!doctype html><title>Email</title>'

/**
 * `host`: of the address in the browser. Own pictures are in the library alone; every other path
 * acts for the session. A host that a policy can't name, an IPv6 address, has none.
 */
export function emailPolicy(host: string, pictures: 'own' | 'all'): string {
  const library = /^[\w.-]{1,255}(?::\d{1,5})?$/.test(host) ? `${host}/m/ ` : ''
  return (
    `sandbox allow-same-origin; default-src 'none'; style-src 'unsafe-inline'; ` +
    `img-src ${library}data:${pictures === 'all' ? ' http: https:' : ''}; base-uri 'none'; ` +
    `form-action 'none'; frame-ancestors 'self'`
  )
}
