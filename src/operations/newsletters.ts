/** Newsletter and account operations: section 4.8 of the specification. */
import { makeLoginLink } from '../domain/accounts/login-link.ts'
import { demographicFields } from '../domain/demographics/fields.ts'
import { newsletterAsShown } from '../domain/newsletters/details.ts'
import { findWebVersion } from '../domain/newsletters/web-version.ts'
import { activeTemplates } from '../domain/templates/templates.sql.ts'
import type { Handler } from './handler.ts'
import { withWebVersions } from './web-versions.ts'

export const GetNewsletterDetails: Handler<'GetNewsletterDetails'> = async (
  call,
  { newsletterId },
) => withWebVersions(call, await newsletterAsShown(call.db, call.account.id, newsletterId))
export const GetNewsletterWebVersionUrlByFilters: Handler<
  'GetNewsletterWebVersionUrlByFilters'
> = async ({ db, account, links }, { newsletterId, filterIds }) => {
  const { of, blocks } = await findWebVersion(db, account.id, newsletterId, filterIds)
  return links.webVersion(of, blocks)
}
export const GetActiveTemplates: Handler<'GetActiveTemplates'> = ({ db, account }) =>
  activeTemplates(db, { accountId: account.id })
export const GetDemographicData: Handler<'GetDemographicData'> = ({ db, account }) =>
  demographicFields(db, account.id, account.fieldCount)
export const GetLoginLink: Handler<'GetLoginLink'> = async ({ db, account, links }) =>
  links.login(await makeLoginLink(db, account.id))
