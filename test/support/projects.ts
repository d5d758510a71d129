/** A transaction project of a test's account, with a newsletter of its own. */
import { addDraft, type NewNewsletter } from '../../src/domain/newsletters/save-newsletter.ts'
import {
  makeProject,
  type Project,
  type ProjectFacts,
} from '../../src/domain/transactions/projects.ts'
import type { TestAccount } from './account.ts'

export const newNewsletter = async (
  { service, account }: TestAccount,
  more: Partial<NewNewsletter> = {},
): Promise<number> =>
  addDraft(service.store, account.id, {
    name: 'Receipt',
    subject: 'Your order {{ DD1 }}',
    preheader: '',
    text: '',
    fromName: 'Shop',
    fromEmail: 'shop@example.test',
    source: {
      kind: 'html',
      html:
        '<p>Hello {{ name }}, <a href="https://shop.example.test/order">your order {{ DD1 ' +
        '}}</a></p>',
    },
    replyTo: '',
    listId: null,
    ...more,
  })

export async function newProject(
  account: TestAccount,
  more: Partial<ProjectFacts> = {},
): Promise<Project> {
  const { service, account: owner } = account
  return makeProject(service.store, owner.id, {
    name: 'Orders',
    fromName: '',
    fromEmail: '',
    replyTo: '',
    routeId: null,
    marketing: false,
    repeats: '24h',
    retentionDays: null,
    versions: [],
    newsletterId: more.newsletterId ?? (await newNewsletter(account)),
    ...more,
  })
}
