/** The gateway named by the settings: SMPP or HTTP. */
import type { ConnectionOptions } from 'node:tls'
import { type Config, WrongSetting } from '../settings/config.ts'
import type { Gateway, Listener } from '../sms/gateway.ts'
import { GatewayUrlError, isSmppUrl, readHttpUrl, readSmppUrl } from '../sms/gateway-url.ts'
import { createHttpGateway } from '../sms/http/gateway.ts'
import { readHttpTemplate } from '../sms/http/template.ts'
import type { SmppTimeOuts } from '../sms/smpp/connect.ts'
import { createSmppGateway } from '../sms/smpp/gateway.ts'

/** The gateway of the settings; undefined if there is none. Throws WrongSetting. */
export function gatewayOf(
  config: Config,
  more: {
    listener: Listener
    log?(event: string, facts: Record<string, string | number>): void
    timeOuts?: Partial<SmppTimeOuts>
    tls?: ConnectionOptions
    firstPauseMillis?: number
  },
): Gateway | undefined {
  const { url, httpBody, httpHeaders, httpOk, httpId } = config.sms
  if (url === undefined) return undefined
  try {
    if (isSmppUrl(url)) return createSmppGateway({ url: readSmppUrl(url), ...more })
    const { address, ...options } = readHttpUrl(url)
    return createHttpGateway({
      ...options,
      template: readHttpTemplate(address, httpBody, httpHeaders, httpOk, httpId),
      callbackOf: name => callbackOf(config, name),
      firstPauseMillis: more.firstPauseMillis,
    })
  } catch (error) {
    if (!(error instanceof GatewayUrlError)) throw error
    throw new WrongSetting(`SMS_URL, or what belongs to it, can't be used: ${error.message}.`, {
      cause: error,
    })
  }
}

function callbackOf({ http, sms }: Config, name: string): string {
  if (http.publicUrl === undefined || sms.callbackToken === undefined) return ''
  return `${http.publicUrl}/api/sms/receipt/${sms.callbackToken}?id=${name}`
}
