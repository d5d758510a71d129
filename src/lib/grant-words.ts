/** Troubles with a grant of OAuth 2, and why there is no token: a closed table of sentences. */
import { type CodedSentence, type DetailValues, detailsOf } from './sentences.ts'

type Answered = DetailValues<'host' | 'says'>

export const grantWords = {
  'grant-value': ({ option, most }: DetailValues<'option' | 'most'>) =>
    `${option} has 1 to ${most} characters, none of them control characters.`,
  'grant-facts': () => 'OAuth 2 needs token_url and client_id.',
  'grant-secret': () =>
    'OAuth 2 needs a client_secret (client credentials), a refresh_token, or both.',
  'grant-url': () => 'token_url is an address like https://login.example.com/token.',
  'token-unanswered': ({ host, says }: Answered) => `${host} gives no access token: ${says}.`,
  'token-late': ({ host, seconds }: DetailValues<'host' | 'seconds'>) =>
    `${host} gives no access token: it has not answered for ${seconds} s.`,
  'token-none': ({ host, status }: DetailValues<'host' | 'status'>) =>
    `${host} gives no access token: it answers ${status} without a token.`,
  'token-refused': ({ host, says }: Answered) => `${host} refuses an access token: ${says}.`,
  'token-denied': ({ host, status }: DetailValues<'host' | 'status'>) =>
    `${host} refuses an access token: it answers ${status} without a token.`,
  'token-consent': () => 'The consent has ended or was withdrawn: get a new refresh_token there.',
  'token-client': () =>
    'Check client_id and client_secret, which may have ended: make a new one there.',
  'token-not-allowed': () => 'Allow this client there to get tokens in this way.',
  'token-scope': () => 'Check scope.',
  'token-options': () => 'Check the options of the log-in.',
}

export type GrantSentence = CodedSentence<keyof typeof grantWords>

export const grantSentence = detailsOf(grantWords)
