/** Whether receivers will accept emails from a sender: its domain lets us send, and signs. */

import { findingOf, type SaidFinding } from './findings.ts'

export interface Sender {
  /** Of the address in From. */
  domain: string
  /** The domain has keys to sign with. */
  signed: boolean
}

export interface SenderFinding extends SaidFinding {
  severity: 'fine' | 'look' | 'wrong'
  /** A remedy for a command line. */
  shell?: string
}

/** Mailbox providers that allow no other server to send from their addresses. */
const PROVIDERS = new Set([
  'gmail.com',
  'googlemail.com',
  'ymail.com',
  'rocketmail.com',
  'msn.com',
  'passport.com',
  'icloud.com',
  'me.com',
  'mac.com',
  'mail.com',
  'web.de',
  't-online.de',
  'freenet.de',
  'proton.me',
  'protonmail.com',
  'protonmail.ch',
  'pm.me',
  'mail.ru',
  'bk.ru',
  'inbox.ru',
  'list.ru',
  'ya.ru',
  'qq.com',
  'foxmail.com',
  '163.com',
  '126.com',
  'zoho.com',
  'tuta.com',
])
/** With an address in many countries: yahoo.com, yahoo.fr, yahoo.co.uk, yahoo.com.br. */
const BY_COUNTRY =
  /^(?:yahoo|hotmail|outlook|live|aol|gmx|yandex)\.(?:com|net|[a-z]{2}|com?\.[a-z]{2})$/

export function senderFinding({ domain: given, signed }: Sender): SenderFinding {
  const domain = given.toLowerCase()
  if (PROVIDERS.has(domain) || BY_COUNTRY.test(domain))
    return { severity: 'wrong', ...findingOf('sender-provider', { domain }) }
  if (signed) return { severity: 'fine', ...findingOf('sender-signed', { domain }) }
  return {
    severity: 'look',
    ...findingOf('sender-unsigned', { domain }),
    shell: `To sign them: pennypost dkim add ${domain}`,
  }
}
