/** The actions of the audit log in words: what was changed, and how. */
import type { AuditedKind, AuditedVerb } from '../../../console-api/v1/routes/audit.ts'
import { de } from './words-de.ts'
import { en } from './words-en.ts'
import { sv } from './words-sv.ts'

export interface AuditWords {
  kinds: Record<AuditedKind, string>
  verbs: Record<AuditedVerb, string>
}

export const auditWords = { en, sv, de }
