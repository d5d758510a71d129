/** All handlers. Does not compile if one is missing. */
import type { Handlers } from './handler.ts'
import * as imports from './imports.ts'
import * as lists from './lists.ts'
import * as newsletters from './newsletters.ts'
import * as reports from './reports.ts'
import * as sms from './sms.ts'
import * as subscribers from './subscribers.ts'
import * as transactions from './transactions.ts'

export const handlers: Handlers = {
  ...subscribers,
  ...lists,
  ...imports,
  ...transactions,
  ...sms,
  ...reports,
  ...newsletters,
}
