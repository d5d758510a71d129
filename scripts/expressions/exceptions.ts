/**
 * Expressions that recheck does not prove linear, each with a proof by hand that it is harmless.
 */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: some names are the text of programs.
import { createHash } from 'node:crypto'

export interface Exception {
  file: string
  /** As returned by nameOf(). */
  expression: string
  /** The limit on the text and where it is enforced; or why the expression is linear. */
  proof: string
}

const LONGEST_NAME = 72

/** The source between the slashes, or the program text; a long one as its beginning and a hash. */
export function nameOf(source: string): string {
  if (source.length <= LONGEST_NAME) return source
  return `${source.slice(0, 40)}...${createHash('sha256').update(source).digest('hex').slice(0, 16)}`
}

function proven(file: string, proof: string, expressions: string[]): Exception[] {
  return expressions.map(expression => ({ file, expression, proof }))
}

export const exceptions: readonly Exception[] = [
  ...proven(
    'src/console-api/v1/openapi/example-values.ts',
    'Patterns of our own schemas, matched with the few example texts of this file.',
    ["new RegExp(pattern, 'u')"],
  ),
  ...proven('src/db/embedded/log.ts', 'Lines of the log that the embedded server writes.', [
    '^(?!.*shared memory segment).*(No space ...1d7679739df6f61c',
  ]),
  ...proven('src/db/embedded/server.ts', 'Lines of the log that the embedded server writes.', [
    'pre-existing shared memory block|lock file .* already exists',
  ]),
  ...proven('src/db/sql-files.ts', 'Matched with the migrations and functions of this program.', [
    "--[^\\n]*|'(?:[^']|'')*'|(\\$\\w*\\$)[\\s\\S]*?\\1|;|[^-'$;]+|[\\s\\S]",
  ]),
  ...proven(
    'src/domain/filters/filter-words.ts',
    'Sticky: begins where the last word ended, and digits and dots have nothing in common.',
    ['\\d+(?:\\.\\d+)?(?![\\p{L}\\p{N}_])'],
  ),
  ...proven(
    'src/domain/tracking/machines/verdict.ts',
    'At most 500 characters: LONGEST_AGENT in this file.',
    ['HeadlessChrome|PhantomJS|Electron\\/.*Nig...130a320abb5339a5', 'Version\\/[\\d.]+.*Safari'],
  ),
  ...proven(
    'src/domain/tracking/machines/verdict.ts',
    'Matched with the lines of the table in this program, when it is loaded.',
    ['^(view|click|any)\\s+(image proxy|privacy...5fe333b3ac984a81'],
  ),
  ...proven(
    'src/domain/reports/transaction-details.ts',
    'Begins at the beginning: one run of zeros and one character.',
    ['^0+(?=\\d)'],
  ),
  ...proven(
    'src/mail/smtp-server/commands.ts',
    'At most 4,096 characters: LONGEST_LINE of connection.ts.',
    ['^(?:MAIL FROM|RCPT TO):[ \\t]*<(?:@[^<>:\\...149ab83933d992b7'],
  ),
  ...proven(
    'src/inbound/polls.ts',
    'Begins at its own words at the beginning of a line, at most once for each line of 64 kB.',
    ['^return-path:[ \\t]*<([^<>\\r\\n]{0,320})>'],
  ),
  ...proven(
    'src/lib/fetch-guard-places.ts',
    'At most 253 characters: it looks ahead for that first.',
    ['^(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]{0,62})(\\.[a-z0-9_][a-z0-9_-]{0,62})*$'],
  ),
  ...proven('src/lib/instant.ts', 'Four characters: the fraction of a second.', ['\\.?0+$']),
  ...proven('src/lib/xlsx/values.ts', 'At most 255 characters: LONGEST_CODE in this file.', [
    '\\[(?!h+\\]|m+\\]|s+\\])[^\\][]*\\]',
  ]),
  ...proven(
    'src/lib/xml/reader.ts',
    'Begins at the beginning; blanks, words and quotes have no character in common.',
    ['^<\\?xml\\s+version\\s*=\\s*(["\'])1\\.0\\1(?:\\...7cf5f240564fa77e'],
  ),
  ...proven(
    'src/mail/bounces/arf.ts',
    'Begins at the beginning with one run, or at an @ with fixed words.',
    ['^(?:redacted|undisclosed|x+|\\*+|[0-9a-f]{32,})@|@(?:redacted|\\*)'],
  ),
  ...proven(
    'src/mail/bounces/auto-reply.ts',
    'At most 6,000 characters: challengeIn() cuts the text, bounces/message.ts the subject.',
    ['(?:confirm|verify|verification|authentic...b36bbb73dddbb903'],
  ),
  ...proven(
    'src/mail/bounces/auto-reply.ts',
    'At most 6,000 characters: delayIn() cuts the text.',
    [
      '(?:(?:giving|given|gave) up|not going to...b002646876beb6cb',
      '(?:this is (?:only |just )?a (?:warning|...a4297e103ea517bd',
    ],
  ),
  ...proven(
    'src/mail/bounces/auto-reply.ts',
    'Begins at the beginning of a subject, of which bounces/message.ts keeps 1,000 characters.',
    [
      '^\\W{0,3}(?:accepted|declined|tentative(?...d6e3910ee5dfa18f',
      '^\\W{0,3}(?:auto(?:mat(?:ic|ed|isch\\w*|iq...58419bd5eb7bea91',
      '^\\W{0,3}(?:warning:? (?:could not send|m...52a677fd9cd1a184',
    ],
  ),
  ...proven(
    'src/mail/message/body.ts',
    'The nonce is made by the program; the expression looks for fixed text and digits.',
    ['new RegExp(`\\ufdd0${nonce}([pleu]\\\\d*)\\ufdd1`)'],
  ),
  ...proven(
    'src/mail/bounces/incoming.ts',
    'Begins at its own words only; what follows is a run of blanks and 500 characters.',
    ['^message-id:\\s*(<[^<>\\s]{1,500}>)'],
  ),
  ...proven('src/mail/bounces/reply.ts', 'At most 4,000 characters: MOST_TEXT in this file.', [
    '(?<![\\w./@-]|\\d:)(4(?:2[12]|3[0-24]|4[0-...e5e64bd5ee53cc1e',
  ]),
  ...proven(
    'src/mail/bounces/rules.ts',
    'At most 2,000 characters of a reply: MOST_TEXT in this file.',
    [
      '^(?=[ -~]+$)(?!.*(user|recip|rcpt|mail ?...4e2dbf59e1e2f23d',
      '^(?=[ -~]+$)(?!.*(domain|host|system|dns...05d84e3a5caabc47',
      'not found, try again\\b|\\bright now\\b|for...8afe0744befd3f2d',
      '(mail ?box|inbox|mail ?folder|maildir|ac...41212000eb668235',
      'blocked (using|by .{1,40}(list|bl\\b))|sp...fd9603d1e3a4c9de',
      'mail\\.local: unknown (user|name)|(mail ?...7d6af7b6c42aca6f',
      "(?<!sender('s)? )\\b(user|mail ?box|recip...6a1da5da2325a0fa",
      "(?<!sender('s)? |sender )\\b(user|mail ?b...6faa4a59625c91c5",
      '(empf(?:ä|ae?)nger|benutzer|adressat|pos...9604aba620e2891b',
      '(host|domain)( name)?( \\S+)? (is )?(unkn...8a5b54c19e4441ee',
      '(message|mail|content|email|it)\\b.{0,60}...c5b4adf7dd928659',
      '(message|mail|file) size (exceed|violati...6fb0c19b84058963',
      '(message|mail|letter|file|attachment)( \\...7afde84b8d31c035',
      '(not|n.?t) (have|be) (permission|permitt...4035e55e5a3fd0eb',
      '(try|retry|please try|try it) (again )?l...0076050a7e692647',
      '(u(?:ż|z)ytkownik|kont|adres|odbiorc|skr...94e1199f6f88f3ea',
      'couldn.?t find any host|(host|domain)( n...bf70eeb98dc4a0c3',
      'gr[ea]ylist|temporar(y|ily)|try (again )...efc27c59865f8b50',
      'loops back to (me|myself)|too many (hops...f51a90e8d3b51066',
      'relay(ing)?\\b.{0,40}\\b(denied|prohibited...e2ae61b3d3afafec',
    ],
  ),
  ...proven(
    'src/mail/bounces/rules.ts',
    'Matched with the lines of bounce-*.txt when they are loaded.',
    ['\\[[^\\]]*\\]|[à-ɏ]'],
  ),
  ...proven(
    'src/mail/bounces/signs.ts',
    'A subject or sender, of which bounces/message.ts keeps 1,000 characters.',
    [
      'mailer[-_. ]?daemon|mail[-_. ]?deliver|(...926b07b1d55a3bf9',
      'undeliver(?:ed|able)|(?:non|un)-?deliver...96ee5e1d43f6e5ac',
    ],
  ),
  ...proven(
    'src/mail/bounces/signs.ts',
    'At most 3,000 characters: bounceLikeness() cuts the text.',
    ['(?:could|can|was|were|has|have|is|did|do...6d6216bfdb0ed6dc'],
  ),
  ...proven(
    'src/mail/bounces/signs.ts',
    'At most 6,000 characters: bounceLikeness() cuts the text.',
    ['\\b[45]\\d\\d[ -]#?[45]\\.\\d{1,3}\\.\\d{1,3}\\b...263d89819ac75a3f'],
  ),
  ...proven('src/mail/bounces/text.ts', 'A line of less than 200 characters: cutReturned().', [
    '^[ \\t>*|#=_-]{0,4}(?:[-*=_#]{2,}[ \\t.*]{...b7e8733c77c4e7cc',
  ]),
  ...proven(
    'src/mail/bounces/text.ts',
    'At most 1,000 characters of a line: readReport() cuts it.',
    [
      '^[ \\t*•|#>-]{0,12}(?:(?:to|recipients?|f...49f2824a2bb9d1b7',
      '^[ \\t*•|#>-]{0,12}(?:(?:to|recipients?|f...a4fdd2e293c64789',
    ],
  ),
  ...proven('src/mail/bounces/dsn.ts', 'At most 1,000 characters: addressOf() cuts the value.', [
    '(?<![^\\s<>"\'(),;:@])[^\\s<>"\'(),;:@]+@[^\\...05453218f97e781c',
  ]),
  ...proven(
    'src/mail/bounces/dsn.ts',
    'Looks at words and blanks at the beginning of a line, once for each line.',
    ['^(?=final-recipient[ \\t]*:)'],
  ),
  ...proven('src/mail/html/scan.ts', 'Fixed text: the name is one of RAW.', [
    "new RegExp(`</${name}[\\\\s/>]`, 'gi')",
  ]),
  ...proven(
    'src/mail/mime/decode.ts',
    'At most 20,000 characters (decodedWords()); each part ends at the next question mark.',
    [
      '(=\\?[^?\\s]{1,80}\\?[bq]\\?[^?\\s]{0,1000}\\?...cd123eaa09a51e74',
      '=\\?([^?\\s*]{1,60})(?:\\*[^?]*)?\\?([bq])\\?([^?]*)\\?=',
    ],
  ),
  ...proven('src/mail/mime/read-parameters.ts', 'At most 4,000 characters: MOST_FIELD there.', [
    ';\\s*([^\\s=;*]{1,60})(?:\\*(\\d{1,3}))?(\\*)...e305e20d30082f1d',
  ]),
  ...proven(
    'src/mail/mime/structure.ts',
    'At most 4,000 characters: contentType() cuts the value.',
    [';\\s*([^\\s=;*]+)(?:\\*\\d*\\*?)?\\s*=\\s*(?:"(...48134aae330a394c'],
  ),
  ...proven(
    'src/mail/mime/structure.ts',
    'Begins at the beginning; name and blanks have no character in common.',
    ['^([!-9;-~]{1,100})[ \\t]*:[ \\t]*(.*)$'],
  ),
  ...proven(
    'src/mail/template/prepare.ts',
    'Begins at the beginning, and no part can begin as another does: one way to match.',
    ['^\\ufeff?(?:\\s|<!--(?:(?!-->)[\\s\\S])*-->|<\\?xml[^>]*>)*<mjml[\\s>]'],
  ),
  ...proven(
    'src/mail/template/protect.ts',
    'Ends within 200 characters, or behind zeros that begin with their own &.',
    ['<!\\[(?:if[^\\]>]{0,200}|endif)\\]>|&(?!amp...36e7ecf1de07d31d'],
  ),
  ...proven(
    'src/mail/bounces/references.ts',
    'At most 64 kB; looks from the beginning of a line to its colon, once for each line.',
    ['^(?:[>|] ?|(?: {2}|\\t)(?=[\\w-]+:))'],
  ),
  ...proven('src/lib/ip-address.ts', 'Begins at the beginning: fixed text, digits and a dot.', [
    '^::ffff:(?=\\d+\\.)',
  ]),
  ...proven('src/settings/values.ts', 'Made to see whether it can be, and matched with nothing.', [
    "new RegExp(value, 's')",
  ]),
  ...proven(
    'src/sms/smpp/receipt.ts',
    'Begins at its own words; what follows is a run of blanks and 65 characters.',
    ['\\bid:\\s*(\\S{1,65})'],
  ),
  ...proven(
    'src/sms/smpp/receipt.ts',
    'Begins at the beginning: one run of zeros and one character.',
    ['^0+(?=.)'],
  ),
  ...proven('src/sms/sender.ts', 'Of at most 16 characters; begins at the beginning, one run.', [
    '^(?=.*[A-Za-z])[A-Za-z0-9 ._&-]{1,11}$',
  ]),
  ...proven(
    'src/sms/http/template.ts',
    'A setting of the operator, matched with answers of the gateway that they chose.',
    ["new RegExp(text, 's')"],
  ),
  ...proven('src/sms/http/template.ts', 'Fixed text.', [
    "new RegExp(needed === 'to' ? '\\\\{(to|digits)\\\\}' : '\\\\{text\\\\}')",
  ]),
]
