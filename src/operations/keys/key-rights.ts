/**
 * The rights by which an API key calls an operation in place of the account's password, and the
 * binding that the operation honours. Keys to try with may call what only reads.
 */
import { entryOf, type Input, type OperationName } from '../../contract/index.ts'
import type { Db } from '../../db/db.ts'
import type { KeyHolder } from '../../domain/members/api-keys/key-holder.ts'
import type { Right } from '../../domain/members/rights.ts'
import { refused } from '../../domain/refusal.ts'
import { findProject } from '../../domain/transactions/projects.sql.ts'

interface KeyRight<Name extends OperationName> {
  /** `nobody`: for no key, since it opens more. */
  right: Right | 'nobody'
  /** Its answer tells nothing of people: also for keys that see no personal data. */
  impersonal?: true
  /** Its input that names the project, or the list, that a key may be bound to. */
  project?: keyof Input<Name>
  list?: keyof Input<Name>
}

const read = { right: 'read' } as const
const count = { right: 'read', impersonal: true } as const
const people = { right: 'people', impersonal: true } as const
const ofList = { ...people, list: 'listId' } as const
const send = { right: 'send', impersonal: true } as const
const ofProject = { ...send, project: 'projectGuid' } as const

export const KEY_RIGHTS: { [Name in OperationName]: KeyRight<Name> } = {
  InsertSubscriber: ofList,
  InsertSubscriberSid: ofList,
  InsertSubscriberWithDemData: ofList,
  // By an id it would put any person of the account on the list, and so show them.
  InsertSubscription: people,
  DeleteSubscription: ofList,
  GetSubscriberMailingLists: read,
  GetPagedSubscribers: { ...read, list: 'listId' },
  MoveSubscriberToOptOutAll: people,
  GetOptOutAll: read,
  GetOptOutAllInPeriod: read,
  InsertMailingList: people,
  GetMailingLists: count,
  DeleteMailingList: people,
  InsertCsvSubscribersFromFileCustom: ofList,
  InsertCSVSubscribersWithDemDataFromFileToQueue: ofList,
  AddSubscribersFromXmlToQueue: ofList,
  GetImporterQueueImportState: count,
  InsertTransaction: ofProject,
  InsertTransactionWithSplit: ofProject,
  InsertTransactionFromFile: ofProject,
  GetTransactionProjects: count,
  GetTransactionDetails: read,
  GetTransactionBouncesByDateInterval: { ...read, project: 'projectGuid' },
  SendSmsToMailingList: send,
  GetRoiResults: count,
  GetReportViews: read,
  GetReportClicksByDateInterval: read,
  GetReportViewsByDateInterval: read,
  GetLinkInfoInExcelFormat: count,
  GetTriggerIdForAccount: count,
  GetTriggerBounces: read,
  GetTriggerClicks: read,
  GetTriggerViews: read,
  GetNewsletterDetails: count,
  GetNewsletterWebVersionUrlByFilters: count,
  GetActiveTemplates: count,
  GetDemographicData: count,
  GetLoginLink: { right: 'nobody' },
  GetSubscriberDetails: read,
  GetSubscribers: { ...read, list: 'listId' },
  UpdateSubscriber: people,
  UpdateSubscriberData: people,
  DeleteSubscriber: people,
  DeleteOptOutAll: people,
  DeleteOptOutList: people,
  InsertCsvSubscribersWithDemData: ofList,
  SendSmsWithSenderName: send,
  GetFilters: count,
  GetDetailedNewsletters: count,
  GetBounces: read,
  DeleteNewsletter: { right: 'content', impersonal: true },
  DeleteSendqueueItem: send,
  EmptyMailingListById: ofList,
}

type AnyKeyRight = Omit<KeyRight<OperationName>, 'project' | 'list'> & {
  project?: string
  list?: string
}

/** Throws Refusal('not-permitted'): nothing was read or changed. */
export async function permitKey(
  db: Db,
  { account, rights, masked, isTest, bound }: KeyHolder,
  name: string,
  input: unknown,
): Promise<void> {
  const { right, impersonal, project, list } = KEY_RIGHTS[name as OperationName] as AnyKeyRight
  const given = input as Record<string, unknown>
  if (right === 'nobody') throw refused('not-permitted', 'key-no-link')
  if (!rights.has(right)) throw refused('not-permitted', 'right-missing', { right })
  if (isTest && !entryOf(name)?.reads) throw refused('not-permitted', 'key-test')
  if (masked && !impersonal) throw refused('not-permitted', 'masked')
  const { projectId, listId } = bound
  if (listId !== null) {
    if (list === undefined) throw refused('not-permitted', 'key-bound-all')
    if (given[list] !== listId) throw refused('not-permitted', 'key-bound-other')
  }
  if (projectId === null) return
  if (project === undefined) throw refused('not-permitted', 'key-bound-all')
  const guid = given[project]
  const found =
    typeof guid === 'string'
      ? await findProject(db, { accountId: account.id, guid, id: null })
      : undefined
  if (found?.id !== projectId) throw refused('not-permitted', 'key-bound-other')
}
