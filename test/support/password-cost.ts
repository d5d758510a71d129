import type { PasswordCost } from '../../src/domain/accounts/passwords.ts'

/**
 * Of the tests' passwords: 0.2 ms for each hash or check instead of 15. It was a tenth of the
 * processor time of the fast tests.
 */
export const LOW_COST: PasswordCost = { memoryCost: 64, timeCost: 1, parallelism: 1 }
