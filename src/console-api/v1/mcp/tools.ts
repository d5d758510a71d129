/**
 * The tools of the MCP server: shaped by tasks, each made of routes of the JSON API. None sends,
 * spends, erases, or changes a person: what does so is proposed, and a member releases it.
 */
import type { actions } from '../../../actions/table.ts'

type Route = (typeof actions)[number]['route']

export interface Tool {
  name: string
  /** For the model: what it is for, beyond what its routes say. */
  about: string
  /**
   * Each is called with those values that it knows; the answer has one part for each. Routes after
   * the first are left out where they refuse.
   */
  routes: readonly [Route, ...Route[]]
  /** Values that are not offered. */
  without?: readonly string[]
}

export const tools: readonly Tool[] = [
  {
    name: 'overview',
    about: 'Where the account stands: what runs, what needs somebody, growth, the last sendings.',
    routes: ['GET /home', 'GET /lists'],
  },
  {
    name: 'list',
    about: 'One list: its settings, its growth, and what uses it.',
    routes: ['GET /lists/:listId', 'GET /lists/:listId/growth', 'GET /lists/:listId/uses'],
  },
  {
    name: 'find_subscribers',
    about: 'Find subscribers by words, list or filter, and count them.',
    routes: ['GET /subscribers', 'GET /subscribers/count'],
  },
  {
    name: 'subscriber',
    about: 'One subscriber: facts, lists, and what they opened and clicked.',
    routes: ['GET /subscribers/:subscriberId', 'GET /subscribers/:subscriberId/engagement'],
  },
  {
    name: 'departures',
    about: 'Who left a list or everything, when and why.',
    routes: ['GET /departures'],
  },
  {
    name: 'fields',
    about: 'The data fields of subscribers, and their tags.',
    routes: ['GET /fields'],
  },
  { name: 'filters', about: 'The saved filters.', routes: ['GET /filters'] },
  {
    name: 'filter',
    about: 'One filter: its condition, how many it matches now, and some of them.',
    routes: ['GET /filters/:filterId/matches', 'GET /filters/:filterId/uses'],
  },
  {
    name: 'make_filter',
    about: 'Save a filter, written in the language of filters. It changes no subscriber.',
    routes: ['POST /filters'],
    without: ['id'],
  },
  {
    name: 'newsletters',
    about: 'The newsletters, the newest first.',
    routes: ['GET /newsletters'],
  },
  {
    name: 'newsletter',
    about: 'One newsletter: subject, content, versions.',
    routes: ['GET /newsletters/:newsletterId', 'GET /newsletters/:newsletterId/versions'],
  },
  {
    name: 'make_newsletter',
    about: 'Save a new newsletter as a draft. Nothing is sent: a member does that in the console.',
    routes: ['POST /newsletters'],
    without: ['id'],
  },
  {
    name: 'check_newsletter',
    about: 'What is wrong with a newsletter: subject, size, pictures, links, sender.',
    routes: ['POST /newsletters/:newsletterId/check'],
  },
  {
    name: 'sendings',
    about: 'The sendings, the newest first, with their states.',
    routes: ['GET /sendings'],
  },
  {
    name: 'sending_report',
    about: 'What became of a sending: delivered, opened, clicked, by link, provider and reason.',
    routes: [
      'GET /sendings/:sendingId/report',
      'GET /sendings/:sendingId/links',
      'GET /sendings/:sendingId/providers',
      'GET /sendings/:sendingId/reasons',
    ],
  },
  {
    name: 'over_time',
    about: 'Sendings compared over time, the best hours, where subscribers come from.',
    routes: ['GET /reports/over-time'],
  },
  {
    name: 'calendar',
    about: 'What goes out between two days.',
    routes: ['GET /calendar'],
  },
  { name: 'triggers', about: 'The triggers, with their states.', routes: ['GET /triggers'] },
  {
    name: 'trigger',
    about: 'One trigger: its definition, and how many stand where.',
    routes: ['GET /triggers/:triggerId', 'GET /triggers/:triggerId/flow'],
  },
  {
    name: 'do_emails_arrive',
    about: 'What came back, who complained, and the domains that emails are sent from.',
    routes: ['GET /bounces', 'GET /complaints', 'GET /sender-domains'],
  },
  {
    name: 'domain_check',
    about: 'What receivers check of a domain: SPF, DKIM, DMARC and the rest, with what to mend.',
    routes: ['GET /sender-domains/:domain/dns'],
  },
  {
    name: 'find_email',
    about: 'Emails of other programs, by the key that the program gave.',
    routes: ['GET /emails'],
  },
  {
    name: 'search_emails',
    about: 'Single emails by parts of address and subject, by project, state and day.',
    routes: ['GET /emails/search'],
  },
  {
    name: 'propose_sending',
    about:
      'Propose to send a newsletter to lists and filters, now or at a time. It waits for a member: ' +
      'tell the person who asked you to look at Proposals in the console.',
    routes: ['POST /proposals/sendings'],
  },
  {
    name: 'propose_trigger_start',
    about: 'Propose to start a trigger that is paused. It waits for a member.',
    routes: ['POST /proposals/triggers'],
  },
  {
    name: 'propose_bulk_change',
    about:
      'Propose to change many subscribers: put them on a list or take them off, set a field, opt ' +
      'them out. It waits for a member.',
    routes: ['POST /proposals/changes'],
  },
  {
    name: 'proposals',
    about: 'What was proposed, the newest first: what waits, was released, refused, or expired.',
    routes: ['GET /proposals'],
  },
  {
    name: 'proposal',
    about: 'One proposal: its state, the words of a refusal, what has changed since.',
    routes: ['GET /proposals/:proposalId'],
  },
  {
    name: 'project_results',
    about: 'What became of the emails of projects, by version and day.',
    routes: ['GET /project-results'],
  },
]
