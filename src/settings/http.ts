/** The settings of the HTTP server: address, public URL, limits. */
import { entry, secret } from './entry.ts'
import {
  addresses,
  bytes,
  listeningHost,
  oneLine,
  optional,
  publicUrl,
  wholeNumber,
} from './values.ts'

export const httpSettings = {
  host: entry(
    'HOST',
    'address or name',
    '127.0.0.1',
    'The address to listen on; 0.0.0.0 for all.',
    listeningHost,
  ),
  port: entry(
    'PORT',
    'number',
    '8080',
    'The port to listen on; 0 takes any free one.',
    wholeNumber(0, 65535),
  ),
  publicUrl: entry(
    'PUBLIC_URL',
    'address',
    '',
    'The public URL of the service; links in emails and login links start with it. Without ' +
      'it login links use the address of the request.',
    optional(publicUrl),
  ),
  trustProxy: entry(
    'TRUST_PROXY',
    'addresses',
    '',
    'The proxies whose X-Forwarded headers are believed: addresses or networks, separated ' +
      'by commas.',
    addresses,
  ),
  maxBody: entry(
    'MAX_BODY',
    'size',
    '16 MB',
    'The largest request that is read; a larger one is answered with 413.',
    bytes,
  ),
  bodyBudget: entry(
    'BODY_BUDGET',
    'size',
    '40 MB',
    'Limit on the memory used by the bodies of all requests in flight; requests beyond it ' +
      'are answered with 503. Forms of recipients have an eighth of it in addition, events of ' +
      'relays and callbacks of SMS gateways a quarter.',
    bytes,
  ),
  apiCallsPerMinute: entry(
    'API_CALLS_PER_MINUTE',
    'number',
    '1200',
    'How many calls of the JSON API each session or key may make a minute, in each process; all ' +
      'of an account five times as many. "pennypost api-key limit" gives a key a limit of its own.',
    wholeNumber(60, 10_000_000),
  ),
  healthPort: entry(
    'HEALTH_PORT',
    'number',
    '',
    'Where a process with ROLES=worker answers /healthz, /readyz and /metrics; without it, ' +
      'it answers nothing.',
    optional(wholeNumber(1, 65535)),
  ),
  metricsToken: secret(
    entry(
      'METRICS_TOKEN',
      'text',
      '',
      'Who sends it as a Bearer token may read /metrics; without it only this machine may.',
      optional(oneLine),
    ),
  ),
}
