/** Why a call of the former service did not succeed. Each message is a whole sentence. */

/** It may succeed later. */
export class OldServiceBusy extends Error {
  override name = 'OldServiceBusy'
  /** `away`: no answer, or one that says "later"; `broken`: an answer that can't be read. */
  readonly kind: 'away' | 'broken'
  /** How long the service asks to wait. */
  readonly waitMillis: number | undefined
  constructor(sentence: string, kind: 'away' | 'broken', waitMillis?: number) {
    super(sentence)
    this.kind = kind
    this.waitMillis = waitMillis
  }
}

/** It will not: someone has to do something. */
export class OldServiceRefused extends Error {
  override name = 'OldServiceRefused'
}
