/** Newsletter and account operations: section 4.8 of the specification. */
import { makeLoginLink } from '../domain/accounts/login-link.ts'
import { demographicFields } from '../domain/demographics/fields.ts'
import { newsletterAsShown } from '../domain/newsletters/details.ts'
import { activeTemplates } from '../domain/templates/templates.sql.ts'
import type { Handler } from './handler.ts'
import { notAvailable } from './not-available.ts'

export const GetNewsletterDetails: Handler<'GetNewsletterDetails'> = ({ db, account }, { newsletterId }) =>
  newsletterAsShown(db, account.id, newsletterId)
export const GetNewsletterWebVersionUrlByFilters: Handler<'GetNewsletterWebVersionUrlByFilters'> = notAvailable
export const GetActiveTemplates: Handler<'GetActiveTemplates'> = ({ db, account }) =>
  activeTemplates(db, { accountId: account.id })
export const GetDemographicData: Handler<'GetDemographicData'> = ({ db, account }) =>
  demographicFields(db, account.id, account.fieldCount)
export const GetLoginLink: Handler<'GetLoginLink'> = async ({ db, account, links }) =>
  links.login(await makeLoginLink(db, account.id))
