/** The gateway that the settings name: SMPP, or asked by HTTP. */
import type { ConnectionOptions } from 'node:tls'
import { type Config, WrongSetting } from '../settings/config.ts'
import type { Gateway, Listener } from '../sms/gateway.ts'
import { GatewayUrlError, isSmppUrl, readSmppUrl } from '../sms/gateway-url.ts'
import { createHttpGateway } from '../sms/http-gateway.ts'
import { readHttpTemplate } from '../sms/http-gateway-template.ts'
import { createSmppGateway } from '../sms/smpp.ts'
import type { SmppTimeOuts } from '../sms/smpp-connect.ts'

export type SmsConfig = Pick<
  Config,
  | 'smsUrl'
  | 'smsFrom'
  | 'smsRate'
  | 'smsHttpBody'
  | 'smsHttpHeaders'
  | 'smsHttpOk'
  | 'smsHttpId'
  | 'smsHttpConnections'
  | 'smsCallbackToken'
  | 'smsStopWords'
  | 'smsStartWords'
  | 'publicUrl'
>

/** The gateway of the settings; undefined when there is none. Throws WrongSetting. */
export function gatewayOf(
  config: SmsConfig,
  more: {
    listener: Listener
    log?(event: string, facts: Record<string, string | number>): void
    timeOuts?: Partial<SmppTimeOuts>
    tls?: ConnectionOptions
    firstPauseMillis?: number
  },
): Gateway | undefined {
  const { smsUrl, smsFrom = '' } = config
  if (smsUrl === undefined) return undefined
  try {
    if (isSmppUrl(smsUrl)) {
      const url = readSmppUrl(smsUrl)
      return createSmppGateway({ url: { ...url, from: url.from || smsFrom, rate: url.rate ?? config.smsRate ?? null }, ...more })
    }
    const template = readHttpTemplate(smsUrl, config.smsHttpBody, config.smsHttpHeaders, config.smsHttpOk, config.smsHttpId)
    return createHttpGateway({
      template,
      from: smsFrom,
      rate: config.smsRate ?? null,
      connections: config.smsHttpConnections,
      callbackOf: name => callbackOf(config, name),
      firstPauseMillis: more.firstPauseMillis,
    })
  } catch (error) {
    if (!(error instanceof GatewayUrlError)) throw error
    throw new WrongSetting(`SMS_URL, or what belongs to it, can't be used: ${error.message}.`, { cause: error })
  }
}

function callbackOf({ publicUrl, smsCallbackToken }: SmsConfig, name: string): string {
  if (publicUrl === undefined || smsCallbackToken === undefined) return ''
  return `${publicUrl}/api/sms/receipt/${smsCallbackToken}?id=${name}`
}
