/**
 * The command of SMTP that a report says was refused (RFC 5321 3.1 to 3.3). Before RCPT the server
 * knows nothing of the recipient, so such a refusal is about the sender, whatever its words.
 */

const SAID =
  '(?:in (?:reply|response) to|after|response to|reply to) (?:the |our |initial |pipelined ){0,2}'

/**
 * Postfix: "(in reply to MAIL FROM command)", "refused to talk to me"; Exim: "after MAIL FROM:<",
 * "after initial connection"; qmail: "but my name was rejected", "but sender was rejected";
 * Sendmail: ">>> MAIL From:<...> <<< 550 ...".
 */
const BEFORE = new RegExp(
  `${SAID}(?:MAIL[ -]FROM|HELO|EHLO|STARTTLS|connection|greeting)\\b|refused to talk to me|` +
    'but (?:my name|sender|greeting) (?:was rejected|failed)|' +
    '>>> ?(?:MAIL|HELO|EHLO)\\b[^<>]{0,100}(?:<[^<>]{0,320}>[^<>]{0,100})?<<< ?5',
  'i',
)
const FROM_THEN_ON = new RegExp(
  `${SAID}(?:end of )?(?:RCPT|DATA|BDAT)\\b|>>> ?(?:RCPT|DATA|BDAT)\\b`,
  'i',
)

/** Whether a text of some thousand characters names a refused command before RCPT, and no other. */
export const refusedBeforeRecipient = (text: string): boolean =>
  BEFORE.test(text) && !FROM_THEN_ON.test(text)
