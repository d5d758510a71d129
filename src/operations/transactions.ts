/** Transactional e-mail operations: section 4.5 of the specification. */
import { projectsOfAccount } from '../domain/transactions/projects.sql.ts'
import type { Handler } from './handler.ts'
import { notAvailable } from './not-available.ts'

export const InsertTransaction: Handler<'InsertTransaction'> = notAvailable
export const InsertTransactionWithSplit: Handler<'InsertTransactionWithSplit'> = notAvailable
export const InsertTransactionFromFile: Handler<'InsertTransactionFromFile'> = notAvailable
export const GetTransactionProjects: Handler<'GetTransactionProjects'> = ({ db, account }) =>
  projectsOfAccount(db, { accountId: account.id })
export const GetTransactionDetails: Handler<'GetTransactionDetails'> = notAvailable
export const GetTransactionBouncesByDateInterval: Handler<'GetTransactionBouncesByDateInterval'> = notAvailable
