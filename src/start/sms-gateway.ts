/** The gateway named by the settings: SMPP or HTTP. */
import type { ConnectionOptions } from 'node:tls'
import type { Config } from '../settings/config.ts'
import { httpGatewayOf } from '../settings/whole.ts'
import type { Gateway, Listener } from '../sms/gateway.ts'
import { isSmppUrl, readSmppUrl } from '../sms/gateway-url.ts'
import { createHttpGateway } from '../sms/http/gateway.ts'
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
  const { url } = config.sms
  if (url === undefined) return undefined
  if (isSmppUrl(url)) return createSmppGateway({ url: readSmppUrl(url), ...more })
  return createHttpGateway({
    ...httpGatewayOf(config.sms, url),
    callbackOf: name => callbackOf(config, name),
    firstPauseMillis: more.firstPauseMillis,
  })
}

function callbackOf({ http, sms }: Config, name: string): string {
  if (http.publicUrl === undefined || sms.callbackToken === undefined) return ''
  return `${http.publicUrl}/api/sms/receipt/${sms.callbackToken}?id=${name}`
}
