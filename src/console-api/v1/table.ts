/** The routes of the JSON API: one table, from which all else comes. */

import { accounts } from '../../actions/accounts/accounts.ts'
import { apiKeys } from '../../actions/api-keys/api-keys.ts'
import { audit } from '../../actions/audit/audit.ts'
import { brand } from '../../actions/brand/brand.ts'
import { creditRoutes } from '../../actions/credits/credits.ts'
import { exports } from '../../actions/exports/exports.ts'
import { fields } from '../../actions/fields/fields.ts'
import { filters } from '../../actions/filters/filters.ts'
import { home } from '../../actions/home/home.ts'
import { sample } from '../../actions/home/sample.ts'
import { setup } from '../../actions/home/setup.ts'
import { installation } from '../../actions/installation/installation.ts'
import { linkKeys } from '../../actions/link-keys/link-keys.ts'
import { lists } from '../../actions/lists/lists.ts'
import { mediaRoutes } from '../../actions/media/media.ts'
import { invitations } from '../../actions/members/invitations.ts'
import { members } from '../../actions/members/members.ts'
import { contentProofs } from '../../actions/newsletters/content-proofs.ts'
import { designs } from '../../actions/newsletters/designs.ts'
import { newsletterBoardRoutes } from '../../actions/newsletters/newsletter-board.ts'
import { newsletterProofs } from '../../actions/newsletters/newsletter-proofs.ts'
import { newsletters } from '../../actions/newsletters/newsletters.ts'
import { savedBlockRoutes } from '../../actions/newsletters/saved-blocks.ts'
import { workingCopies } from '../../actions/newsletters/working-copies.ts'
import { optOutRoutes } from '../../actions/opt-outs/opt-outs.ts'
import { projects } from '../../actions/projects/projects.ts'
import { audiences } from '../../actions/sendings/audiences.ts'
import { recipients } from '../../actions/sendings/recipients.ts'
import { sendingLive } from '../../actions/sendings/sending-live.ts'
import { sendingReport } from '../../actions/sendings/sending-report.ts'
import { sendings } from '../../actions/sendings/sendings.ts'
import { secondFactor } from '../../actions/sessions/second-factor.ts'
import { session } from '../../actions/sessions/session.ts'
import { sessions } from '../../actions/sessions/sessions.ts'
import { smsGateway } from '../../actions/sms/gateway.ts'
import { smsOptOuts } from '../../actions/sms/opt-outs.ts'
import { smsPrices } from '../../actions/sms/prices.ts'
import { smsRoutes } from '../../actions/sms/sms.ts'
import { suppressions } from '../../actions/suppressions/suppressions.ts'
import { templates, templatesOfFiles } from '../../actions/templates/templates.ts'
import { testGroupRoutes } from '../../actions/test-groups/test-groups.ts'
import { transactions } from '../../actions/transactions/transactions.ts'
import { triggerRuns } from '../../actions/triggers/trigger-runs.ts'
import { triggers } from '../../actions/triggers/triggers.ts'
import { webhooks } from '../../actions/webhooks/webhooks.ts'
import { type ApiRoute, served } from './route.ts'
import { addressFiles } from './routes/address-files.ts'
import { bounceMessages } from './routes/bounce-messages.ts'
import { bounces } from './routes/bounces.ts'
import { bulkJobRoutes } from './routes/bulk-jobs.ts'
import { domains } from './routes/domains.ts'
import { importTrials } from './routes/import-trials.ts'
import { imports } from './routes/imports.ts'
import { mailboxes } from './routes/mailboxes.ts'
import { relayRules } from './routes/relay-rules.ts'
import { relays } from './routes/relays.ts'
import { savedViews } from './routes/saved-views.ts'
import { subscriberExport } from './routes/subscriber-export.ts'
import { subscriberHistory } from './routes/subscriber-history.ts'
import { subscribers } from './routes/subscribers.ts'
import { subscriptions } from './routes/subscriptions.ts'

export const routes: readonly ApiRoute[] = [
  ...served(session),
  ...served(home),
  ...served(setup),
  ...served(secondFactor),
  ...served(sessions),
  ...served(audit),
  ...served(members),
  ...served(invitations),
  ...served(apiKeys),
  ...served(exports),
  ...addressFiles,
  ...served(lists),
  ...imports,
  ...importTrials,
  ...served(optOutRoutes),
  ...served(suppressions),
  ...bounces,
  ...served(newsletters),
  ...served(newsletterBoardRoutes),
  ...served(newsletterProofs),
  ...served(workingCopies),
  ...served(contentProofs),
  ...served(brand),
  ...served(designs),
  ...served(savedBlockRoutes),
  ...served(mediaRoutes),
  ...served(templates),
  ...served(templatesOfFiles),
  ...served(testGroupRoutes),
  ...served(audiences),
  ...served(sendings),
  ...served(sendingLive),
  ...served(sendingReport),
  ...served(recipients),
  ...subscriberExport,
  ...subscribers,
  ...subscriptions,
  ...subscriberHistory,
  ...savedViews,
  ...bulkJobRoutes,
  ...served(filters),
  ...served(webhooks),
  ...served(fields),
  ...served(triggers),
  ...served(creditRoutes),
  ...served(triggerRuns),
  ...served(projects),
  ...served(transactions),
  ...served(smsRoutes),
  ...served(linkKeys),
  ...served(sample),
  ...served(accounts),
  ...served(smsPrices),
  ...served(smsOptOuts),
  ...served(smsGateway),
  ...domains,
  ...relays,
  ...relayRules,
  ...mailboxes,
  ...bounceMessages,
  ...served(installation),
]
