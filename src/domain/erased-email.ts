/** Replaces the address of an erased person; `.sql` files have it as `:ERASED_EMAIL`. */
export const ERASED_EMAIL = 'erased@erased.invalid'
