/**
 * Addresses of the simulator: to which programs try what becomes of emails. `.test` is reserved
 * (RFC 6761 6.2), so no such mailbox exists, and none of these emails goes to a network.
 */

const DOMAIN = '@simulator.test'

const SIMULATED = ['delivered', 'hard-bounce', 'soft-bounce', 'complaint', 'slow'] as const
export type SimulatorOutcome = (typeof SIMULATED)[number]

export const isSimulatedAddress = (email: string): boolean => email.toLowerCase().endsWith(DOMAIN)

/**
 * What happens to an email to the address, of which a label counts as nothing:
 * slow+order-1001@simulator.test. Of an unknown name a hard bounce. Undefined: a real address.
 */
export function simulatedOutcome(email: string): SimulatorOutcome | undefined {
  if (!isSimulatedAddress(email)) return undefined
  const [name] = email.slice(0, -DOMAIN.length).toLowerCase().split('+')
  return SIMULATED.find(one => one === name) ?? 'hard-bounce'
}
