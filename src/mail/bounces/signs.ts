/**
 * Whether a message without a delivery status notification is a bounce: by its sender, its subject
 * and its beginning. A person's message about a bounce is not one.
 */
import type { HeaderFields } from '../mime/structure.ts'

/**
 * 3: a mail system says so. 2: one sign of that: its sender, its subject, or its words with a reply
 * in them. 1: it has the null sender, as bounces and also vacation notes. 0: no sign.
 */
export type Likeness = 0 | 1 | 2 | 3

const SENDER =
  /mailer[-_. ]?daemon|mail[-_. ]?deliver|(?:^|[<\s"'])(?:postmaster|post\.?master|bounces?|mailadmin\w*|mail-?admin|mailmaster|mailsystem|mmdf|uucp|smtp|mta|daemon|system|listserv|pmdf|nobody|root|ndr|delivery|no-?reply-?ndr|amavis\w*)@|system administrator|systemadministrator|administrator@|administrateur syst|mail (?:system|administrator|service|server|agent|transport)|delivery (?:sub)?system|internet mail (?:service|delivery)|mailserver|mail router|delivery agent|returned mail|undeliver|mail-?gateway|smtp gateway|microsoft outlook\b|microsoftexchange|zustellsystem|почтов/i

/** The robot of a list of fml, not a member who writes through it. */
const LIST_ROBOT = /-(?:ctl|owner|admin|request)@|\bowner-/i

const SUBJECT =
  /undeliver(?:ed|able)|(?:non|un)-?deliver(?:y|able)|not deliver(?:ed|able)|deliver[yi]\w* (?:(?:has |was |status |problem |to .{1,60} )?(?:fail|error|problem|impossible|abort|report|unsuccess|notification|status|not possible))|(?:mail|message|e-?mail)\S* (?:delivery |send(?:ing)? |system |transmission )?(?:fail|error|status|returned|return(?:ed)? to sender|bounce|undeliver|could not|not sent|rejected|blocked|quarantin|problem)|fail(?:ed|ure)(?: to deliver| mail| delivery| notice)|failure notice|return(?:ed|ing) (?:mail|message|e-?mail|to sender)|returned to sender|ndn\b|address error|invalid (?:recipient|address|user)|error (?:sending|delivering|delivery)|problem (?:delivering|with your (?:mail|message))|delivery notification|host unknown|smtp error|bounced?\b|(?:unable|failed) to deliver|could ?n(?:o|')t (?:be )?deliver|cannot be delivered|permanent (?:delivery )?fail|delivery status notification|delivery report|nondeliverable|mail delivery|mail system error|user unknown|unknown (?:user|recipient|address)|no such user|mailbox (?:full|over|unavailable|quota)|quota (?:exceeded|warning)|over quota|automatically rejected|address not found|message rejected|rejected:|message blocked|bounced? (?:mail|message|email)|warning: could not send|unzustellbar|nicht (?:zugestellt|zustellbar|zustellung)|zustell(?:fehler|ung\S* (?:fehl|nicht)|status|problem|bericht|benachrichtigung)|fehler bei der (?:zu|über)|retour(?:ned)?\b.{0,20}mail|nachricht (?:konnte|nicht)|non (?:remis|distribu|d[ée]livr)|[ée]chec (?:de |d.)?(?:la )?(?:remise|livraison|envoi|distribution)|message non |impossible de (?:remettre|d[ée]livrer)|notification (?:d.[ée]tat|de remise)|no se puede entregar|no se (?:ha )?(?:pudo|podido) entregar|no entregad|error (?:de|en la|al) (?:entrega|env)|notificaci[oó]n de (?:estado|entrega)|devuelto|mancat[oa] (?:recapito|consegna)|impossibile (?:recapitare|consegnare)|non (?:recapitabile|consegnat|recapitat)|messaggio (?:non|respinto)|notifica (?:stato|di mancat)|n[aã]o (?:entregue|foi entregue|[ée] poss[ií]vel entregar)|falha (?:na|de|ao) (?:entrega|envi)|notifica[cç][aã]o de|devolvid|onbestelbaar|niet (?:bezorgd|afgeleverd)|(?:bericht|mail) (?:kon )?niet|aflevering|oleverer?bar|kunde inte levereras|ej levererat|ikke leveres|uleverbar|kunne ikke leveres|leveringsfejl|kan ikke leveres|ei voi(?:da|tu) toimittaa|toimittamaton|nie (?:można|dostarczono|udało)|niedostarcz|zwrot|nedoru[cč]|nem k[eé]zbes[ií]t|kézbesíthetetlen|не (?:доставлен|удалось доставить|может быть доставлен)|недоставлен|невозможно доставить|ошибка доставки|возврат|teslim edilemed|iletilemedi|退信|无法投递|無法(?:投遞|傳送|送達)|投递失败|传递失败|未送达|傳送失敗|系统退信|配信(?:不能|できません|エラー|失敗)|送信(?:できません|エラー|失敗)|不達|届けられ|エラーメール|배달 ?(?:실패|되지)|전송 ?(?:실패|되지)|반송|δεν (?:παραδόθηκε|είναι δυνατή)|לא ניתן למסור/i

const BEGINNING =
  /(?:could|can|was|were|has|have|is|did|does)(?: ?not|n't| not be| have not)(?: yet)?(?: be| been)? (?:deliver|sent|reach)|(?:unable|failed|not able|wasn't able|weren't able) to (?:deliver|send)|delivery (?:to|of|has|was|attempt|error|status|notification|failed|failure|report)|undeliver|returned (?:mail|to (?:you|sender))|did not reach|permanent (?:fatal )?error|mail delivery|was not delivered|message (?:was |has been |is )?(?:rejected|returned|undeliver|bounced|refused|blocked)|mail (?:was |has been )?(?:rejected|returned|bounced)|failed recipients?|delivery failure|following (?:address|recipient)\S*.{0,40}(?:fail|error|reject|reach|undeliver|not)|no such user|user unknown|unknown user|mailbox (?:is )?full|mail box full|nicht zugestellt|unzustellbar|konnte .{0,80}nicht .{0,30}(?:zugestellt|ausgeliefert|übermittelt)|n.a (?:pas )?pu .{0,10}(?:être|remettre)|n.a pas été (?:remis|distribu|délivr)|no (?:se )?(?:ha )?(?:pudo|podido) (?:ser )?(?:entreg|envi)|no (?:ha sido|fue) entregad|non (?:è stato|ha potuto|è possibile|può essere).{0,30}(?:recapit|consegn|invi)|n[aã]o (?:p[oô]de|foi|pode).{0,20}entreg|niet (?:worden )?(?:afgeleverd|bezorgd)|kunde inte levereras|kunne ikke leveres|ei voitu toimittaa|nie (?:została|mogła|można).{0,20}dostarcz|не (?:было |может быть |удалось )?доставл|не удалось доставить|无法(?:送达|投递|发送)|未能(?:送达|投递)|無法(?:送達|投遞)|配信できません|送信できません|届けることができません|お届けできません|배달할 수 없|전송할 수 없/i

export interface BounceLikeness {
  fields: HeaderFields
  /** Of the message, decoded. */
  from: string
  subject: string
  /** The sender's own words, without quotations. */
  text: string
}

/** The subject is that of a bounce. */
export const isBounceSubject = (subject: string): boolean => SUBJECT.test(subject)

export function bounceLikeness({ fields, from, subject, text }: BounceLikeness): Likeness {
  if (fields.has('x-failed-recipients') || fields.has('x-ms-exchange-message-is-ndr')) return 3
  const returnPath = fields.get('return-path')?.[0]?.trim()
  const emptyFrom = fields.has('from') && /^\s*(?:<\s*>\s*)?$/.test(from)
  const byList = fields.has('x-mlserver') && LIST_ROBOT.test(from)
  const bySender = SENDER.test(from) || emptyFrom || byList
  const byPath = returnPath === '<>' || returnPath === '<#@[]>'
  const bySubject = isBounceSubject(subject)
  if (bySubject && (bySender || byPath)) return 3
  // A person's answer to a bounce keeps its subject.
  const answers = fields.has('in-reply-to') || /^\s*(?:re|aw|sv|antw|rif|vs|odp)\s*:/i.test(subject)
  if (answers && !bySender && !byPath) return 0
  const byText = tellsOfFailure(text)
  if (byText && (bySender || bySubject)) return 3
  if (bySender || bySubject || (byText && hasReply(text))) return 2
  return byPath ? 1 : 0
}

/**
 * A code with its status, or an address in angle brackets with a colon, as only programs write
 * them.
 */
const REPLY_IN_TEXT =
  /\b[45]\d\d[ -]#?[45]\.\d{1,3}\.\d{1,3}\b|\(#[45]\.\d\.\d\)|^[^\S\n]*<[^\s<>@]+@[^\s<>]+>:|\bsaid: [45]\d\d|^[45]\d\d |^\s{0,12}<?[^\s<>@]+@[^\s<>@]+\.[a-z]{2,24}>?:?\s*$|(?:to|recipient|address|user)\s*:\s*<?[^\s<>@]+@[^\s<>@]+/im

/** A reply or a recipient as only programs write them. */
export const hasReply = (text: string): boolean => REPLY_IN_TEXT.test(text.slice(0, 6_000))

/** The beginning says that a message was not delivered. */
export const tellsOfFailure = (text: string): boolean => BEGINNING.test(text.slice(0, 3_000))

/** Removes quoted lines. */
export const withoutQuotes = (text: string): string =>
  text.includes('>')
    ? text
        .split('\n')
        .filter(line => !/^\s{0,3}>(?!>>)/.test(line))
        .join('\n')
    : text
