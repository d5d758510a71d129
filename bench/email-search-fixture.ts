/**
 * Many single emails with the words that they are found by, generated in the store: of projects and
 * of calls with their content, over ninety days.
 */
import type { Store } from '../src/db/db.ts'
import { addDraft } from '../src/domain/newsletters/save-newsletter.ts'
import { makeProject } from '../src/domain/transactions/projects.ts'
import { distinctWords, wordsOfAddress } from '../src/domain/words/words.ts'
import { execute } from './fixture.ts'
import type { Bench } from './own-database.ts'
import { newsletter } from './send-fixture.ts'

/** Counted up when what is made here changes: then the kept database is made anew. */
export const SHAPE = 1
const DAYS = 90
const PROJECTS = 12
/** Each address gets so many emails. */
const EACH = 4
/** One of so many emails came with its content. */
const GIVEN = 8

const FIRST =
  `Anna Berit Carl Dagny Erik Freja Gustav Hanna Ivar Johan Karin Lars Maja Nils Olga Per \
Ragnar Sara Tove Ulla Vera Wilma Yngve Åke Alma Bo Clara David Elsa Fanny Gösta Hugo`.split(' ')
const LAST_BEGINS =
  `berg lind dahl holm strand ny falk sund kvist rosen alm gren hall wik sand stål \
björk gran has eng ceder mal nor öster väster söder`.split(' ')
const LAST_ENDS = 'man berg ström gren qvist lund stedt dal mark skog blad in'.split(' ')
const LARGE = ['gmail.com', 'hotmail.com', 'outlook.com', 'icloud.com', 'live.se', 'telia.com']
/** Of the others, some forty people have one. */
const FIRMS = 50_000
const THINGS = `kursen lördag rabatt faktura påminnelse leverans kvitto bokning inbjudan nyhet \
schema besked avtal återbetalning presentkort medlemskap`.split(' ')

const folded = (words: string[]): string[] =>
  words.map(word =>
    word
      .normalize('NFKD')
      .replace(/\p{M}+/gu, '')
      .toLowerCase(),
  )

const oneOf = (values: string[], n: string): string =>
  `(array['${values.join("', '")}'])[1 + ((${n}) % ${values.length})::int]`

/** A number of n, spread evenly; another one for each salt. */
const spread = (n: string, salt: number): string => `(hashint8extended(${n}, ${salt}) & 2147483647)`

/** Parts of the address of person n. */
const LOCAL = `${oneOf(folded(FIRST), spread('n', 1))} || '.'`
const LAST_NAME = `${oneOf(folded(LAST_BEGINS), spread('n', 2))} || ${oneOf(folded(LAST_ENDS), spread('n', 3))} || n`
const DOMAIN = `case when ${spread('n', 4)} % 10 < 6 then ${oneOf(LARGE, spread('n', 5))}
  else 'firma' || ${spread('n', 6)} % ${FIRMS} || '.example' end`

/** What is asked for, by another number and an address of the store each time. */
export const SEARCHES: Record<string, (n: number, address: string) => string> = {
  'a whole address': (_, address) => words(address),
  'the beginning of an address with @': (_, address) => words(address.slice(0, -4)),
  'part of an address': n => words(`${firstName(n)}.${lastName(n)}`),
  'a frequent first name': n => words(firstName(n)),
  'a firm': n => words(`firma${(n * 7919) % FIRMS}.`),
  'beginning of an identifier': n => words(`order-${1000 + ((n * 7919) % 9000)}`),
  'an identifier': n => words(`order-${2 * (1 + ((n * 104729) % 400_000))}`),
  'part of a subject of a call': n => words(`${THINGS[n % THINGS.length]} ${(n * 7919) % 1000}`),
  'part of a subject of projects': n => words(`beställning${n % PROJECTS}`),
  'a frequent word of subjects': () => words('din'),
  'a project': n => `projectId=${1 + (n % PROJECTS)}`,
  'a frequent state': () => 'state=accepted',
  'a rare state': () => 'state=failed',
  'a day': n => days(n),
  'a day and a frequent word': n => `${words(firstName(n))}&${days(n)}`,
  'a day, a project and a state': n => `projectId=${1 + (n % PROJECTS)}&state=bounced&${days(n)}`,
  'two frequent words': n => words(`${firstName(n)} gmail`),
  'a frequent and a rare word': n => words(`${firstName(n)} firma${(n * 7919) % FIRMS}`),
  'a name and a state': n => `${words(`${firstName(n)}.${lastName(n)}`)}&state=bounced`,
  'no match': n => words(`nosuch${n}`),
  'no match among frequent words': n => words(`${firstName(n)} nosuch${n} gmail`),
  everything: () => '',
}

const firstName = (n: number): string => folded(FIRST)[n % FIRST.length]!
const lastName = (n: number): string =>
  folded(LAST_BEGINS)[(n * 7) % LAST_BEGINS.length]! +
  folded(LAST_ENDS)[(n * 5) % LAST_ENDS.length]!
const words = (text: string): string => `words=${encodeURIComponent(text)}`
const isoDay = (at: number): string => new Date(at).toISOString().slice(0, 10)
const days = (n: number): string => {
  const at = Date.now() - (1 + (n % (DAYS - 2))) * 86_400_000
  return `since=${isoDay(at)}&until=${isoDay(at + 86_400_000)}`
}

/** Runs the statements without the indexes of these tables, which are made again afterwards. */
export async function withoutIndexes(
  store: Store,
  tables: string[],
  statements: string[],
): Promise<void> {
  const { constraints, indexes } = await store.withClient(async client => {
    const of = `= any ($1::text[]::regclass[])`
    const constraints = await client.query(
      `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as text
       from pg_constraint where contype = 'p' and conrelid ${of}`,
      [tables],
    )
    const indexes = await client.query(
      `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as text
       from pg_index where not indisprimary and indrelid ${of}`,
      [tables],
    )
    return { constraints: constraints.rows, indexes: indexes.rows }
  })
  await execute(
    store,
    ...indexes.map(({ name }) => `drop index ${name}`),
    ...constraints.map(({ table, name }) => `alter table ${table} drop constraint ${name}`),
    ...statements,
    "set maintenance_work_mem = '1GB'",
    ...constraints.map(
      ({ table, name, text }) => `alter table ${table} add constraint ${name} ${text}`,
    ),
    ...indexes.map(({ text }) => text),
    'reset maintenance_work_mem',
  )
}

export async function fillEmails(
  bench: Bench,
  emails: number,
  log: (line: string) => void,
): Promise<void> {
  const { store, accountId: account } = bench
  for (let n = 0; n < PROJECTS; n++) await addProject(bench, n)
  const people = Math.max(1, Math.floor(emails / EACH))
  await execute(
    store,
    `create unlogged table bench_people as select n::int as n, ${LOCAL} || ${LAST_NAME} as local,
       ${LAST_NAME} as last, ${DOMAIN} as domain from generate_series(1::bigint, ${people}) n`,
    'alter table bench_people add primary key (n)',
    'analyze bench_people',
  )
  await checkWords(store)
  log(`${people.toLocaleString('en-US')} addresses`)
  const created = `now() - (${emails} - id) * interval '${(DAYS * 86_400_000) / emails} ms'`
  // The first has a third of all, the last a twentieth.
  const project = `1 + floor(power(${spread('id', 8)} / 2147483648.0, 2) * ${PROJECTS})::int`
  const tables = ['transactions', 'deliveries', 'transaction_words', 'given_emails']
  await withoutIndexes(
    store,
    [...tables, 'email_recipients'],
    [
      // In the order of ids, which is that of time; the address is looked up by a hash join.
      `insert into transactions (account_id, id, project_id, identifier, email, email_key, name, \
fields, send_at, created_at)
     select ${account}, id, ${project}, case when id % 2 = 0 then 'order-' || id else '' end,
       address, address, 'Anna Berg', array['A' || id], ${created}, ${created}
     from (select g.id, p.local || '@' || p.domain as address from generate_series(1::bigint, ${emails}) g (id)
       join bench_people p on p.n = 1 + ${spread('g.id', 7)} % ${people}) e order by id`,
      `insert into deliveries (account_id, source_kind, source_id, id, email, state, attempts, \
route_id, reply, reason, changed_at)
     select ${account}, 3, project_id, id, email, case when id % 10007 = 0 then 'failed'
         when id % 47 = 0 then 'bounced' else 'accepted' end::delivery_state, 1, 0,
       '250 2.0.0 Ok: queued as 4bX' || id, null, created_at
     from transactions where account_id = ${account} order by id`,
      `insert into given_emails (account_id, id, project_id, identifier, subject, content, created_at)
     select ${account}, id, project_id, identifier, initcap(${oneOf(THINGS, spread('id', 9))}) ||
       ' ' || id % 1000 || ' är din, ' || ${oneOf(THINGS, spread('id', 10))},
       '{"text": "Hej", "trackOpens": true}', created_at
     from transactions where account_id = ${account} and id % ${GIVEN} = 0`,
      `insert into email_recipients (account_id, transaction_id, email_id, role)
     select ${account}, id, id, 'to' from given_emails where account_id = ${account}`,
      `insert into transaction_words (account_id, word, target)
     select ${account}, word, target from (
       select unnest(array[local, last, domain]) as word, local || '@' || domain as target
       from bench_people
       union all select w, id::text from (
         select distinct id, unnest(regexp_split_to_array(
           translate(lower(subject), 'åäö,', 'aao'), ' ')) as w
         from given_emails where account_id = ${account}) s) words
     order by word collate "C", target`,
    ],
  )
  await execute(
    store,
    'drop table bench_people',
    `insert into counters (account_id, kind, next_id) values
     (${account}, 'transaction', ${emails + 1})
     on conflict (account_id, kind) do update set next_id = excluded.next_id`,
    'vacuum analyze',
    'checkpoint',
  )
}

async function addProject({ store, accountId }: Bench, n: number): Promise<void> {
  const newsletterId = await addDraft(store, accountId, {
    ...newsletter(`Receipt ${n}`, 'till@example.org'),
    subject: `Tack för din beställning${n} {{ DD1 }}`,
    source: { kind: 'html' as const, html: '<p>Hej {{ name }}</p>' },
    text: '',
  })
  await makeProject(store, accountId, {
    name: `Orders ${n}`,
    newsletterId,
    fromName: 'Till',
    fromEmail: '',
    replyTo: '',
    routeId: null,
    marketing: false,
    repeats: '24h',
    retentionDays: null,
    versions: [],
  })
}

/** The words made by SQL here are those that the service writes. */
async function checkWords(store: Store): Promise<void> {
  const { rows } = await store.withClient(client =>
    client.query('select local, last, domain from bench_people order by n limit 200'),
  )
  for (const { local, last, domain } of rows) {
    const theirs = distinctWords(wordsOfAddress(`${local}@${domain}`))
    const ours = [local, last, domain].sort()
    if (theirs.join(' ') !== ours.join(' '))
      throw new Error(`the words of ${local}@${domain} are ${theirs}, not ${ours}`)
  }
}
