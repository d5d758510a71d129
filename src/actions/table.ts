/** All actions: the JSON API, its reference, and the types of the console come from this table. */

import { accounts } from './accounts/accounts.ts'
import { apiKeys } from './api-keys/api-keys.ts'
import { assistants } from './assistants/assistants.ts'
import { audit } from './audit/audit.ts'
import { bounceMessages } from './bounces/bounce-messages.ts'
import { bounces } from './bounces/bounces.ts'
import { complaints } from './bounces/complaints.ts'
import { brand } from './brand/brand.ts'
import { changes } from './changes/changes.ts'
import { creditRoutes } from './credits/credits.ts'
import { mailboxProviders } from './deliverability/providers.ts'
import { seedTestActions } from './deliverability/seed-tests.ts'
import { dmarcReports } from './domains/dmarc-reports.ts'
import { domains } from './domains/domains.ts'
import { cancelEmailActions } from './emails/cancel-email.ts'
import { emailSearch } from './emails/email-search.ts'
import { emails } from './emails/emails.ts'
import { moveEmailActions } from './emails/move-email.ts'
import { sourceActions } from './events/event-sources.ts'
import { programEvents } from './events/events.ts'
import { exports } from './exports/exports.ts'
import { fields } from './fields/fields.ts'
import { filters } from './filters/filters.ts'
import { forms } from './forms/forms.ts'
import { signUps } from './forms/sign-ups.ts'
import { home } from './home/home.ts'
import { sample } from './home/sample.ts'
import { setup } from './home/setup.ts'
import { bounceDomainActions } from './hosts/bounce-domains.ts'
import { hosts } from './hosts/hosts.ts'
import { addressFiles } from './imports/address-files.ts'
import { importTrials } from './imports/import-trials.ts'
import { imports } from './imports/imports.ts'
import { installation } from './installation/installation.ts'
import { linkKeys } from './link-keys/link-keys.ts'
import { lists } from './lists/lists.ts'
import { mailboxes } from './mailboxes/mailboxes.ts'
import { measuring } from './measuring/measuring.ts'
import { mediaRoutes } from './media/media.ts'
import { invitations } from './members/invitations.ts'
import { members } from './members/members.ts'
import { designs } from './newsletters/designs.ts'
import { newsletterBoardRoutes } from './newsletters/newsletter-board.ts'
import { newsletterProofs } from './newsletters/newsletter-proofs.ts'
import { newsletters } from './newsletters/newsletters.ts'
import { savedBlockRoutes } from './newsletters/saved-blocks.ts'
import { workingCopies } from './newsletters/working-copies.ts'
import { optOutRoutes } from './opt-outs/opt-outs.ts'
import { preferences } from './preferences/preferences.ts'
import { programs } from './programs/programs.ts'
import { projectResultActions } from './projects/project-results.ts'
import { projects } from './projects/projects.ts'
import { proposals } from './proposals/proposals.ts'
import { published } from './published/published.ts'
import { quietHours } from './quiet-hours/quiet-hours.ts'
import { relayRules } from './relays/relay-rules.ts'
import { relayTests } from './relays/relay-tests.ts'
import { relayWarmUps } from './relays/relay-warm-ups.ts'
import { relays } from './relays/relays.ts'
import { audiences } from './sendings/audiences.ts'
import { overTime } from './sendings/over-time.ts'
import { recipients } from './sendings/recipients.ts'
import { reportByLanguage } from './sendings/report-by-language.ts'
import { sendingLive } from './sendings/sending-live.ts'
import { sendingReport } from './sendings/sending-report.ts'
import { sendings } from './sendings/sendings.ts'
import { sharedReportActions } from './sendings/shared-reports.ts'
import { sendingSteering } from './sendings/steer-sendings.ts'
import { secondFactor } from './sessions/second-factor.ts'
import { session } from './sessions/session.ts'
import { sessions } from './sessions/sessions.ts'
import { smsGateway } from './sms/gateway.ts'
import { smsLedger } from './sms/ledger.ts'
import { smsOptOuts } from './sms/opt-outs.ts'
import { smsPrices } from './sms/prices.ts'
import { smsRoutes } from './sms/sms.ts'
import { bulkJobRoutes } from './subscribers/bulk-jobs.ts'
import { departureActions } from './subscribers/departures.ts'
import { savedViews } from './subscribers/saved-views.ts'
import { subscriberExport } from './subscribers/subscriber-export.ts'
import { subscriberHistory } from './subscribers/subscriber-history.ts'
import { subscribers } from './subscribers/subscribers.ts'
import { subscriptions } from './subscribers/subscriptions.ts'
import { upserts } from './subscribers/upserts.ts'
import { suppressions } from './suppressions/suppressions.ts'
import { templates } from './templates/templates.ts'
import { testGroupRoutes } from './test-groups/test-groups.ts'
import { batches } from './transactions/batches.ts'
import { oneEmail } from './transactions/one-email.ts'
import { transactions } from './transactions/transactions.ts'
import { triggerFeeds } from './triggers/feeds.ts'
import { recipes } from './triggers/recipes.ts'
import { triggerPeople } from './triggers/trigger-people.ts'
import { triggerRuns } from './triggers/trigger-runs.ts'
import { triggers } from './triggers/triggers.ts'
import { utm } from './utm/utm.ts'
import { webhooks } from './webhooks/webhooks.ts'

export const actions = [
  ...session,
  ...home,
  ...setup,
  ...secondFactor,
  ...sessions,
  ...audit,
  ...members,
  ...invitations,
  ...apiKeys,
  ...assistants,
  ...exports,
  ...addressFiles,
  ...lists,
  ...imports,
  ...importTrials,
  ...optOutRoutes,
  ...suppressions,
  ...bounces,
  ...changes,
  ...complaints,
  ...mailboxProviders,
  ...seedTestActions,
  ...newsletters,
  ...newsletterBoardRoutes,
  ...newsletterProofs,
  ...workingCopies,
  ...brand,
  ...designs,
  ...savedBlockRoutes,
  ...measuring,
  ...quietHours,
  ...utm,
  ...mediaRoutes,
  ...templates,
  ...testGroupRoutes,
  ...audiences,
  ...sendings,
  ...sendingSteering,
  ...sendingLive,
  ...sendingReport,
  ...reportByLanguage,
  ...overTime,
  ...sharedReportActions,
  ...recipients,
  ...departureActions,
  ...subscriberExport,
  ...subscribers,
  ...subscriptions,
  ...upserts,
  ...subscriberHistory,
  ...savedViews,
  ...bulkJobRoutes,
  ...proposals,
  ...filters,
  ...forms,
  ...preferences,
  ...hosts,
  ...bounceDomainActions,
  ...signUps,
  ...webhooks,
  ...fields,
  ...triggers,
  ...programEvents,
  ...sourceActions,
  ...creditRoutes,
  ...triggerRuns,
  ...triggerPeople,
  ...triggerFeeds,
  ...recipes,
  ...projects,
  ...programs,
  ...projectResultActions,
  ...published,
  ...transactions,
  ...oneEmail,
  ...emails,
  ...moveEmailActions,
  ...cancelEmailActions,
  ...emailSearch,
  ...batches,
  ...smsLedger,
  ...smsRoutes,
  ...linkKeys,
  ...sample,
  ...accounts,
  ...smsPrices,
  ...smsOptOuts,
  ...smsGateway,
  ...domains,
  ...dmarcReports,
  ...relays,
  ...relayTests,
  ...relayWarmUps,
  ...relayRules,
  ...mailboxes,
  ...bounceMessages,
  ...installation,
] as const
