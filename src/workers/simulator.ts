/**
 * Answers in place of a relay for emails that go nowhere: those to addresses of the simulator, and
 * those of keys for trying. Soft bounces and complaints come later, as they do from mail servers:
 * by messages that are read as those are.
 */
import type { Store } from '../db/db.ts'
import { keepMessage } from '../domain/bounces/messages/store-message.ts'
import type { TryResult } from '../domain/deliveries/outcome.ts'
import { type SimulatorOutcome, simulatedOutcome } from '../lib/simulated-address.ts'
import { asMessage } from '../mail/provider-events/as-message.ts'
import type { Outgoing } from './context.ts'
import type { ClaimedEmail } from './email-source.ts'

/** In place of the mailbox provider: none is asked, and nothing is learned of one. */
export const SIMULATOR = 'simulator'

export const isSimulated = ({ email, simulated = false }: ClaimedEmail): boolean =>
  simulated || simulatedOutcome(email) !== undefined

const ACCEPTED: TryResult = {
  outcome: 'accepted',
  about: 'recipient',
  code: 250,
  enhanced: '2.0.0',
  text: 'simulated: it went nowhere',
}
const UNKNOWN: TryResult = {
  outcome: 'refused',
  about: 'recipient',
  code: 550,
  enhanced: '5.1.1',
  text: 'simulated: no such mailbox',
}
const LATER: TryResult = {
  outcome: 'deferred',
  about: 'recipient',
  code: 451,
  enhanced: '4.7.1',
  text: 'simulated: greylisted, try again later',
}
const ABANDONED: TryResult = {
  ...ACCEPTED,
  outcome: 'abandoned',
  code: 0,
  enhanced: null,
  text: '',
}
const NOT_KEPT: TryResult = {
  ...LATER,
  enhanced: '4.3.0',
  text: 'simulated: the store is not there',
}

/** `tries`: the hand-overs before this one. */
export async function simulate(db: Store, email: Outgoing, tries: number): Promise<TryResult> {
  if (!email.stillOurs()) return ABANDONED
  const simulated = simulatedOutcome(email.to) ?? 'delivered'
  switch (simulated) {
    case 'delivered':
      return ACCEPTED
    case 'hard-bounce':
      return UNKNOWN
    case 'slow':
      return tries === 0 ? LATER : ACCEPTED
    case 'soft-bounce':
    case 'complaint':
      return keepReport(db, email, simulated, tries).then(
        () => ACCEPTED,
        () => NOT_KEPT,
      )
  }
}

/** An email that is tried again gets another report. */
async function keepReport(
  db: Store,
  { accountId, sourceKind, sourceId, deliveryId, envelopeFrom, to }: Outgoing,
  simulated: Extract<SimulatorOutcome, 'soft-bounce' | 'complaint'>,
  tries: number,
): Promise<void> {
  const content = asMessage({
    provider: SIMULATOR,
    id: `${sourceKind}-${sourceId}-${deliveryId}-${tries}`,
    kind: simulated === 'complaint' ? 'complained' : 'bounced',
    temporary: true,
    recipient: to,
    messageId: '',
    envelopeId: /^b-([^@]+)@/.exec(envelopeFrom)?.[1] ?? '',
    status: '5.2.2',
    reply: '552 5.2.2 simulated: the mailbox is full',
  })
  await keepMessage(db, accountId, {
    inboxId: null,
    envelopeFrom: '',
    envelopeTo: 'simulator@simulator.invalid',
    cameFor: 'bounce',
    sentMessage: { sourceKind, sourceId, deliveryId },
    size: content.length,
    content,
    judged: undefined,
  })
}
