/**
 * Incoming messages that are not bounces: vacation notes and other automatic replies (RFC 3834),
 * delay notices, read receipts (RFC 8098), challenges, virus notices, calendar replies. None of
 * them affects deliverability.
 */
import type { HeaderFields } from '../mime/structure.ts'

export type NoBounce =
  | 'delay-notice'
  | 'auto-reply'
  | 'read-receipt'
  | 'challenge'
  | 'authentication-report'
  | 'virus-notice'
  | 'calendar-answer'

/**
 * Subjects of automatic replies, in the forms of mail programs. People write such subjects too, so
 * the text is also checked.
 */
const ABSENT_SUBJECT =
  /^\W{0,3}(?:auto(?:mat(?:ic|ed|isch\w*|ique|ick[áaéey]|i[cs]k?[aoe]?t?|yczna|ické|ikus|ische))?[ -:]*(?:reply|response|answer|answered|responder|antwort\w*|svar|antwoord|vastaus|odpov\S+|odpowied\S+|válasz|reply from|generated (?:reply|message|response))|automaattinen|auto:|abwesen\w*|absen(?:t|ce|cia|tia)\b|abwezig|absence du bureau|fravær\w*|frånvar\w*|poissa\w*|nieobecno\w+|mimo kancelář|out[ -]of[ -](?:the )?(?:office|town)|ooo\b|away from|on (?:vacation|holiday|leave|maternity|parental)|vacation|i(?:'m| am) (?:away|out|on)|urlaub|im urlaub|ferien|nicht im büro|en vacances|hors du bureau|r[ée]ponse automatique|message d.absence|respuesta autom|fuera de (?:la )?oficina|ausencia|ausente|risposta automatica|fuori (?:ufficio|sede)|assen[zt]a|assente|resposta autom|fora do escrit|ausência|automatisch(?:e)? (?:antwoord|antwort)|afwezig\w*|niet aanwezig|autosvar|automatiskt? svar|ikke på kontor|på ferie|semester|autoresponder|автоответ|автоматическ\S+ ответ|отсутств|в отпуске|自动回复|自動回覆|自動回复|自动答复|休假|不在|自動(?:応答|返信)|자동 ?(?:응답|회신)|부재중|otomatik yanıt|ofis dışında|αυτόματη απάντηση|מענה אוטומטי|yanıt: otomatik)/i

const ABSENT_TEXT =
  /\b(?:i(?:'m| am| will be|'ll be) (?:currently |now )?(?:out of|away|on (?:vacation|leave|holiday|annual|maternity|parental|business)|not in the office|travel)|out of (?:the )?office|limited access to (?:my )?e-?mail|(?:automatic|automated|auto)[ -]?(?:reply|response|answer)|no longer (?:work|employed|with the company)|has left the (?:company|organi[sz]ation)|ich bin (?:derzeit |zur ?zeit |momentan |bis |vom |ab |am )?.{0,40}(?:nicht im|außer haus|im urlaub|abwesend|nicht erreichbar)|bin ich wieder|je (?:suis|serai) (?:actuellement )?(?:absent|en (?:congé|vacances|déplacement))|de retour le|estoy (?:de vacaciones|fuera)|estar[ée] (?:fuera|ausente)|sono (?:assente|in ferie|fuori)|sarò assente|estou (?:ausente|de férias|fora)|estarei ausente|ik ben (?:momenteel |tot )?.{0,30}(?:afwezig|met vakantie|niet aanwezig|op vakantie)|jag är (?:på semester|ledig|bortrest|inte på)|jeg (?:er|har) (?:på ferie|ferie|ikke på)|olen (?:lomalla|poissa)|przebywam na urlopie|jestem nieobecn)|я (?:в отпуске|буду отсутствовать)|нахожусь в отпуске|不在办公室|休假|外出しております|不在にして|휴가 중/i

const CHALLENGE =
  /(?:confirm|verify|verification|authenticate|prove).{0,60}(?:you(?:'re| are) (?:a |not a )?(?:real |human|person|robot|machine|spammer)|your (?:message|e-?mail|address) (?:to|so|before|by)|(?:that )?you sent)|spam ?arrest|boxbe|tmda\b|challenge[ -/]?response|qurb\b|choicemail|mailblocks|(?:only|now) (?:accepts?|allow)\w* (?:incoming )?(?:e-?mail|messages?) (?:only )?from (?:senders|people|addresses) (?:i|he|she|they|on|who|that)\b|senders i have approved|approved senders? list|waiting list|(?:click|reply|visit).{0,80}(?:deliver(?:ed)? your message|release your (?:message|e-?mail)|message (?:will|to) be delivered|to have your (?:message|mail) delivered|be delivered to)|held (?:until|for) (?:you|confirmation|verification)|awaiting your (?:verification|confirmation)|(?:anti-?spam|antispam).{0,30}(?:uol|confirma)|autenticar|lista de remetentes|envie.{0,40}confirma|um ihre (?:nachricht|e-?mail) zuzustellen.{0,80}(?:klick|bestätig)|pour (?:que votre message soit|remettre votre message).{0,120}(?:cliqu|confirm)|mailinblack|подтверд\S+.{0,60}(?:вы не робот|отправк)/i

const DELAY_SUBJECT =
  /^\W{0,3}(?:warning:? (?:could not send|message .{0,60}delayed|delayed|still unable|e-?mail delay)|delayed\b|delivery (?:status notification )?\(?(?:delay|delayed)|delivery (?:delayed|is delayed|has been delayed|delay)|message delayed|mail delayed|your message .{0,40}delayed|.*\(delay(?:ed)?\)|verzöger|zustellung verzögert|nachricht verzögert|zustellungsverzögerung|.*zustellverzögerung|retard|remise (?:différée|retardée)|.*\(retard(?:ée?)?\)|demorad|retrasad|entrega (?:demorada|retrasada|atrasada)|.*\(retraso\)|ritardo|.*\(ritardo\)|recapito ritardato|vertraagd|.*vertraagd|försenad|forsinket|opóźnion|задерж|.*задерж|延迟|延遲|配信遅延|遅延|transient|temporary delivery|still trying|.*\(warning\)$|warning: message)/i

const DELAY_TEXT =
  /(?:this is (?:only |just )?a (?:warning|delay|notification of delay|temporary failure report)|warning message only|(?:has |have |could |was )?not (?:yet )?been delivered (?:yet|to|within)|not yet been (?:delivered|possible)|(?:not|n.t) (?:yet )?(?:been )?delivered yet|still (?:being )?(?:trying|retry|attempt|in the queue)|(?:will|be) (?:be )?(?:retried|re-?tried)|will (?:retry|keep|continue|go on)(?: to| for)? (?:try|attempt|retry|send|be tried|deliver)|continu\w+ (?:to )?(?:try|attempt|retry|delivery)|(?:delivery )?attempts will (?:continue|be made)|keep trying|trying again (?:for|until)|(?:do|does) not need to (?:resend|re-?send|do anything|take any action)|no action is required|has been delayed|(?:is|was) (?:being )?delayed|delivery (?:is |was )?delayed|temporarily delayed|noch nicht (?:zugestellt|ausgeliefert)|weiter(?:hin)? versuch|erneut versuch|verzögert sich|brauchen .{0,30}nicht (?:erneut|noch)|(?:n.a pas encore|sera (?:encore )?(?:ré)?essay|a été (?:retard|différ))|nouvelles tentatives|(?:aún|todavía) no (?:se )?ha|seguir\S+ intentando|se ha (?:retrasado|demorado)|non è (?:stato )?ancora|continuer\S+ a (?:tentare|provare)|ainda não foi|continuará (?:a )?tentando|nog niet (?:afgeleverd|bezorgd)|blijven proberen|ännu inte|fortsätta försöka|endnu ikke|jeszcze nie|будут (?:продолжены|повтор)|ещё не (?:было )?доставл|还未|尚未|将继续|まだ配信|再送を|再試行|配信を試み)/i

const FINAL_TEXT =
  /(?:(?:giving|given|gave) up|not going to try|(?:will|wo) ?n(?:o|')?t (?:be )?(?:retr|tr(?:y|ied)|continue|keep)|failed permanently|permanent(?:ly)? (?:fatal )?(?:error|fail)|fatal error|could not be delivered (?:within|for \d+ days)|removed from (?:the )?(?:mail )?queue|been in the queue too long|will be deleted|has been (?:returned|deleted|removed)|final attempt|retry time(?:out)? exceeded|no further (?:delivery )?(?:attempt|action)|undeliverable|unzustellbar|konnte nicht zugestellt werden|kein(?:e)? weiterer? (?:zustell)?versuch|n.a pas pu être|could not be delivered to (?:one|the))/i

const VIRUS_SUBJECT =
  /^\W{0,3}(?:virus (?:alert|found|warning|detected|notification|infected|in (?:your|mail))|.{0,20}virus in (?:your )?(?:mail|message)|banned (?:contents|file)|.{0,40}(?:scanmail|antigen|mailscanner|norton|mcafee|groupshield|interscan).{0,60}(?:virus|alert|found|detected)|warning: (?:e-?mail )?virus)/i

const CALENDAR_SUBJECT =
  /^\W{0,3}(?:accepted|declined|tentative(?:ly accepted)?|zugesagt|abgesagt|abgelehnt|mit vorbehalt|accepté|refusé|aceptado|rechazado|accettato|rifiutato|aceite|recusado|geaccepteerd|geweigerd|godkendt|accepterat|canceled|cancelled)(?: event| invitation)?\s*:/i

const RECEIPT_SUBJECT =
  /^\W{0,3}(?:read(?: receipt)?:|gelesen:|lu\s?:|lu :|leído:|letto:|lida:|gelezen:|läst:|læst:|lest:|luettu:|przeczytano:|прочитано:|已读[:：]|開封(?:済み|しました)?|not read:|ungelesen gelöscht:|read receipt|return receipt|receipt (?:notification|for)|lesebestätigung|accus[ée] de (?:lecture|réception)|conferma di lettura|confirmaci[oó]n de lectura|confirmação de leitura|disposition notification|successful mail delivery|deleted:)/i

export interface AutoReply {
  class: NoBounce
  rule: string
}

const is = (found: NoBounce, by: string): AutoReply => ({ class: found, rule: `${found}: ${by}` })

/** Delayed, not failed: by the subject, or by the words of a server that will retry. */
export function delayIn(subject: string, text: string): AutoReply | undefined {
  const beginning = text.slice(0, 6_000).replace(/^.*\b[45]\d\d[ -].*$/gm, '')
  if (/warning message only/i.test(beginning)) return is('delay-notice', 'warning only')
  if (DELAY_SUBJECT.test(subject) && !/fail|undeliver/i.test(subject) && !isFinal(beginning))
    return is('delay-notice', 'subject')
  return DELAY_TEXT.test(beginning) && !FINAL_TEXT.test(beginning)
    ? is('delay-notice', 'text')
    : undefined
}

/** The server has given up, ignoring the subject and the Action. */
export const isFinal = (text: string): boolean => {
  const beginning = text.slice(0, 6_000)
  return FINAL_TEXT.test(beginning) && !DELAY_TEXT.test(beginning)
}

/** Challenge-response systems, which ask for a confirmation before they deliver a message. */
export const challengeIn = (subject: string, text: string): AutoReply | undefined =>
  CHALLENGE.test(subject)
    ? is('challenge', 'subject')
    : CHALLENGE.test(text.slice(0, 6_000))
      ? is('challenge', 'text')
      : undefined

/** By subject alone, from any sender. */
export function answerBySubject(subject: string): AutoReply | undefined {
  const bare = subject.replace(/^\s*(?:(?:re|aw|sv|rif|antw)\s*:\s*)+/i, '')
  if (
    ABSENT_SUBJECT.test(bare) ||
    /\bout of office\b|\bautomatic reply\b|\bauto-?reply\b|\babwesenheits/i.test(subject)
  )
    return is('auto-reply', 'subject')
  if (RECEIPT_SUBJECT.test(subject)) return is('read-receipt', 'subject')
  if (CALENDAR_SUBJECT.test(bare)) return is('calendar-answer', 'subject')
  if (/^\W{0,3}report domain:/i.test(subject)) return is('authentication-report', 'subject')
  if (VIRUS_SUBJECT.test(subject)) return is('virus-notice', 'subject')
  return undefined
}

/**
 * Header fields that only automatic replies have. Auto-Submitted is not one: bounces have it too.
 */
export function answerByFields(fields: HeaderFields): AutoReply | undefined {
  const first = (name: string) => fields.get(name)?.[0] ?? ''
  for (const name of [
    'x-autoreply',
    'x-autorespond',
    'x-autoresponder',
    'x-vacation',
    'x-auto-reply-from',
    'x-mail-autoreply',
    'x-autogenerated',
    'x-autoreply-from',
  ])
    if (fields.has(name) && !/^no\b/i.test(first(name))) return is('auto-reply', name)
  if (/^auto_reply/i.test(first('precedence'))) return is('auto-reply', 'precedence')
  if (fields.has('x-ms-exchange-inbox-rules-loop'))
    return is('auto-reply', 'x-ms-exchange-inbox-rules-loop')
  if (/mailbox rules agent/i.test(first('x-ms-exchange-generated-message-source')))
    return is('auto-reply', 'mailbox rules agent')
  if (/vacation/i.test(first('x-apple-action')) || /vacation/i.test(first('x-mailer')))
    return is('auto-reply', 'vacation')
  return undefined
}

/** Auto-Submitted, or the words of an absence notice. */
export function answerByText(fields: HeaderFields, text: string): AutoReply | undefined {
  const submitted = fields.get('auto-submitted')?.[0] ?? 'no'
  if (!/^\s*no\b/i.test(submitted)) return is('auto-reply', 'auto-submitted')
  return ABSENT_TEXT.test(text.slice(0, 3_000)) ? is('auto-reply', 'text') : undefined
}
