/** Names that programs call, and that are no operation here: any text. */

/** A verb and more words. Any other text may hold anything, also a password. */
const OPERATION =
  /^(?:Get|Insert|Add|Create|Update|Set|Delete|Remove|Send|Cancel|Start|Stop|Is|Has|Check|Find)[A-Z]/

const LONGEST = 64

/** The name; empty if it does not look like one of an operation. */
export const operationName = (given: string): string =>
  given.length <= LONGEST && /^[A-Za-z]+$/.test(given) && OPERATION.test(given) ? given : ''
