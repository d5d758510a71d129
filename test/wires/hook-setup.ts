/**
 * The service of the wires with a webhook in the format of each provider, and a mail server that
 * refuses `gone...@` and puts off `slow...@`.
 */
import type { ProviderFormat } from '../../src/domain/webhooks/formats.ts'
import { createWebhook } from '../../src/domain/webhooks/manage-webhooks.ts'
import { createLog } from '../../src/lib/log.ts'
import { readConfig } from '../../src/settings/config.ts'
import { startBounceWorkers } from '../../src/start/bounce-workers.ts'
import { startWebhookWorkers } from '../../src/start/webhook-workers.ts'
import { until } from '../support/until.ts'
import { type Received, webhookReceiver } from '../support/webhook-receiver.ts'
import { type WireSetup, wireSetup } from './setup.ts'

export const REFUSAL = '550 5.1.1 Recipient address rejected: User unknown'
export const LATER = '451 4.2.1 Come back later'

interface HookSecrets {
  secret: string
  standardSecret: string
}

export interface HookSetup extends WireSetup {
  receiverOf(format: ProviderFormat): Awaited<ReturnType<typeof webhookReceiver>>
  secretsOf(format: ProviderFormat): HookSecrets
  /** The first event of a webhook for which it holds. */
  told(format: ProviderFormat, isMeant: (body: never) => boolean): Promise<Received>
  /** All that was logged. */
  logged(): string
}

const FORMATS = ['resend', 'postmark', 'sendgrid', 'mailgun'] as const

/** The address of each webhook has a user name, the format, and a password. */
export async function hookSetup(): Promise<HookSetup> {
  const setup = await wireSetup()
  setup.sink.tell([
    { at: 'rcpt', do: 'reply', reply: REFUSAL, about: '<gone' },
    { at: 'rcpt', do: 'reply', reply: LATER, about: '<slow' },
  ])
  const { store, sealer, keys } = setup.running
  const secrets = new Map<ProviderFormat, HookSecrets>()
  const receivers = new Map<ProviderFormat, Awaited<ReturnType<typeof webhookReceiver>>>()
  for (const format of FORMATS) {
    const receiver = await webhookReceiver()
    receivers.set(format, receiver)
    const url = receiver.url.replace('://', `://${format}:pass@`)
    const made = { name: format, url, format, beginsAfterMillis: 0 }
    secrets.set(format, (await createWebhook(store, sealer, setup.accountId, made)).key)
  }
  const lines: string[] = []
  const log = createLog({ level: 'debug', to: { write: line => void lines.push(line) } })
  const config = readConfig({
    FETCH_ALLOW: '127.0.0.0/8',
    BOUNCE_DOMAIN: 'bounce.example.test',
    BOUNCE_HOST: '127.0.0.1',
  })
  const workers = startWebhookWorkers({ config, store, sealer, log })
  const bounces = await startBounceWorkers({
    config: { ...config, bounces: { ...config.bounces, port: 0 } },
    store,
    keys,
    sealer,
    log,
  })
  bounces.begin()
  const receiverOf = (format: ProviderFormat) => receivers.get(format)!
  return {
    ...setup,
    receiverOf,
    secretsOf: format => secrets.get(format)!,
    told: (format, isMeant) =>
      until(
        () => receiverOf(format).received.find(({ event }) => isMeant(event as never)),
        () => `${format}: ${receiverOf(format).received.map(({ body }) => body)}`,
      ),
    logged: () => [...lines, ...setup.running.lines].join('\n'),
    async close() {
      await workers.stop()
      await bounces.stop()
      for (const receiver of receivers.values()) await receiver.close()
      await setup.close()
    },
  }
}
