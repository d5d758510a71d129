/**
 * Joins the values of demographic fields into one text. Illegal in XML, and refused in every value
 * on its way in.
 * `.sql` files have it as `:FIELD_SEPARATOR`.
 */
export const FIELD_SEPARATOR = '\x1f'
