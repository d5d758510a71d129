/**
 * The service saying no, or failing, as a program sees it; the same in all four bindings as far as
 * the wire tells.
 */

/** The service's name of a refusal. */
export interface RefusalDetail {
  code: number
  reason: string
}

export interface FaultFacts {
  /** The HTTP status. */
  status: number
  /**
   * `Client`, `Server`, `MustUnderstand` or `VersionMismatch`, in SOAP 1.2 too; empty when the
   * answer is no SOAP fault.
   */
  faultcode: string
  text: string
  refusal?: RefusalDetail
}

export class ServiceFault extends Error {
  override readonly name = 'ServiceFault'
  readonly operation: string
  readonly status: number
  readonly faultcode: string
  readonly text: string
  readonly refusal: RefusalDetail | undefined
  constructor(operation: string, { status, faultcode, text, refusal }: FaultFacts) {
    super(`${operation}: ${text || `status ${status}`}`)
    this.operation = operation
    this.status = status
    this.faultcode = faultcode
    this.text = text
    this.refusal = refusal
  }
}
