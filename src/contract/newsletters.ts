/** Newsletter and account operations: section 4.8 of the specification. */

import { idInText, int, ints } from './params.ts'
import { cell, operation, returns } from './types.ts'

/** Also of GetDetailedNewsletters. */
export const newsletterResult = returns.dataset('Newsletter', {
  id: cell.int('NewsletterId'),
  name: cell.text('Name'),
  subject: cell.text('Subject'),
  fromName: cell.text('FromName'),
  fromEmail: cell.text('FromEmail'),
  listId: cell.maybeInt('MailingListId'),
  templateId: cell.maybeInt('TemplateId'),
  created: cell.dateTime('Created'),
  modified: cell.dateTime('Modified'),
  lastSent: cell.maybeDateTime('LastSent'),
  webVersionUrl: cell.text('WebVersionUrl'),
  html: cell.text('HtmlContent'),
  text: cell.text('TextContent'),
})

export const newsletters = {
  GetNewsletterDetails: operation({
    summary: 'The details of a newsletter.',
    params: { newsletterId: idInText('strNewsletterId') },
    reads: true,
    result: newsletterResult,
  }),

  GetNewsletterWebVersionUrlByFilters: operation({
    summary:
      'The address of the web version of a newsletter, as people matching the given filters ' +
      'get it.',
    params: { newsletterId: int('intNewsletterId'), filterIds: ints('intFilterIds') },
    result: returns.string,
  }),

  GetActiveTemplates: operation({
    summary: 'The active templates of the account.',
    params: {},
    reads: true,
    result: returns.dataset('Template', {
      id: cell.int('TemplateId'),
      name: cell.text('Name'),
      description: cell.text('Description'),
      created: cell.dateTime('Created'),
      modified: cell.dateTime('Modified'),
    }),
  }),

  GetDemographicData: operation({
    summary: 'The demographic fields of the account.',
    params: {},
    reads: true,
    result: returns.dataset('DemographicData', {
      number: cell.int('Id'),
      field: cell.text('Field'),
      name: cell.text('Name'),
      type: cell.text('Type'),
      activated: cell.boolean('Activated'),
    }),
  }),

  GetLoginLink: operation({
    summary: 'A link into the console: single use, valid for ten minutes.',
    params: {},
    result: returns.string,
  }),
}
