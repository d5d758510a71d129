/** Starts the servers by which programs hand over emails with SMTP: by STARTTLS, and by TLS. */
import type { Store } from '../../db/db.ts'
import { MOST_RECIPIENTS } from '../../domain/transactions/checks/check-email.ts'
import type { CallLimits } from '../../lib/call-limits.ts'
import type { Log } from '../../lib/log.ts'
import {
  type ListenerLimits,
  type MailListener,
  startListener,
  USUAL_LIMITS,
} from '../../mail/smtp-server/listener.ts'
import { submissionCounter } from '../../metrics/submission-counters.ts'
import type { Config } from '../../settings/config.ts'
import { serviceOrigin } from '../../settings/service-origin.ts'
import {
  checkRecipient,
  createAcceptance,
  createMessageLimit,
} from '../../submission/accept-message.ts'
import { createKeySignIn } from '../../submission/key-sign-in.ts'
import { followCertificate } from './followed-certificate.ts'

export interface SubmissionOptions {
  config: Config
  store: Store
  callLimits: CallLimits
  log: Log
  /** Overrides of the default limits. */
  limits?: Partial<ListenerLimits>
  signInMillis?: number
}

export interface SubmissionServers {
  /** By STARTTLS. */
  plain: MailListener | undefined
  /** By TLS from the first octet on. */
  secure: MailListener | undefined
  stop(): Promise<void>
}

/** Files of 10 MB in base64, and the content: as POST /emails. */
const LARGEST = 16_000_000
const SIGN_IN_MILLIS = 60_000
const WRONG_PASSWORDS = 3

export async function startSubmissionServers({
  config,
  store,
  callLimits,
  log,
  limits = {},
  signInMillis = SIGN_IN_MILLIS,
}: SubmissionOptions): Promise<SubmissionServers> {
  const { port, tlsPort, host, name } = config.submission
  const certificate = followCertificate(config.submission, log)
  const signIn = createKeySignIn({
    db: store,
    onFailure: failed => log.warn(failed, 'a log-in by SMTP failed'),
  })
  const shared = {
    host,
    name: name ?? new URL(serviceOrigin(config.http)).hostname,
    secure: certificate.present,
    limits: {
      ...USUAL_LIMITS,
      size: LARGEST,
      keep: LARGEST,
      recipients: MOST_RECIPIENTS,
      ...limits,
    },
    check: checkRecipient,
    take: createAcceptance(store),
    count: (outcome: string) => submissionCounter.inc({ outcome }),
    report: (error: unknown) => log.error({ error }, 'a submitted email could not be accepted'),
  }
  const submission = {
    signInMillis,
    wrongPasswords: WRONG_PASSWORDS,
    signIn,
    refusal: createMessageLimit(callLimits),
  }
  const start = (port: number | undefined, implicitTls: boolean) =>
    port === undefined
      ? undefined
      : startListener({ ...shared, port, submission: { ...submission, implicitTls } })
  const plain = await start(port, false)
  const secure = await Promise.resolve(start(tlsPort, true)).catch(async error => {
    await plain?.close(0)
    throw error
  })
  for (const listener of [plain, secure])
    if (listener) log.info({ port: listener.port }, 'emails of programs are taken by SMTP')
  return {
    plain,
    secure,
    async stop() {
      certificate.stop()
      await Promise.all([plain?.close(), secure?.close()])
    },
  }
}
