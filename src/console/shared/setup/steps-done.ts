/** Which of the first steps are done: what counts them and what marks them ask here. */
import type { SetupAnswer } from '../../../actions/home/setup.ts'

/** What keeps the relays from being used, in a sentence; undefined if nothing does. */
export const relayTrouble = ({ relays, trouble }: SetupAnswer): string | undefined =>
  trouble ?? relays.find(relay => relay.trouble !== null)?.trouble ?? undefined

export interface StepsDone {
  relay: boolean
  domain: boolean
  people: boolean
  newsletter: boolean
  programs: boolean
}

export function stepsDone(setup: SetupAnswer): StepsDone {
  const { relays, domains, people, sendings, called } = setup
  return {
    relay: relays.length > 0 && relayTrouble(setup) === undefined,
    domain: domains.length > 0 && domains.every(({ signed }) => signed),
    people,
    newsletter: sendings,
    programs: called !== null,
  }
}
