/** The routes of the JSON API: one table, from which all else comes. */

import { apiKeys } from '../../actions/api-keys/api-keys.ts'
import { creditRoutes } from '../../actions/credits/credits.ts'
import { filters } from '../../actions/filters/filters.ts'
import { lists } from '../../actions/lists/lists.ts'
import { templates, templatesOfFiles } from '../../actions/templates/templates.ts'
import { webhooks } from '../../actions/webhooks/webhooks.ts'
import { type ApiRoute, served } from './route.ts'
import { accounts } from './routes/accounts.ts'
import { addressFiles } from './routes/address-files.ts'
import { audiences } from './routes/audiences.ts'
import { audit } from './routes/audit.ts'
import { bounceMessages } from './routes/bounce-messages.ts'
import { bounces } from './routes/bounces.ts'
import { brand } from './routes/brand.ts'
import { bulkJobRoutes } from './routes/bulk-jobs.ts'
import { contentProofs } from './routes/content-proofs.ts'
import { designs } from './routes/designs.ts'
import { domains } from './routes/domains.ts'
import { exports } from './routes/exports.ts'
import { fields } from './routes/fields.ts'
import { home } from './routes/home.ts'
import { importTrials } from './routes/import-trials.ts'
import { imports } from './routes/imports.ts'
import { installation } from './routes/installation.ts'
import { invitations } from './routes/invitations.ts'
import { linkKeys } from './routes/link-keys.ts'
import { mailboxes } from './routes/mailboxes.ts'
import { mediaRoutes } from './routes/media.ts'
import { members } from './routes/members.ts'
import { newsletterBoardRoutes } from './routes/newsletter-board.ts'
import { newsletterProofs } from './routes/newsletter-proofs.ts'
import { newsletters } from './routes/newsletters.ts'
import { optOutRoutes } from './routes/opt-outs.ts'
import { projects } from './routes/projects.ts'
import { recipients } from './routes/recipients.ts'
import { relayRules } from './routes/relay-rules.ts'
import { relays } from './routes/relays.ts'
import { sample } from './routes/sample.ts'
import { savedBlockRoutes } from './routes/saved-blocks.ts'
import { savedViews } from './routes/saved-views.ts'
import { secondFactor } from './routes/second-factor.ts'
import { sendingLive } from './routes/sending-live.ts'
import { sendingReport } from './routes/sending-report.ts'
import { sendings } from './routes/sendings.ts'
import { session } from './routes/session.ts'
import { sessions } from './routes/sessions.ts'
import { setup } from './routes/setup.ts'
import { smsRoutes } from './routes/sms.ts'
import { smsNumbers } from './routes/sms-numbers.ts'
import { subscriberExport } from './routes/subscriber-export.ts'
import { subscriberHistory } from './routes/subscriber-history.ts'
import { subscribers } from './routes/subscribers.ts'
import { subscriptions } from './routes/subscriptions.ts'
import { suppressions } from './routes/suppressions.ts'
import { testGroupRoutes } from './routes/test-groups.ts'
import { transactions } from './routes/transactions.ts'
import { triggerRuns } from './routes/trigger-runs.ts'
import { triggers } from './routes/triggers.ts'
import { workingCopies } from './routes/working-copies.ts'

export const routes: readonly ApiRoute[] = [
  ...session,
  ...home,
  ...setup,
  ...secondFactor,
  ...sessions,
  ...audit,
  ...members,
  ...invitations,
  ...served(apiKeys),
  ...exports,
  ...addressFiles,
  ...served(lists),
  ...imports,
  ...importTrials,
  ...optOutRoutes,
  ...suppressions,
  ...bounces,
  ...newsletters,
  ...newsletterBoardRoutes,
  ...newsletterProofs,
  ...workingCopies,
  ...contentProofs,
  ...brand,
  ...designs,
  ...savedBlockRoutes,
  ...mediaRoutes,
  ...served(templates),
  ...served(templatesOfFiles),
  ...testGroupRoutes,
  ...audiences,
  ...sendings,
  ...sendingLive,
  ...sendingReport,
  ...recipients,
  ...subscriberExport,
  ...subscribers,
  ...subscriptions,
  ...subscriberHistory,
  ...savedViews,
  ...bulkJobRoutes,
  ...served(filters),
  ...served(webhooks),
  ...fields,
  ...triggers,
  ...served(creditRoutes),
  ...triggerRuns,
  ...projects,
  ...transactions,
  ...smsRoutes,
  ...smsNumbers,
  ...linkKeys,
  ...sample,
  ...accounts,
  ...domains,
  ...relays,
  ...relayRules,
  ...mailboxes,
  ...bounceMessages,
  ...installation,
]
