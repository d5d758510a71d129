/** Sends one real SMS by the gateway of the settings. It is in no ledger and costs no credits. */
import { setTimeout as pause } from 'node:timers/promises'
import { refused } from '../../domain/refusal.ts'
import type { Gateway, Listener, Receipt, SmsVerdict } from '../../sms/gateway.ts'
import { octetsOf } from '../../sms/octets.ts'
import type { Segmented } from '../../sms/segments.ts'
import { storedId } from '../../sms/smpp/receipt.ts'

interface SmsTest {
  /** E.164. */
  number: string
  text: string
  segmented: Segmented
  /** How long to wait for delivery receipts; only SMPP gives them here. */
  waitMillis: number
}

interface SmsTestResult {
  /** The gateway without its password. */
  shown: string
  verdict: SmsVerdict
  receipts: Receipt[]
}

/** Opens the gateway of the settings; undefined: there is none. */
export type OpenGateway = (listener: Listener) => Promise<Gateway | undefined>

export async function tryGateway(
  open: OpenGateway,
  { number, text, segmented, waitMillis }: SmsTest,
): Promise<SmsTestResult> {
  const receipts: Receipt[] = []
  const gateway = await open({
    receipt: async receipt => void receipts.push(receipt),
    // A reply that arrives now belongs to the service: the gateway delivers it again.
    reply: () => Promise.reject(new Error('not kept here')),
  })
  if (!gateway) throw refused('not-now', 'sms-gateway-none').atShell('set', 'SMS_URL')
  try {
    const verdict = await gateway.send({
      number,
      text,
      alphabet: segmented.alphabet,
      name: '0-0-0',
      segments: octetsOf(segmented),
      reference: Date.now() & 0xff,
      stillOurs: () => true,
    })
    const { shown } = gateway
    const ids = new Set(verdict.gatewayIds.filter(id => id !== '').map(storedId))
    const ours = () => receipts.filter(({ gatewayId }) => ids.has(storedId(gatewayId ?? '')))
    const until = Date.now() + waitMillis
    const waits = verdict.outcome === 'accepted' && shown.startsWith('smpp')
    while (waits && ours().length < ids.size && Date.now() < until) await pause(50)
    return { shown, verdict, receipts: ours() }
  } finally {
    await gateway.close(1_000)
  }
}
