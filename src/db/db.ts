/**
 * The store as the rest of the program sees it. A query names its account; only this room decides which server it goes to.
 * Queries are written in .sql files and become functions through one(), maybe(), many() and count() (see scripts/sql-types.ts).
 */
