/** A finding of the check of a draft. */
import type { Refusal, RefusedPlace } from '../../../domain/refusal.ts'
import type { MessageFinding } from '../../../mail/message/check.ts'
import type { FindingCode, SaidFinding } from '../../../mail/message/findings.ts'

export interface ContentFinding {
  what: MessageFinding['what'] | 'blocks' | 'spam' | 'access'
  /** `wrong` is not sent by the console. */
  severity: 'wrong' | 'look' | 'fine'
  says: string
  /** The same for a page that says it in its reader's language; undefined: it has no code yet. */
  code?: FindingCode
  values?: SaidFinding['values']
  /** Of content that is refused: the refusal by its code. */
  refusal?: Refusal['coded']
  /** How to mend it; null: there is nothing to mend. */
  mend: string | null
  at: Partial<RefusedPlace> | null
  /** Of a newsletter in several: the version that has it; undefined: the base. */
  language?: string
}
