/** All violations by the values of an email, of which checkEmail() throws the first. */
import { type RuleCheck, type Violation, violationsOf } from '../../refusal.ts'
import { checkFile, checkFiles } from './check-attachments.ts'
import {
  checkCounts,
  checkHeader,
  checkHeaders,
  checkHtmlOnce,
  checkLengths,
  checkMailbox,
  checkMetadata,
  checkReplyTo,
  checkSubject,
  checkSubjectGiven,
  checkTag,
  type EmailGiven,
  RECIPIENT_ROLES,
} from './check-email.ts'

interface LabelledEmail extends EmailGiven {
  tags: readonly string[]
  metadata: Readonly<Record<string, string>>
}

/**
 * Of the values that are there: lists may lack members. Files and headers together are judged if
 * each of them is right.
 */
export function violationsOfEmail(given: Partial<LabelledEmail>): Violation[] {
  const { to, cc, bcc, from, replyTo, subject, headers = {}, attachments = [] } = given
  const { tags = [], metadata = {} } = given
  const ofMailboxes = RECIPIENT_ROLES.flatMap(role =>
    (given[role] ?? []).map((one, i): RuleCheck => {
      const path = [role, i]
      return [path, () => checkMailbox(one, path.join('.'))]
    }),
  )
  const ofHeaders = violationsOf(
    Object.entries(headers).map(([name, value]) => [
      ['headers', name],
      () => checkHeader(name, value),
    ]),
  )
  const ofFiles = violationsOf(
    attachments.map((file, i) => [['attachments', i], () => checkFile(file, `attachments.${i}`)]),
  )
  return [
    ...violationsOf([
      ...ofMailboxes,
      [['to'], () => to && cc && bcc && checkCounts({ to, cc, bcc })],
      [['from'], () => from && checkMailbox(from, 'from')],
      [['replyTo'], () => replyTo && checkReplyTo(replyTo)],
      [['subject'], () => subject !== undefined && checkSubject(subject)],
      [['subject'], () => checkSubjectGiven(given)],
      [['html'], () => checkLengths(given)],
      [['mjml'], () => checkHtmlOnce(given)],
      ...tags.flatMap((tag, i): RuleCheck[] => [[['tags', i], () => checkTag(tag, i)]]),
      ...Object.entries(metadata).map(
        (label): RuleCheck => [['metadata', label[0]], () => checkMetadata(label)],
      ),
    ]),
    ...ofHeaders,
    ...(ofHeaders.length > 0 ? [] : violationsOf([[['headers'], () => checkHeaders(headers)]])),
    ...ofFiles,
    ...(ofFiles.length > 0 ? [] : violationsOf([[['attachments'], () => checkFiles(attachments)]])),
  ]
}
