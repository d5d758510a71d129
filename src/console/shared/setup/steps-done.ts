/** The first steps that are done: the one rule for counting and marking them. */
import type { SetupAnswer } from '../../../actions/home/setup.ts'

/** The obstacle of the relays; undefined: none. */
export const relayTrouble = ({ relays, trouble }: SetupAnswer) =>
  trouble === null ? relays.find(relay => relay.trouble !== null) : { trouble, causes: [] }

/** silent: some question has no answer. */
export type DnsOfAll = 'not asked' | 'asking' | 'silent' | 'differs' | 'agrees'

export const allSigned = ({ domains }: SetupAnswer): boolean =>
  domains.length > 0 && domains.every(({ signed }) => signed)

export interface StepsDone {
  relay: boolean
  domain: boolean
  people: boolean
  newsletter: boolean
  programs: boolean
}

export function stepsDone(setup: SetupAnswer, dns: DnsOfAll): StepsDone {
  const { relays, people, sendings, called } = setup
  return {
    relay: relays.length > 0 && relayTrouble(setup) === undefined,
    domain: allSigned(setup) && dns === 'agrees',
    people,
    newsletter: sendings,
    programs: called !== null,
  }
}
