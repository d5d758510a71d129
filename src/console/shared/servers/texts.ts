/** The strings about servers of mail, in English: the log-in, the steps of a test. */
import type { CallAnswer } from '../../api/client.ts'
import type { LoginKind, TokenService } from './login.ts'

type StepName =
  | CallAnswer<'POST /installation/routes/:route/test'>['steps'][number]['step']
  | CallAnswer<'POST /installation/mailboxes/:mailboxId/check'>['steps'][number]['step']

export const servers = {
  tabs: { relays: 'Relays', rules: 'Rules', mailboxes: 'Mailboxes' } satisfies Record<
    'relays' | 'rules' | 'mailboxes',
    string
  >,
  views: 'How emails leave and come back',
  server: 'Server',
  port: 'Port',
  encryption: 'Encryption',
  tls: 'TLS from the start',
  starttls: 'TLS by a command',
  starttlsRequired: 'STARTTLS, required',
  notAtAll: 'None',
  user: 'User name',
  userHint: 'Empty: the server asks for none.',
  login: 'Log-in by',
  kinds: {
    password: 'Password',
    token: 'OAuth 2, as Microsoft 365 and Google want it',
  } satisfies Record<LoginKind, string>,
  password: 'Password',
  show: (what: string): string => `Show: ${what}`,
  service: 'Service',
  services: {
    microsoft: 'Microsoft 365',
    google: 'Google',
    other: 'Another one',
  } satisfies Record<TokenService, string>,
  serviceHints: {
    microsoft: 'By an app registered in Entra ID that may send and read as this user.',
    google: 'By an OAuth client of the Google Cloud console, and a refresh token of this user.',
    other: 'By its token endpoint (RFC 6749).',
  } satisfies Record<TokenService, string>,
  tenant: 'Directory (tenant) ID',
  tenantHint: 'Or a domain of the organisation.',
  tokenUrl: 'Address of the token endpoint',
  tokenUrlHint: 'Begins with https://',
  clientId: 'Client ID',
  clientSecret: 'Client secret',
  refreshToken: 'Refresh token',
  refreshTokenHint: 'Empty: the client logs in for itself.',
  scope: 'Scope',
  steps: 'Steps of the test',
  stepNames: {
    waiting: 'Waits for its turn',
    connect: 'Connects',
    greeting: 'Is greeted',
    ehlo: 'Says who it is',
    starttls: 'Encrypts the connection',
    tls: 'Encrypts the connection',
    auth: 'Logs in',
    login: 'Logs in',
    mail: 'Sender is taken',
    rcpt: 'Recipient is taken',
    data: 'Content is asked for',
    content: 'Content is sent',
    dot: 'Email is taken',
    folder: 'Opens the folder and counts',
  } satisfies Record<StepName, string>,
  passed: 'passed',
  failed: 'failed',
  certificate: 'Certificate',
  certificateFor: 'Certificate for',
  issuer: 'Issued by',
  validUntil: 'Valid until',
  trust: 'Trust',
  notTrusted: 'Not checked, or of no known issuer.',
  notEncrypted: 'The connection is not encrypted.',
}
