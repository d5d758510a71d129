import type { PasswordCost } from '../../src/domain/accounts/passwords.ts'

/**
 * For the passwords of test accounts: 0.2 ms of processor time for each hash or check instead of
 * 15, which were 7 % of that of the fast tests.
 */
export const LOW_COST: PasswordCost = { memoryCost: 64, timeCost: 1, parallelism: 1 }
