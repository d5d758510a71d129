/** The first steps that are done: the one rule for counting and marking them. */
import type { SetupAnswer } from '../../../actions/home/setup.ts'

/** The obstacle of the relays, in a sentence; undefined: none. */
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
