/** Why a gateway took no SMS: a closed table of sentences, stored beside each SMS. */

type Values<Name extends string> = Record<Name, string | number>

export const gatewayWords = {
  'gateway-shut': () => 'The gateway was closed before this SMS was sent',
  'gateway-cancelled': () => 'Cancelled before it was sent',
  'gateway-slow': () => 'The gateway did not accept it in time',
  'gateway-throttled': ({ says }: Values<'says'>) => `The gateway throttled: ${says}`,
  'gateway-invalid': ({ says }: Values<'says'>) => `The gateway sent invalid SMPP: ${says}`,
  'gateway-hung-up': () => 'The gateway closed the connection',
  'gateway-bind': ({ says }: Values<'says'>) => `The gateway refused to bind: ${says}`,
  'gateway-ended': () => 'The connection was ended',
  'gateway-abandoned': () => 'The connection was abandoned',
  'gateway-enquire': ({ seconds }: Values<'seconds'>) =>
    `The gateway did not respond to enquire_link within ${seconds} s`,
  'gateway-unanswered': ({ seconds }: Values<'seconds'>) =>
    `The gateway did not answer within ${seconds} s`,
  'gateway-connect': ({ seconds }: Values<'seconds'>) =>
    `The connection to the gateway timed out after ${seconds} s`,
  'gateway-refuses': ({ host }: Values<'host'>) => `${host} refuses connections on that port`,
  'gateway-unknown': ({ host }: Values<'host'>) => `The host ${host} is unknown`,
  'gateway-no-dns': ({ host }: Values<'host'>) => `The address of ${host} can't be resolved now`,
  'gateway-unreachable': ({ host }: Values<'host'>) => `${host} is unreachable`,
  'gateway-silent': ({ host }: Values<'host'>) => `${host} does not answer`,
  'gateway-other-name': ({ host }: Values<'host'>) =>
    `The certificate of the gateway is not for ${host}`,
  'gateway-untrusted': ({ host, says }: Values<'host' | 'says'>) =>
    `The certificate of ${host} is not trusted: ${says}`,
  'gateway-tls': ({ host, says }: Values<'host' | 'says'>) => `TLS with ${host} failed: ${says}`,
  'gateway-failed': ({ host, error }: Values<'host' | 'error'>) => `${host}: ${error}`,
  'gateway-partly': ({ taken, segments, says }: Values<'taken' | 'segments' | 'says'>) =>
    `${taken} of ${segments} segments were taken: ${says}`,
  'gateway-cannot': ({ says }: Values<'says'>) => `It can't be sent by SMPP: ${says}`,
}
