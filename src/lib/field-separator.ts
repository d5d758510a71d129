/**
 * Separates the values of demographic fields in one text. Illegal in XML, and rejected in every
 * input value.
 * `.sql` files have it as `:FIELD_SEPARATOR`.
 */
export const FIELD_SEPARATOR = '\x1f'
