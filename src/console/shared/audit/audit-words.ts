/** What is said of each action of the audit log. */
import type { AuditedKind, AuditedVerb } from '../../../actions/audit/audit.ts'

export interface AuditWords {
  kinds: Record<AuditedKind, string>
  verbs: Record<AuditedVerb, string>
}
