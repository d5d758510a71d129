/**
 * The certificate of a server that runs for longer than the certificate does: read again when its
 * files change, so that a renewal needs no restart. Files that can't be used change nothing.
 */
import { readFile } from 'node:fs/promises'
import type { SecureContext } from 'node:tls'
import type { Log } from '../../lib/log.ts'
import { type CertificateFiles, certificateOf } from '../../settings/whole.ts'

export interface FollowedCertificate {
  /** Undefined: none is set. */
  present(): SecureContext | undefined
  /** Looks at the files now. */
  look(): Promise<void>
  stop(): void
}

const LOOK_MILLIS = 60_000

/** Throws WrongSetting if the files can't be used at first. */
export function followCertificate(files: CertificateFiles, log: Log): FollowedCertificate {
  let present = certificateOf(files, 'SUBMISSION')
  let known: string | undefined
  const looking = setInterval(() => void look(), LOOK_MILLIS)
  looking.unref()

  const contents = async () => {
    const { tlsCert, tlsKey } = files
    if (tlsCert === undefined || tlsKey === undefined) return ''
    return (await Promise.all([readFile(tlsCert, 'latin1'), readFile(tlsKey, 'latin1')])).join('\n')
  }

  async function look(): Promise<void> {
    try {
      const now = await contents()
      if (now === known) return
      present = certificateOf(files, 'SUBMISSION')
      if (known !== undefined) log.info({ part: 'submission' }, 'the certificate was renewed')
      known = now
    } catch (error) {
      log.warn({ part: 'submission', error }, 'the renewed certificate can not be used')
    }
  }

  void look()
  return { present: () => present, look, stop: () => clearInterval(looking) }
}
