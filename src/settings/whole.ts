/**
 * Checks of settings that belong together, and of the files that they name: done whether or not
 * the settings are used at once.
 */
import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createSecureContext, type SecureContext } from 'node:tls'
import { type SettingNote, settingNote } from '../lib/setting-words.ts'
import { GatewayUrlError, isSmppUrl, readHttpUrl } from '../sms/gateway-url.ts'
import { readHttpTemplate } from '../sms/http/template.ts'
import type { Config } from './config.ts'
import { WrongSetting } from './given.ts'

/** Throws WrongSetting; returns sentences about what can be used and should be looked at. */
export function checkWhole(config: Config): SettingNote[] {
  bucketOf(config.media)
  const { url } = config.sms
  if (url !== undefined && !isSmppUrl(url)) httpGatewayOf(config.sms, url)
  // The files lie where mail is taken: of bounces by workers, of programs beside their calls.
  const { roles } = config.process
  const notes: SettingNote[] = []
  if (roles !== 'web') notes.push(...certificateNotes(config.bounces, 'BOUNCE'))
  if (roles !== 'worker') notes.push(...submissionNotes(config.submission))
  return notes
}

function submissionNotes(submission: Config['submission']): SettingNote[] {
  const { port, tlsPort, tlsCert } = submission
  if ((port ?? tlsPort) !== undefined && !certificateOf(submission, 'SUBMISSION'))
    throw new WrongSetting(
      `${port === undefined ? 'SUBMISSION_TLS_PORT' : 'SUBMISSION_PORT'} needs ` +
        'SUBMISSION_TLS_CERT and SUBMISSION_TLS_KEY: API keys are taken by TLS only.',
    )
  const notes = certificateNotes(submission, 'SUBMISSION')
  if (tlsCert !== undefined && isSelfSigned(new X509Certificate(readFileSync(tlsCert))))
    notes.push(settingNote('certificate-self-signed', { name: 'SUBMISSION_TLS_CERT' }))
  return notes
}

const isSelfSigned = (certificate: X509Certificate): boolean =>
  certificate.issuer === certificate.subject && certificate.verify(certificate.publicKey)

/** The bucket for pictures, with its access key; undefined if none is set. Throws WrongSetting. */
export function bucketOf({
  s3Url: url,
  s3Region: region,
  s3KeyId: keyId,
  s3Secret,
}: Config['media']) {
  if (url === undefined) return undefined
  if (keyId === undefined || s3Secret === undefined)
    throw new WrongSetting('MEDIA_S3_URL needs MEDIA_S3_KEY_ID and MEDIA_S3_SECRET.')
  return { url, region, keyId, secret: s3Secret }
}

/** The URL of an HTTP gateway, and the requests to it. Throws WrongSetting. */
export function httpGatewayOf(
  { httpBody, httpHeaders, httpOk, httpId }: Config['sms'],
  url: string,
) {
  try {
    const { address, ...options } = readHttpUrl(url)
    return {
      ...options,
      template: readHttpTemplate(address, httpBody, httpHeaders, httpOk, httpId),
    }
  } catch (error) {
    if (!(error instanceof GatewayUrlError)) throw error
    throw new WrongSetting(`SMS_URL, or what belongs to it, can't be used: ${error.message}.`, {
      cause: error,
    })
  }
}

export interface CertificateFiles {
  tlsCert: string | undefined
  tlsKey: string | undefined
}

/** Undefined if none is set. `of` begins the names of the settings. Throws WrongSetting. */
export function certificateOf(
  { tlsCert, tlsKey }: CertificateFiles,
  of: 'BOUNCE' | 'SUBMISSION',
): SecureContext | undefined {
  if (tlsCert === undefined && tlsKey === undefined) return undefined
  const both = `${of}_TLS_CERT and ${of}_TLS_KEY`
  if (tlsCert === undefined || tlsKey === undefined)
    throw new WrongSetting(`${both} belong together: set both, or none.`)
  try {
    return createSecureContext({ cert: readFileSync(tlsCert), key: readFileSync(tlsKey) })
  } catch (error) {
    throw new WrongSetting(`${both} can't be used: ${(error as Error).message}.`, { cause: error })
  }
}

function certificateNotes(files: CertificateFiles, of: 'BOUNCE' | 'SUBMISSION'): SettingNote[] {
  if (!certificateOf(files, of)) return []
  const { validFromDate, validToDate } = new X509Certificate(readFileSync(files.tlsCert!))
  const day = (date: Date) => date.toISOString().slice(0, 10)
  const now = new Date()
  const name = `${of}_TLS_CERT`
  if (validToDate < now) return [settingNote('certificate-ended', { name, day: day(validToDate) })]
  if (validFromDate > now)
    return [settingNote('certificate-early', { name, day: day(validFromDate) })]
  return []
}
