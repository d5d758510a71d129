/** All words of one language for sentences of the service. */
import type { ProblemReason, Remedy } from '../actions/problem.ts'
import type { FlowTexts } from '../actions/triggers/flow-answers.ts'
import type { DetailWords } from './detail-words.ts'
import type { DnsTexts } from './dns-words.ts'
import type { DoctorWords } from './doctor-words.ts'
import type { FindingWords } from './finding-words.ts'
import type { ImportReasons } from './import-reasons.ts'
import type { Roles } from './roles.ts'
import type { leftOut, Standstills } from './standstills.ts'

/** A code without words does not compile. */
export interface ServiceWords {
  details: Required<DetailWords>
  problems: Record<ProblemReason, string>
  findings: Required<FindingWords>
  dns: DnsTexts
  doctor: DoctorWords
  importReasons: ImportReasons
  roles: Roles
  standstills: Standstills
  leftOut: typeof leftOut
  /** Starts and steps of triggers. */
  flow: FlowTexts
  /** Of a mistake in a text. */
  place(line: number, column: number): string
  /** Of a command line: the command follows. */
  remedies: Record<Remedy, string>
}
