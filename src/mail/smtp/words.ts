/**
 * What is wrong with the address of a relay, what is noted about it, and why a relay gave no reply:
 * a closed table of sentences. The console has words of its own for each code.
 */
import { grantWords } from '../../lib/grant-words.ts'
import { type CodedSentence, type DetailValues, detailsOf } from '../../lib/sentences.ts'

const addresses = {
  'smtp-form': () => 'The address of a relay has the form smtp://host:port or smtps://host:port.',
  'smtp-blanks': () =>
    'The address of a relay must not contain blanks or control characters; write them as %20 and ' +
    'so on.',
  'smtp-place': () =>
    'The address of a relay names a host, and nothing but options after it: ' +
    'smtp://host:port?name=value.',
  'smtp-token-password': () => 'With token_url there is a user and no password before the @.',
  'smtp-user-password': () => 'Before the @ both user:password are required.',
  'smtp-token-auth': () => 'Access tokens of token_url are for auth=xoauth2.',
  'smtp-auth-user': ({ auth }: DetailValues<'auth'>) =>
    `auth=${auth} needs a user before the host.`,
  'smtp-auth-password': ({ auth }: DetailValues<'auth'>) =>
    `auth=${auth} needs a user and a password before the host.`,
  'smtp-starttls': () =>
    'smtps:// is encrypted from the first byte; leave out the option starttls.',
  'smtp-password-empty': () => 'The password is empty.',
  'smtp-controls': () => 'The user and the password must not contain control characters.',
  'smtp-user-escape': () => 'The user has an invalid % escape; write % as %25.',
  'smtp-password-escape': () => 'The password has an invalid % escape; write % as %25.',
  'smtp-host': () =>
    'The host of a relay is a name, an IPv4 address, or an IPv6 address in brackets, then :port.',
  'smtp-port': ({ port }: DetailValues<'port'>) =>
    `The port of a relay is a number from 1 to 65535, not ${port}.`,
  'smtp-options': ({ options }: DetailValues<'options'>) =>
    `The options of a relay are ${options}; the address has another.`,
  'smtp-option-twice': ({ option }: DetailValues<'option'>) => `${option} is given twice.`,
  'smtp-option': ({ option, choices }: DetailValues<'option' | 'choices'>) =>
    `${option} is one of ${choices}.`,
  'smtp-name': () => 'name is what we say in EHLO: a domain name, or an address in brackets.',
}

const notes = {
  'smtp-wants-tls': ({ port }: DetailValues<'port'>) =>
    `${port} wants smtps://, and the address has smtp://.`,
  'smtp-wants-plain': ({ port }: DetailValues<'port'>) =>
    `${port} wants smtp://, and the address has smtps://.`,
  'smtp-by-tokens': ({ host }: DetailValues<'host'>) =>
    `logs in by OAuth 2, with tokens of ${host}.`,
}

const heard = (said: string | number): string => (said === '' ? '' : `; it said "${said}"`)

/** `time`: 10 s. `said`: the begin of a reply, or ''. */
type Late = DetailValues<'time' | 'said'>

const silences = {
  'smtp-invalid': ({ says }: DetailValues<'says'>) =>
    `The relay sent an invalid SMTP reply: ${says}.`,
  'smtp-unsolicited': () => 'The relay sends unsolicited replies.',
  'smtp-closed': () => 'The relay closed the connection.',
  'smtp-aborted': () => 'The connection was aborted.',
  'smtp-late-connection': ({ time, said }: Late) =>
    `The relay did not accept the connection within ${time}${heard(said)}.`,
  'smtp-late-answer': ({ time, said }: Late) =>
    `The relay did not answer within ${time}${heard(said)}.`,
  'smtp-late-email': ({ time, said }: Late) =>
    `The relay did not accept the email within ${time}${heard(said)}.`,
  'smtp-late-tls': ({ time, said }: Late) =>
    `The relay did not finish the TLS handshake within ${time}${heard(said)}.`,
  'smtp-late-step': ({ seconds, step }: DetailValues<'seconds' | 'step'>) =>
    `No end within ${seconds} s: it has not answered at the step ${step}.`,
  'smtp-refused': ({ host }: DetailValues<'host'>) => `${host} refuses connections on that port.`,
  'smtp-no-address': ({ host }: DetailValues<'host'>) => `No address found for ${host}.`,
  'smtp-no-dns': ({ host }: DetailValues<'host'>) =>
    `The address of ${host} could not be looked up now.`,
  'smtp-reset': () => 'The relay reset the connection.',
  'smtp-no-route': ({ host }: DetailValues<'host'>) => `No route to ${host}.`,
  'smtp-silent': ({ host }: DetailValues<'host'>) => `${host} does not answer.`,
  'smtp-other-name': ({ host }: DetailValues<'host'>) =>
    `The certificate of the relay is not for ${host}.`,
  'smtp-untrusted': ({ host, says }: DetailValues<'host' | 'says'>) =>
    `The certificate of ${host} is not trusted: ${says}.`,
  'smtp-tls': ({ host, says }: DetailValues<'host' | 'says'>) =>
    `TLS with ${host} failed: ${says}.`,
  'smtp-files': ({ host, error }: DetailValues<'host' | 'error'>) =>
    `No connection to ${host}: this process has as many files open as it may (${error}); raise ` +
    'its limit (LimitNOFILE= of the unit, ulimit -n) or lower the connections of the route.',
  'smtp-failed': ({ host, error }: DetailValues<'host' | 'error'>) => `${host}: ${error}.`,
  'smtp-no-starttls': () =>
    'The relay offers no STARTTLS, which is required; starttls=opportunistic in its address ' +
    'makes it optional.',
  'smtp-no-mechanism': ({ wanted }: DetailValues<'wanted'>) =>
    `The relay offers no authentication mechanism, and its address requires ${wanted || 'one'}.`,
  'smtp-other-mechanisms': ({ offered, wanted }: DetailValues<'offered' | 'wanted'>) =>
    `The relay offers only ${offered}, and its address requires ${wanted || 'one'}.`,
  'smtp-in-the-clear': () =>
    'The connection is not encrypted, so the password is not sent; starttls=never in the address ' +
    'of the relay would send it.',
}

/** Why an email was not handed to a relay. */
const rejections = {
  'smtp-sender-form': () => 'The sender is not an address that an SMTP command can carry.',
  'smtp-recipient-form': () => 'The recipient is not an address that an SMTP command can carry.',
  'smtp-utf8-recipient': () => 'The recipient needs SMTPUTF8, which the relay does not offer.',
  'smtp-utf8-sender': () => 'The sender needs SMTPUTF8, which the relay does not offer.',
  'smtp-utf8-email': () => 'The email needs SMTPUTF8, which the relay does not offer.',
  'smtp-eight-bit': () => 'The email has 8-bit bytes, and the relay does not offer 8BITMIME.',
  'smtp-size': ({ size, limit }: DetailValues<'size' | 'limit'>) =>
    `The email has ${size} octets; the relay takes no more than ${limit}.`,
  'smtp-held-back': () => 'Held back before it was sent.',
  'sandbox-closed': () => 'The relay is closed.',
  'sandbox-full': () => 'The store has no room for the email.',
  'sandbox-unsure': () => 'The store did not say whether it has the email.',
}

/** Of verdicts without a reply. */
export const verdictWords = { ...silences, ...rejections, ...grantWords }

export const relayWords = { ...addresses, ...notes, ...verdictWords }

export type RelaySentence = CodedSentence<keyof typeof relayWords>

export const relaySentence = detailsOf(relayWords)

/** For a longer sentence, or beside a reply of a server. */
export const withoutStop = (sentence: string): string => sentence.replace(/\.$/, '')
